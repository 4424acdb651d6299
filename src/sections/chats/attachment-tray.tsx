import Close from '@mui/icons-material/Close';
import { useTranslate } from 'react-admin';
import { FileIcon } from '#console/fields/files/file-icon.tsx';
import { PX } from '#resources/limits.ts';
import classes from './composer.module.css';
import type { PendingAttachment } from './use-attachments.ts';

/** Attachments of the next message: pictures as thumbnails of 64×64 px (CHAT-17), other files by name. */
export function AttachmentTray({
  files,
  onRemove,
}: {
  files: readonly PendingAttachment[];
  onRemove: (key: number) => void;
}) {
  const translate = useTranslate();
  if (files.length === 0) return null;
  return (
    <ul className={classes.tray}>
      {files.map(({ key, file, preview }) => (
        <li key={key}>
          {preview ? (
            <img src={preview} alt={file.name} width={PX.chatThumbnail} height={PX.chatThumbnail} />
          ) : (
            <span className={classes.paper}>
              <FileIcon name={file.name} />
              <span>{file.name}</span>
            </span>
          )}
          <button
            type="button"
            aria-label={translate('chats.removeFile', { name: file.name })}
            onClick={() => onRemove(key)}
          >
            <Close aria-hidden />
          </button>
        </li>
      ))}
    </ul>
  );
}
