import { useTranslate } from 'react-admin';
import { useNavigate } from 'react-router';
import { ActionButton } from '#console/ui/action-button.tsx';
import type { Resource } from '#resources/language/define-resource.ts';

/** Gives the form up and leads back to where one came from; only where the section has a word for it (TASK-64). */
export function CancelButton({ resource }: { resource: Resource }) {
  const translate = useTranslate();
  const navigate = useNavigate();
  const label = translate(`resources.${resource.name}.action.cancel`, { _: '' });
  if (!label) return null;
  const goBack = () => {
    const { idx } = (globalThis.history.state ?? {}) as { idx?: number };
    if (idx) navigate(-1);
    else navigate(resource.routes.list);
  };
  return (
    <ActionButton variant="ghost" onClick={goBack}>
      {label}
    </ActionButton>
  );
}
