import TableChartOutlined from '@mui/icons-material/TableChartOutlined';
import { useTranslate } from 'react-admin';
import type { Reading } from '#console/engine/import/worker-messages.ts';
import { HiddenRows } from '#console/fields/parts/drop-zone.tsx';
import { EncodingChoice } from '#console/fields/parts/encoding-choice.tsx';
import { rowCount } from './cell-names.ts';
import type { OpenedFile } from './resident-shapes.ts';
import classes from './upload-screen.module.css';

const DELIMITER_KEYS: Readonly<Record<string, string>> = { ';': 'semicolon', ',': 'comma', '\t': 'tab' };

/**
 * Shows how a file was read and its first rows, so that a wrong encoding is noticed (IMPORT-06). The encoding can be changed
 * while the file is read again, and also if it cannot be read in the chosen one.
 * @param lastRead result of the last successful read
 * @param readAs the chosen encoding and whether to include hidden rows
 * @param problemId id of the element with the error; null if the file was read
 */
export function FilePreview({
  file,
  lastRead: { reading, preview, rows, hidden },
  readAs,
  problemId,
  onReading,
  onAnother,
}: {
  file: File;
  lastRead: OpenedFile;
  readAs: Reading;
  problemId: string | null;
  onReading: (reading: Reading) => void;
  onAnother: () => void;
}) {
  const translate = useTranslate();
  const delimiterKey = reading ? (DELIMITER_KEYS[reading.delimiter] ?? 'other') : 'other';
  return (
    <div className={classes.read}>
      <p className={classes.name}>
        <TableChartOutlined aria-hidden />
        <span>{problemId ? file.name : translate('import.check.file', { name: file.name, rows: rowCount(rows) })}</span>
        <button type="button" className="link" onClick={onAnother}>
          {translate('import.upload.other')}
        </button>
      </p>
      {reading ? (
        <p className={classes.how}>
          <EncodingChoice
            value={readAs.encoding ?? reading.encoding}
            problemId={problemId}
            onChoose={(encoding) => onReading({ ...readAs, encoding })}
          />
          {problemId ? null : (
            <span>
              {translate('import.upload.delimiter', {
                delimiter: translate(`import.upload.delimiters.${delimiterKey}`, { sign: reading.delimiter }),
              })}
            </span>
          )}
        </p>
      ) : (
        <p className={classes.how}>{translate('import.upload.workbook')}</p>
      )}
      {hidden ? (
        <HiddenRows
          count={hidden}
          isTaken={readAs.withHidden === true}
          onPress={() => onReading({ ...readAs, withHidden: !readAs.withHidden })}
        />
      ) : null}
      {problemId ? null : (
        <table className={classes.preview}>
          <caption className="sr-only">{translate('import.upload.preview')}</caption>
          <tbody>
            {preview.map((line) => (
              <tr key={line.row}>
                <td>{line.label}</td>
                <td>{line.last_name}</td>
                <td>{line.first_name}</td>
                <td>{line.phone_number}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </div>
  );
}
