import '#i18n/import-texts.ts';
import UploadFileOutlined from '@mui/icons-material/UploadFileOutlined';
import { useRef } from 'react';
import { useTranslate } from 'react-admin';
import { NativeFile } from '#console/ui/inputs/native-file.tsx';
import { useIncoming } from '../files/incoming.ts';
import classes from './drop-zone.module.css';

/**
 * Takes a list by click, by drag onto the page, or pasted (IMPORT-03).
 * @param most bytes that a file may have
 * @param ready whether a file is taken now; before that a click is answered by `onNotReady` (IMPORT-01)
 */
export function DropZone({
  most,
  ready = true,
  reading,
  onFile,
  onNotReady = () => undefined,
}: {
  most: number;
  ready?: boolean;
  reading: boolean;
  onFile: (file: File) => void;
  onNotReady?: () => void;
}) {
  const translate = useTranslate();
  const place = useRef<HTMLLabelElement>(null);
  const isOver = useIncoming(place, ([file]) => {
    if (file) onFile(file);
  });
  return (
    <label
      ref={place}
      className={isOver ? `${classes.drop} ${classes.over}` : classes.drop}
      aria-busy={reading || undefined}
    >
      <UploadFileOutlined aria-hidden />
      <b>
        {translate(reading ? 'import.upload.reading' : isOver ? 'import.upload.dropHere' : 'import.upload.choose')}
        {reading || isOver ? null : <span className={classes.or}> {translate('import.upload.orDrop')}</span>}
      </b>
      <span className={classes.limit}>
        {translate('import.upload.limit', { megabytes: Math.floor(most / 1_000_000) })}
      </span>
      <NativeFile
        accept=".csv,.txt,.tsv,.xlsx,text/csv,text/plain,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
        aria-label={translate('import.upload.choose')}
        onClick={(event) => {
          if (ready) return;
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

/**
 * How many rows of a workbook Excel hides, and the press that takes them in or leaves them out again.
 * @param taken whether they are among the rows that were read
 */
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
