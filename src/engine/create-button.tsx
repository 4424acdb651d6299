import { useTranslate } from 'react-admin';
import { refusalText, useRefusal } from '#console/data/session/access.ts';
import { useFeatures } from '#console/data/session/features.ts';
import { useWidth } from '#console/shell/width.ts';
import { ActionButton } from '#console/ui/buttons/action-button.tsx';
import { takesNew } from '#resources/language/create-form.ts';
import type { Resource } from '#resources/language/define-resource.ts';
import { useListFrame } from './list/list-frame.ts';

/**
 * «➕ Добавить камеру», the way to the create form; greyed with the reason without the right (CAM-05,
 * PERM-12). Nothing when the definition has no such form.
 * On a phone it says it shorter where the section has a shorter word (TASK-10).
 * @param compact only the sign on a phone: in the header of a page
 */
export function CreateButton({ resource, compact = false }: { resource: Resource; compact?: boolean }) {
  const translate = useTranslate();
  const why = useRefusal(resource.section, 'change');
  const { refusal = null } = useListFrame();
  const features = useFeatures();
  const phone = useWidth() === 'mobile';
  if (!resource.routes.create || !takesNew(resource, features)) return null;
  const label = translate(`resources.${resource.name}.action.create`);
  const short = translate(`resources.${resource.name}.action.createShort`, { _: '' });
  return (
    <ActionButton
      variant="primary"
      plus
      compact={compact}
      to={resource.routes.create}
      refusal={why ? refusalText(why, translate) : refusal}
    >
      {(phone && short) || label}
    </ActionButton>
  );
}
