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

/** A person's picture: chosen from a file, its middle square is kept. */
export default function AvatarInput(props: InputProps<'avatar'>) {
  const field = useField<string | null>(props);
  const translate = useTranslate();
  const { setError } = useFormContext();
  const refuse = (message: string) => setError(props.source, { type: 'file', message });

  async function take(file: File | undefined) {
    if (!file) return;
    if (file.size > BYTES.avatar) {
      refuse('validation.avatarTooLarge');
      return;
    }
    let picture: string;
    try {
      picture = await squarePicture(file);
    } catch {
      // The browser cannot read it as a picture, whatever it is called.
      refuse('validation.image');
      return;
    }
    field.set(picture);
    field.leave();
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
            onFiles={([file]) => void take(file)}
          />
        </label>
        {field.value ? (
          <ActionButton variant="ghost" size="sm" onClick={() => field.set(null)}>
            {translate('engine.fields.removeImage')}
          </ActionButton>
        ) : null}
      </div>
    </FieldFrame>
  );
}
