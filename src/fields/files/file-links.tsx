import '#i18n/field-files-texts.ts';
import DownloadOutlined from '@mui/icons-material/DownloadOutlined';
import { useTranslate } from 'react-admin';
import { type FileValue, getOpenableUrl } from '#resources/language/kinds/file-values.ts';
import { FileIcon } from './file-icon.tsx';
import classes from './file-links.module.css';
import { formatSize } from './form-file.ts';

/** Files of a record, each with a link that opens it in a new tab and one that downloads it. */
export function FileLinks({ files }: { files: readonly FileValue[] }) {
  return (
    <ul className={classes.files}>
      {files.map((file) => (
        <li key={file.id} className={classes.file}>
          <FileLink file={file} />
        </li>
      ))}
    </ul>
  );
}

function FileLink({ file }: { file: FileValue }) {
  const translate = useTranslate();
  const { realName, size } = file;
  const url = getOpenableUrl(file);
  const text = size ? formatSize(size) : null;
  const download = translate('engine.fields.downloadFile', { name: realName });
  return (
    <>
      <FileIcon name={realName} />
      {url ? (
        <a className={`link ${classes.name}`} href={url} target="_blank" rel="noopener noreferrer" title={realName}>
          {realName}
        </a>
      ) : (
        <span className={classes.name} title={realName}>
          {realName}
        </span>
      )}
      {text ? <small className={classes.size}>{translate(text.key, text.params)}</small> : null}
      {url ? (
        <a
          className={classes.download}
          href={url}
          download={realName}
          // In a new tab, because a browser ignores `download` for another origin and would navigate away from the console.
          target="_blank"
          rel="noopener noreferrer"
          aria-label={download}
          title={download}
        >
          <DownloadOutlined aria-hidden fontSize="small" />
        </a>
      ) : null}
    </>
  );
}
