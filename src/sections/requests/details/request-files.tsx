import { useTranslate } from 'react-admin';
import { FileIcon } from '#console/fields/files/file-icon.tsx';
import { formatSize } from '#console/fields/files/form-file.ts';
import type { TaskDetails } from '#resources/protocol/requests/tasks.ts';
import classes from './details.module.css';

/** Pictures and files of a request or a message, each linked to the file. */
export function RequestFiles({
  pictures,
  files,
}: {
  pictures: TaskDetails['image_attachments'] | undefined;
  files: TaskDetails['file_attachments'] | undefined;
}) {
  const translate = useTranslate();
  if (!pictures?.length && !files?.length) return null;
  return (
    <div className={classes.attached}>
      {pictures?.map(({ id, name, preview_url, medium, large }) => (
        <a
          key={id}
          className={classes.picture}
          href={large.file}
          target="_blank"
          rel="noopener noreferrer"
          aria-label={translate('tasks.details.picture', { name })}
        >
          <img src={preview_url ?? medium.file} alt="" loading="lazy" />
        </a>
      ))}
      {files?.map(({ id, name, size, s3_file }) => {
        const text = size > 0 ? formatSize(size) : null;
        return (
          <a key={id} className={classes.file} href={s3_file.file} target="_blank" rel="noopener noreferrer">
            <FileIcon name={name} />
            <span>{name}</span>
            {text ? <small>{translate(text.key, text.params)}</small> : null}
          </a>
        );
      })}
    </div>
  );
}
