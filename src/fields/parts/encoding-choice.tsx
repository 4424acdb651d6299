import { useTranslate } from 'react-admin';
import { ENCODINGS, type Encoding } from '#resources/rules/import/encoding.ts';
import classes from './drop-zone.module.css';

/** Select for the encoding in which a text file is read. @param problemId id of the error message; null if there is none */
export function EncodingChoice({
  value,
  problemId,
  onChoose,
}: {
  value: Encoding | null;
  problemId: string | null;
  onChoose: (encoding: Encoding) => void;
}) {
  const translate = useTranslate();
  return (
    <label className={classes.choice}>
      {translate('import.upload.encoding')}{' '}
      <select
        value={value ?? ''}
        aria-invalid={problemId ? true : undefined}
        aria-describedby={problemId ?? undefined}
        onChange={({ target }) => onChoose(target.value as Encoding)}
      >
        {value ? null : (
          <option value="" disabled>
            {translate('import.upload.anyEncoding')}
          </option>
        )}
        {ENCODINGS.map((encoding) => (
          <option key={encoding} value={encoding}>
            {translate(`import.encoding.${encoding}`)}
          </option>
        ))}
      </select>
    </label>
  );
}
