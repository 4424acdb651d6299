import { useEffect, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import { isPicture } from '#console/data/chat/safe-address.ts';

/** A file attached to the unsent message. */
export interface PendingAttachment {
  key: number;
  file: File;
  /** Object URL of the preview; null unless the file is a picture. */
  preview: string | null;
}

/** Bytes reserved for the rest of the request, since the limit applies to its whole body (A13). */
const BODY_OVERHEAD_BYTES = 1_024;
/** Maximum number of attached files. */
const MAX_FILES = 20;

/**
 * Files chosen, dropped or pasted into a message. Invalid ones are rejected with a message and logged (CHAT-14, CHAT-15).
 * @param limit maximum size of an upload, bytes
 */
export function useAttachments(limit: number) {
  const translate = useTranslate();
  const [files, setFiles] = useState<readonly PendingAttachment[]>([]);
  const [errorText, setErrorText] = useState('');
  const next = useRef(0);
  const latestFiles = useRef(files);
  latestFiles.current = files;
  useEffect(() => () => revokePreviews(latestFiles.current), []);

  function setBoth(nextFiles: readonly PendingAttachment[]) {
    latestFiles.current = nextFiles;
    setFiles(nextFiles);
  }
  function add(chosen: readonly File[]) {
    let wrongText = '';
    const accepted = chosen.filter((file) => {
      const reason = rejectionReason(file, limit);
      if (!reason) return true;
      console.warn(`chat: ${reason}`, file.name);
      const size = Math.floor(limit / 1_048_576);
      wrongText =
        reason === 'file_attachment_too_large'
          ? translate('chats.tooLarge', { size, name: file.name })
          : translate('chats.wrongPicture', { name: file.name });
      return false;
    });
    const freeSlots = Math.max(0, MAX_FILES - latestFiles.current.length);
    const added = accepted.slice(0, freeSlots).map((file): PendingAttachment => {
      next.current += 1;
      return { key: next.current, file, preview: isPicture(file.type) ? URL.createObjectURL(file) : null };
    });
    const rejectedCount = accepted.length - added.length;
    const tooManyText = rejectedCount > 0 ? translate('chats.tooMany', { most: MAX_FILES, left: rejectedCount }) : '';
    setErrorText([wrongText, tooManyText].filter(Boolean).join('. '));
    setBoth([...latestFiles.current, ...added]);
  }
  function remove(key: number) {
    revokePreviews(latestFiles.current.filter((file) => file.key === key));
    setBoth(latestFiles.current.filter((file) => file.key !== key));
  }
  function clear() {
    revokePreviews(latestFiles.current);
    setBoth([]);
    setErrorText('');
  }
  return { files, complaint: errorText, add, remove, clear };
}

/** Log message for a file that cannot be sent; null if it can. */
function rejectionReason(file: File, limit: number): string | null {
  if (file.size > limit - BODY_OVERHEAD_BYTES) return 'file_attachment_too_large';
  return file.type.startsWith('image/') && !isPicture(file.type) ? 'unknown or invalid image format' : null;
}

function revokePreviews(files: readonly PendingAttachment[]): void {
  for (const { preview } of files) if (preview) URL.revokeObjectURL(preview);
}
