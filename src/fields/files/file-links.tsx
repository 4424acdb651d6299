import '#i18n/field-files-texts.ts';
import DownloadOutlined from '@mui/icons-material/DownloadOutlined';
import { useTranslate } from 'react-admin';
import { type FileValue, openableAddress } from '#resources/language/kinds/file-values.ts';
import { FileIcon } from './file-icon.tsx';
import classes from './file-links.module.css';
import { sizeText } from './form-file.ts';

/** Files of a record, each with what opens it in a tab of its own and what saves it. */
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
  const address = openableAddress(file);
  const text = size ? sizeText(size) : null;
  const download = translate('engine.fields.downloadFile', { name: realName });
  return (
    <>
      <FileIcon name={realName} />
      {address ? (
        <a className={`link ${classes.name}`} href={address} target="_blank" rel="noopener noreferrer" title={realName}>
          {realName}
        </a>
      ) : (
        <span className={classes.name} title={realName}>
          {realName}
        </span>
      )}
      {text ? <small className={classes.size}>{translate(text.key, text.params)}</small> : null}
      {address ? (
        <a
          className={classes.download}
          href={address}
          download={realName}
          // A browser opens what another server answers instead of saving it: not in place of the console.
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
