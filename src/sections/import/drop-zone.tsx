import UploadFileOutlined from '@mui/icons-material/UploadFileOutlined';
import { useRef } from 'react';
import { useTranslate } from 'react-admin';
import { useIncoming } from '#console/fields/files/incoming.ts';
import classes from './upload-screen.module.css';

/**
 * Takes the list by click, by drag onto the page, or pasted (IMPORT-03).
 * @param ready the object is chosen; before that no file is taken (IMPORT-01)
 */
export function DropZone({
  ready,
  reading,
  onFile,
  onNotReady,
}: {
  ready: boolean;
  reading: boolean;
  onFile: (file: File) => void;
  onNotReady: () => void;
}) {
  const translate = useTranslate();
  const place = useRef<HTMLLabelElement>(null);
  const over = useIncoming(place, ([file]) => {
    if (file) onFile(file);
  });
  return (
    <label
      ref={place}
      className={over ? `${classes.drop} ${classes.over}` : classes.drop}
      aria-busy={reading || undefined}
    >
      <UploadFileOutlined aria-hidden />
      <b>
        {translate(reading ? 'import.upload.reading' : over ? 'import.upload.dropHere' : 'import.upload.choose')}
        {reading || over ? null : <span className={classes.or}> {translate('import.upload.orDrop')}</span>}
      </b>
      <span className={classes.limit}>{translate('import.upload.limit')}</span>
      <input
        type="file"
        className={classes.native}
        accept=".csv,.txt,.tsv,.xlsx,text/csv,text/plain,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
        aria-label={translate('import.upload.choose')}
        onClick={(event) => {
          if (ready) return;
          event.preventDefault();
          onNotReady();
        }}
        onChange={({ target }) => {
          const file = target.files?.[0];
          if (file) onFile(file);
          // The same file can be chosen again after it was mended.
          target.value = '';
        }}
      />
    </label>
  );
}
