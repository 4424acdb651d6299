import { useEffect, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import { isPicture } from '#console/data/chat/safe-address.ts';

/** A file that waits to be sent. */
export interface PendingAttachment {
  key: number;
  file: File;
  /** Address of a preview, of pictures. */
  preview: string | null;
}

/** Room that a request needs besides the file: the limit is on the whole of it (A13). */
const FORM = 1_024;
/** Most files at a time. */
const MOST = 20;

/**
 * Files chosen, dropped or pasted into a message. Wrong ones are logged and stay out (CHAT-14, CHAT-15).
 * @param limit most bytes of an upload
 */
export function useAttachments(limit: number) {
  const translate = useTranslate();
  const [files, setFiles] = useState<readonly PendingAttachment[]>([]);
  const [complaint, setComplaint] = useState('');
  const next = useRef(0);
  const latestFiles = useRef(files);
  latestFiles.current = files;
  useEffect(() => () => release(latestFiles.current), []);

  function keep(nextFiles: readonly PendingAttachment[]) {
    latestFiles.current = nextFiles;
    setFiles(nextFiles);
  }
  function add(chosen: readonly File[]) {
    let wrong = '';
    const accepted = chosen.filter((file) => {
      const mistake = fileMistake(file, limit);
      if (!mistake) return true;
      console.warn(`chat: ${mistake}`, file.name);
      const size = Math.floor(limit / 1_048_576);
      wrong =
        mistake === 'file_attachment_too_large'
          ? translate('chats.tooLarge', { size, name: file.name })
          : translate('chats.wrongPicture', { name: file.name });
      return false;
    });
    const room = Math.max(0, MOST - latestFiles.current.length);
    const added = accepted.slice(0, room).map((file): PendingAttachment => {
      next.current += 1;
      return { key: next.current, file, preview: isPicture(file.type) ? URL.createObjectURL(file) : null };
    });
    const leftCount = accepted.length - added.length;
    const many = leftCount > 0 ? translate('chats.tooMany', { most: MOST, left: leftCount }) : '';
    setComplaint([wrong, many].filter(Boolean).join('. '));
    keep([...latestFiles.current, ...added]);
  }
  function remove(key: number) {
    release(latestFiles.current.filter((file) => file.key === key));
    keep(latestFiles.current.filter((file) => file.key !== key));
  }
  function clear() {
    release(latestFiles.current);
    keep([]);
    setComplaint('');
  }
  return { files, complaint, add, remove, clear };
}

/** Why a file cannot be sent, as it is logged; null when it can. */
function fileMistake(file: File, limit: number): string | null {
  if (file.size > limit - FORM) return 'file_attachment_too_large';
  return file.type.startsWith('image/') && !isPicture(file.type) ? 'unknown or invalid image format' : null;
}

function release(files: readonly PendingAttachment[]): void {
  for (const { preview } of files) if (preview) URL.revokeObjectURL(preview);
}
