import AddPhotoAlternateOutlined from '@mui/icons-material/AddPhotoAlternateOutlined';
import { type DragEvent, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import { ActionButton } from '#console/ui/buttons/action-button.tsx';
import { BYTES } from '#resources/limits.ts';
import classes from './avatar.module.css';

/**
 * Chooses a file with the browser's dialog or by dropping it here.
 * @param hasChosen whether a file is chosen already; only the button is shown then
 */
export function FileChoice({ hasChosen, onFile }: { hasChosen: boolean; onFile: (file: File) => void }) {
  const translate = useTranslate();
  const input = useRef<HTMLInputElement>(null);
  const [isDraggedOver, setIsDraggedOver] = useState(false);
  const onFiles = (files: FileList | null) => {
    const file = files?.[0];
    if (file) onFile(file);
    // Cleared, so that the same file can be chosen again after it was refused (PROF-09).
    if (input.current) input.current.value = '';
  };
  const button = (
    <>
      <ActionButton onClick={() => input.current?.click()}>
        {translate(hasChosen ? 'profile.avatar.chooseOther' : 'profile.avatar.choose')}
      </ActionButton>
      <input
        ref={input}
        type="file"
        accept="image/*"
        hidden
        aria-label={translate('profile.avatar.choose')}
        onChange={({ target }) => onFiles(target.files)}
      />
    </>
  );
  if (hasChosen) return button;
  function onDrag(event: DragEvent) {
    event.preventDefault();
    setIsDraggedOver(event.type === 'dragover');
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping a file is an alternative to the button
    <div
      className={classes.drop}
      data-over={isDraggedOver || undefined}
      onDragOver={onDrag}
      onDragLeave={onDrag}
      onDrop={(event) => {
        onDrag(event);
        onFiles(event.dataTransfer.files);
      }}
    >
      <AddPhotoAlternateOutlined aria-hidden />
      {button}
      <p>{translate('profile.avatar.drop')}</p>
      <p>{translate('profile.avatar.limit', { megabytes: Math.floor(BYTES.avatar / 1_000_000) })}</p>
    </div>
  );
}
