import { useCallback, useEffect, useState } from 'react';
import { reportFailure } from '#console/data/http/failures.ts';
import { text } from '#i18n/console-text.ts';
import { fileGroup } from '#resources/file-types.ts';
import { BYTES } from '#resources/limits.ts';
import { openPicture } from './picture.ts';

/** Why a file is refused: too large (PROF-09) or not a picture (PROF-15); null if it may be opened. */
export function pictureRefusal({
  size,
  type,
  name = '',
}: Pick<File, 'size' | 'type'> & { name?: string }): string | null {
  // Some systems report no MIME type for .jfif and .heic.
  const isImage = type.startsWith('image/') || (type === '' && fileGroup(name) === 'image');
  if (!isImage) return text('profile.avatar.notImage');
  return size > BYTES.avatar ? text('profile.avatar.tooLarge') : null;
}

/** The chosen picture and a function that opens a file as one; a refused file shows an alert and clears the choice. */
export function useChosenPicture() {
  const [picture, setPicture] = useState<HTMLImageElement | null>(null);
  useEffect(() => {
    if (picture) return () => URL.revokeObjectURL(picture.src);
  }, [picture]);
  /** @returns whether the file was accepted */
  const choose = useCallback(async (file: File): Promise<boolean> => {
    const refusal = pictureRefusal(file);
    if (refusal) {
      reportFailure(null, refusal);
      setPicture(null);
      return false;
    }
    try {
      setPicture(await openPicture(file));
      return true;
    } catch (error) {
      reportFailure(error, text('profile.avatar.unreadable'));
      setPicture(null);
      return false;
    }
  }, []);
  return { picture, choose };
}
