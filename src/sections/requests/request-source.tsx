import '#i18n/complaints-texts.ts';
import '#i18n/tasks-texts.ts';
import LinkOutlined from '@mui/icons-material/Link';
import { lazy, Suspense } from 'react';
import { useTranslate } from 'react-admin';
import { useWatch } from 'react-hook-form';
import { Link } from 'react-router';
import { useAddition } from '#console/data/session/features.ts';
import { messagePlace } from '#console/shell/places.ts';
import type { TaskSource } from '#resources/protocol/requests/tasks.ts';
import { complaintPlace } from './complaint-place.ts';
import classes from './request-source.module.css';

const TemplateButton = lazy(() => import('./templates/template-button.tsx'));

/** Above the fields of a new request: its templates, where the server keeps them, and what it will be made of. */
export function RequestSourceNote() {
  const hasTemplates = useAddition('views');
  return (
    <>
      {hasTemplates ? (
        <Suspense>
          <TemplateButton />
        </Suspense>
      ) : null}
      <SourceNote />
    </>
  );
}

/** A complaint, or a message of a chat, that the request will be made of. */
function SourceNote() {
  const translate = useTranslate();
  const source = useWatch({ name: 'source' }) as TaskSource | null;
  if (!source) return null;
  const [to, text] =
    'complaint' in source
      ? [complaintPlace(source), 'complaint' as const]
      : [messagePlace(source.message), 'message' as const];
  return (
    <p className={classes.note}>
      <LinkOutlined aria-hidden fontSize="small" />
      <Link className="link" to={to}>
        {translate(`tasks.source.${text}`)}
      </Link>
    </p>
  );
}

/** An empty cell: the source of a request is shown in its card. */
export function SourceCell() {
  return useTranslate()('engine.list.nothing');
}
