import '#i18n/tables-texts.ts';
import EditNoteOutlined from '@mui/icons-material/EditNoteOutlined';
import { useTranslate } from 'react-admin';
import { useFeatures } from '#console/data/session/features.ts';
import { IconButton } from '#console/ui/buttons/icon-button.tsx';
import { announce } from '#console/ui/states/announce.ts';
import { cellFields } from '#resources/language/bulk-fields.ts';
import { useResource } from '../../resource-context.tsx';
import { useEditingMode } from './editing-mode.ts';

/** Button that turns in-place editing on and off, for people who may change records of the section. Loaded lazily. */
export default function EditingSwitch() {
  const resource = useResource();
  const translate = useTranslate();
  const features = useFeatures();
  const { isOffered, isActive, setActive } = useEditingMode(resource);
  if (!isOffered || cellFields(resource, features).length === 0) return null;
  return (
    <IconButton
      label={translate('tables.editing.title')}
      isPressed={isActive}
      onClick={() => {
        setActive(!isActive);
        announce(translate(isActive ? 'tables.editing.off' : 'tables.editing.on'));
      }}
    >
      <EditNoteOutlined />
    </IconButton>
  );
}
