import { currentTime } from '#resources/clock.ts';
import '#i18n/field-files-texts.ts';
import Close from '@mui/icons-material/Close';
import Replay from '@mui/icons-material/Replay';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { IconButton } from '#console/ui/buttons/icon-button.tsx';
import { openableAddress } from '#resources/language/kinds/file-values.ts';
import { FileIcon } from './file-icon.tsx';
import classes from './file-row.module.css';
import { type FormFile, isExpired, sizeText } from './form-file.ts';

/**
 * A file of a form: picture or icon, its real name, which opens it once it is uploaded, its state (ATT-03, ATT-13).
 * @param share how much of it has been sent, 0…1; undefined when it is not on its way
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
  /** Left out: it stays. */
  onRemove?: () => void;
}) {
  const translate = useTranslate();
  const name = file.realName;
  const size = file.size === undefined ? null : sizeText(file.size);
  const states = {
    preparing: translate('validation.fileRunning'),
    error: isExpired(file, currentTime())
      ? translate('engine.fields.fileExpired')
      : (file.why ?? translate('validation.fileFailed')),
    done: size ? translate(size.key, size.params) : '',
    removed: '',
  } as const satisfies Record<FormFile['status'], string>;
  // A picture the browser cannot draw, such as heic, has a drawn one on the server; without it there is the icon (ATT-11).
  const [broken, setBroken] = useState<string | null>(null);
  const preview = file.previewUrl && file.previewUrl !== broken ? file.previewUrl : null;
  const running = file.status === 'preparing';
  const address = file.status === 'done' ? openableAddress(file) : null;
  const shownName = (
    <b className={classes.name} title={name}>
      {name}
    </b>
  );
  return (
    <li className={file.status === 'error' ? `${classes.row} ${classes.failed}` : classes.row} data-file={file.key}>
      <span className={classes.picture}>
        {preview ? <img src={preview} alt="" onError={() => setBroken(preview)} /> : <FileIcon name={name} />}
      </span>
      <span className={classes.texts}>
        {address ? (
          <a className="link" href={address} target="_blank" rel="noopener noreferrer">
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
          label={translate(running ? 'engine.fields.cancelFile' : 'engine.fields.removeFile', { name })}
          onClick={onRemove}
        >
          <Close fontSize="small" />
        </IconButton>
      ) : null}
      {running ? (
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
