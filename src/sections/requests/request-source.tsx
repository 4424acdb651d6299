import '#i18n/complaints-texts.ts';
import '#i18n/tasks-texts.ts';
import LinkOutlined from '@mui/icons-material/Link';
import { lazy, Suspense } from 'react';
import { useTranslate } from 'react-admin';
import { useWatch } from 'react-hook-form';
import { Link } from 'react-router';
import { useServerFeature } from '#console/data/session/features.ts';
import { messageLink } from '#console/shell/page-links.ts';
import type { TaskSource } from '#resources/protocol/requests/tasks.ts';
import { complaintPlace } from './complaint-place.ts';
import classes from './request-source.module.css';

const TemplateButton = lazy(() => import('./templates/template-button.tsx'));

/** Shown above the fields of a new request: the templates, if the server stores them, and a link to the source. */
export function RequestSourceNote() {
  const hasTemplates = useServerFeature('views');
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

/** Link to the complaint or chat message that the request is created from. */
function SourceNote() {
  const translate = useTranslate();
  const source = useWatch({ name: 'source' }) as TaskSource | null;
  if (!source) return null;
  const [to, text] =
    'complaint' in source
      ? [complaintPlace(source), 'complaint' as const]
      : [messageLink(source.message), 'message' as const];
  return (
    <p className={classes.note}>
      <LinkOutlined aria-hidden fontSize="small" />
      <Link className="link" to={to}>
        {translate(`tasks.source.${text}`)}
      </Link>
    </p>
  );
}

/** Cell of the field `source`, always a dash: the source is shown in the details of the request. */
export function SourceCell() {
  return useTranslate()('engine.list.nothing');
}
