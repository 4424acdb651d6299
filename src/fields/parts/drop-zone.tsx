import '#i18n/import-texts.ts';
import UploadFileOutlined from '@mui/icons-material/UploadFileOutlined';
import { useRef } from 'react';
import { useTranslate } from 'react-admin';
import { NativeFile } from '#console/ui/inputs/native-file.tsx';
import { useIncomingFiles } from '../files/incoming.ts';
import classes from './drop-zone.module.css';

/**
 * Accepts a file by click, by drop anywhere on the page, or by paste (IMPORT-03).
 * @param maxBytes maximum file size in bytes
 * @param isReady whether files are accepted; otherwise a click calls `onNotReady` (IMPORT-01)
 */
export function DropZone({
  maxBytes,
  isReady = true,
  reading,
  onFile,
  onNotReady = () => undefined,
}: {
  maxBytes: number;
  isReady?: boolean;
  reading: boolean;
  onFile: (file: File) => void;
  onNotReady?: () => void;
}) {
  const translate = useTranslate();
  const labelRef = useRef<HTMLLabelElement>(null);
  const isOver = useIncomingFiles(labelRef, ([file]) => {
    if (file) onFile(file);
  });
  return (
    <label
      ref={labelRef}
      className={isOver ? `${classes.drop} ${classes.over}` : classes.drop}
      aria-busy={reading || undefined}
    >
      <UploadFileOutlined aria-hidden />
      <b>
        {translate(reading ? 'import.upload.reading' : isOver ? 'import.upload.dropHere' : 'import.upload.choose')}
        {reading || isOver ? null : <span className={classes.or}> {translate('import.upload.orDrop')}</span>}
      </b>
      <span className={classes.limit}>
        {translate('import.upload.limit', { megabytes: Math.floor(maxBytes / 1_000_000) })}
      </span>
      <NativeFile
        accept=".csv,.txt,.tsv,.xlsx,text/csv,text/plain,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
        aria-label={translate('import.upload.choose')}
        onClick={(event) => {
          if (isReady) return;
          event.preventDefault();
          onNotReady();
        }}
        onFiles={([file]) => {
          if (file) onFile(file);
        }}
      />
    </label>
  );
}

/** Number of rows hidden in Excel, with a button that includes or excludes them. @param isTaken whether they are included */
export function HiddenRows({ count, isTaken, onPress }: { count: number; isTaken: boolean; onPress: () => void }) {
  const translate = useTranslate();
  return (
    <p className={classes.hidden}>
      <span role="status">
        {translate(isTaken ? 'import.upload.hiddenTaken' : 'import.upload.hidden', { smart_count: count })}
      </span>{' '}
      <button type="button" className="link" onClick={onPress}>
        {translate(isTaken ? 'import.upload.leaveHidden' : 'import.upload.takeHidden')}
      </button>
    </p>
  );
}
