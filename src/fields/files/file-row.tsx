import { currentTime } from '#resources/clock.ts';
import '#i18n/field-files-texts.ts';
import Close from '@mui/icons-material/Close';
import Replay from '@mui/icons-material/Replay';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { IconButton } from '#console/ui/buttons/icon-button.tsx';
import { getOpenableUrl } from '#resources/language/kinds/file-values.ts';
import { FileIcon } from './file-icon.tsx';
import classes from './file-row.module.css';
import { type FormFile, formatSize, isExpired } from './form-file.ts';

/**
 * A file in a form: thumbnail or icon, its name (a link once uploaded) and its state (ATT-03, ATT-13).
 * @param share uploaded share, 0…1; undefined while not uploading
 */
export function FileRow({
  file,
  share,
  onRetry,
  onRemove,
}: {
  file: FormFile;
  share: number | undefined;
  onRetry?: () => void;
  /** Omitted: the file cannot be removed. */
  onRemove?: () => void;
}) {
  const translate = useTranslate();
  const name = file.realName;
  const size = file.size === undefined ? null : formatSize(file.size);
  const states = {
    preparing: translate('validation.fileRunning'),
    error: isExpired(file, currentTime())
      ? translate('engine.fields.fileExpired')
      : (file.why ?? translate('validation.fileFailed')),
    done: size ? translate(size.key, size.params) : '',
    removed: '',
  } as const satisfies Record<FormFile['status'], string>;
  // Formats the browser cannot display, such as HEIC, have a preview from the server; otherwise the icon is shown (ATT-11).
  const [brokenUrl, setBrokenUrl] = useState<string | null>(null);
  const preview = file.previewUrl && file.previewUrl !== brokenUrl ? file.previewUrl : null;
  const isUploading = file.status === 'preparing';
  const url = file.status === 'done' ? getOpenableUrl(file) : null;
  const shownName = (
    <b className={classes.name} title={name}>
      {name}
    </b>
  );
  return (
    <li className={file.status === 'error' ? `${classes.row} ${classes.failed}` : classes.row} data-file={file.key}>
      <span className={classes.picture}>
        {preview ? <img src={preview} alt="" onError={() => setBrokenUrl(preview)} /> : <FileIcon name={name} />}
      </span>
      <span className={classes.texts}>
        {url ? (
          <a className="link" href={url} target="_blank" rel="noopener noreferrer">
            {shownName}
          </a>
        ) : (
          shownName
        )}
        <small className={classes.state}>{states[file.status]}</small>
      </span>
      {onRetry ? (
        <IconButton label={translate('engine.fields.retryFile', { name })} onClick={onRetry}>
          <Replay fontSize="small" />
        </IconButton>
      ) : null}
      {onRemove ? (
        <IconButton
          label={translate(isUploading ? 'engine.fields.cancelFile' : 'engine.fields.removeFile', { name })}
          onClick={onRemove}
        >
          <Close fontSize="small" />
        </IconButton>
      ) : null}
      {isUploading ? (
        <span
          className={classes.bar}
          role="progressbar"
          aria-label={name}
          aria-valuenow={Math.round((share ?? 0) * 100)}
          aria-valuemin={0}
          aria-valuemax={100}
        >
          <i style={{ width: `${(share ?? 0) * 100}%` }} />
        </span>
      ) : null}
    </li>
  );
}
