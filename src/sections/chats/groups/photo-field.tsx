import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { squarePicture } from '#console/fields/avatar/square-picture.ts';
import { ActionButton } from '#console/ui/buttons/action-button.tsx';
import { Avatar } from '#console/ui/display/avatar.tsx';
import { NativeFile } from '#console/ui/inputs/native-file.tsx';
import { BYTES } from '#resources/limits.ts';
import frame from '../dialog.module.css';
import classes from './groups.module.css';

/** Photo input; the picture is cropped to its middle square. */
export function PhotoField({
  name,
  picture,
  remove,
  onPicture,
}: {
  name: string;
  /** URL or data URL of the shown picture. */
  picture: string | null;
  /** Label of the button that removes the picture. */
  remove: string;
  /** Gets a data URL; null removes the picture. */
  onPicture: (picture: string | null) => void;
}) {
  const translate = useTranslate();
  const [errorKey, setErrorKey] = useState<'validation.avatarTooLarge' | 'validation.image' | null>(null);

  async function choosePhoto(file: File | undefined) {
    if (!file) return;
    setErrorKey(null);
    if (file.size > BYTES.avatar) {
      setErrorKey('validation.avatarTooLarge');
      return;
    }
    try {
      onPicture(await squarePicture(file));
    } catch {
      // The browser cannot decode the file as an image, whatever its extension says.
      setErrorKey('validation.image');
    }
  }
  return (
    <div className={classes.photo}>
      <Avatar name={name} picture={picture} size={64} />
      <label className={classes.choose}>
        <span className="link">{translate('chats.groups.choosePhoto')}</span>
        <NativeFile
          accept="image/*"
          aria-label={translate('chats.groups.choosePhoto')}
          onFiles={([file]) => void choosePhoto(file)}
        />
      </label>
      {picture ? (
        <ActionButton variant="ghost" size="sm" onClick={() => onPicture(null)}>
          {remove}
        </ActionButton>
      ) : null}
      {errorKey ? (
        <p className={frame.failure} role="alert">
          {translate(errorKey)}
        </p>
      ) : null}
    </div>
  );
}
