import '#i18n/tasks-texts.ts';
import ListAltOutlined from '@mui/icons-material/ListAltOutlined';
import { lazy, Suspense, useState } from 'react';
import { useTranslate } from 'react-admin';
import { ActionButton } from '#console/ui/buttons/action-button.tsx';

const TemplatesDialog = lazy(() => import('./templates-dialog.tsx'));

/** Button «Шаблоны» above the fields of a new request. */
export default function TemplateButton() {
  const translate = useTranslate();
  const [open, setOpen] = useState(false);
  return (
    <p>
      <ActionButton size="sm" icon={<ListAltOutlined aria-hidden />} onClick={() => setOpen(true)}>
        {translate('tasks.templates.open')}
      </ActionButton>
      {open ? (
        <Suspense>
          <TemplatesDialog onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </p>
  );
}
