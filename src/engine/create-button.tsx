import { useTranslate } from 'react-admin';
import { refusalText, useRefusal } from '#console/data/session/access.ts';
import { useFeatures } from '#console/data/session/features.ts';
import { useWidth } from '#console/shell/width.ts';
import { ActionButton } from '#console/ui/buttons/action-button.tsx';
import { canCreateRecords } from '#resources/language/create-form.ts';
import type { Resource } from '#resources/language/define-resource.ts';
import { useListFrame } from './list/list-frame.ts';

/**
 * Link to the create form, «➕ Добавить камеру»; disabled with the reason if the right is missing (CAM-05, PERM-12). Renders
 * nothing when the definition has no create form. On a phone a shorter label is used where the section has one (TASK-10).
 * @param compact shows only the plus sign on a phone, for page headers
 */
export function CreateButton({ resource, compact = false }: { resource: Resource; compact?: boolean }) {
  const translate = useTranslate();
  const accessRefusal = useRefusal(resource.section, 'change');
  const { refusal = null } = useListFrame();
  const features = useFeatures();
  const isPhone = useWidth() === 'mobile';
  if (!resource.routes.create || !canCreateRecords(resource, features)) return null;
  const label = translate(`resources.${resource.name}.action.create`);
  const shortLabel = translate(`resources.${resource.name}.action.createShort`, { _: '' });
  return (
    <ActionButton
      variant="primary"
      plus
      compact={compact}
      to={resource.routes.create}
      refusal={accessRefusal ? refusalText(accessRefusal, translate) : refusal}
    >
      {(isPhone && shortLabel) || label}
    </ActionButton>
  );
}
