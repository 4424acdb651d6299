import '#i18n/field-files-texts.ts';
import { useTranslate } from 'react-admin';
import { useFormContext } from 'react-hook-form';
import { ActionButton } from '#console/ui/buttons/action-button.tsx';
import { Avatar } from '#console/ui/display/avatar.tsx';
import { FieldFrame } from '#console/ui/inputs/field-frame.tsx';
import { NativeFile } from '#console/ui/inputs/native-file.tsx';
import { BYTES } from '#resources/limits.ts';
import type { InputProps } from '../field-props.ts';
import { useField } from '../use-field.ts';
import classes from './input.module.css';
import { squarePicture } from './square-picture.ts';

/** Input of a person's avatar: the chosen picture is cropped to its central square. */
export default function AvatarInput(props: InputProps<'avatar'>) {
  const field = useField<string | null>(props);
  const translate = useTranslate();
  const { setError } = useFormContext();
  const showError = (message: string) => setError(props.source, { type: 'file', message });

  async function onFile(file: File | undefined) {
    if (!file) return;
    if (file.size > BYTES.avatar) {
      showError('validation.avatarTooLarge');
      return;
    }
    let picture: string;
    try {
      picture = await squarePicture(file);
    } catch {
      // The browser cannot decode the file as a picture.
      showError('validation.image');
      return;
    }
    field.onChange(picture);
    field.onBlur();
  }

  return (
    <FieldFrame {...field.frame} group>
      <div className={classes.row}>
        <Avatar name="" picture={field.value} size={64} />
        <label className={classes.choose}>
          <span className="link">{translate('engine.fields.chooseImage')}</span>
          <NativeFile
            accept="image/*"
            disabled={field.disabled}
            aria-invalid={field.error ? true : undefined}
            onFiles={([file]) => void onFile(file)}
          />
        </label>
        {field.value ? (
          <ActionButton variant="ghost" size="sm" onClick={() => field.onChange(null)}>
            {translate('engine.fields.removeImage')}
          </ActionButton>
        ) : null}
      </div>
    </FieldFrame>
  );
}
