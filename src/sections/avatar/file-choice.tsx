import AddPhotoAlternateOutlined from '@mui/icons-material/AddPhotoAlternateOutlined';
import { type DragEvent, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import { ActionButton } from '#console/ui/buttons/action-button.tsx';
import { BYTES } from '#resources/limits.ts';
import classes from './avatar.module.css';

/**
 * Chooses a file, by the browser's dialog or by dropping it here.
 * @param again one was chosen already: only the button is shown
 */
export function FileChoice({ hasChosen, onFile }: { hasChosen: boolean; onFile: (file: File) => void }) {
  const translate = useTranslate();
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setIsOver] = useState(false);
  const take = (files: FileList | null) => {
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
        onChange={({ target }) => take(target.files)}
      />
    </>
  );
  if (hasChosen) return button;
  function drag(event: DragEvent) {
    event.preventDefault();
    setIsOver(event.type === 'dragover');
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is another way to do what the button does
    <div
      className={classes.drop}
      data-over={isOver || undefined}
      onDragOver={drag}
      onDragLeave={drag}
      onDrop={(event) => {
        drag(event);
        take(event.dataTransfer.files);
      }}
    >
      <AddPhotoAlternateOutlined aria-hidden />
      {button}
      <p>{translate('profile.avatar.drop')}</p>
      <p>{translate('profile.avatar.limit', { megabytes: Math.floor(BYTES.avatar / 1_000_000) })}</p>
    </div>
  );
}
