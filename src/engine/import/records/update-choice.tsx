import { useId } from 'react';
import { useTranslate } from 'react-admin';
import dropZoneClasses from '#console/fields/parts/drop-zone.module.css';
import type { Resource } from '#resources/language/define-resource.ts';
import classes from './import-page.module.css';
import { isValidRow, type RowEffect, rowEffect, type UpdateKey } from './rows.ts';
import type { RecordImport } from './use-record-import.ts';

interface Props {
  resource: Resource;
  importing: RecordImport;
}

/** Select for the key by which rows update existing records, and the resulting row counts. */
export function UpdateChoice({ resource, importing }: Props) {
  const { updateKeys, updateKey } = importing;
  const translate = useTranslate();
  const notesId = useId();
  const missing = missingColumns(resource, importing);
  if (missing.length)
    return (
      <p className={classes.note}>
        {translate('engine.import.noKey', { smart_count: missing.length, columns: missing.join('», «') })}
      </p>
    );
  if (!updateKeys.length) return null;
  return (
    <div className={classes.note}>
      <KeyChoice importing={importing} notesId={updateKey ? notesId : undefined} />
      {updateKey ? (
        <>
          <p id={notesId}>{translate('engine.import.emptyCells')}</p>
          <EffectCounts importing={importing} />
        </>
      ) : null}
      <OutdatedNote importing={importing} />
    </div>
  );
}

/** Columns of the definition's key that the file lacks, if no other key can be chosen. */
function missingColumns(resource: Resource, { file, updateKeys, canUpdate }: RecordImport): string[] {
  if (!file || !canUpdate || updateKeys.length) return [];
  const fileFields = new Set(file.fields.map(({ name }) => name));
  const names = resource.import?.key ?? [];
  return names.filter((name) => !fileFields.has(name)).map((name) => resource.fields[name]?.label ?? name);
}

const isSame = (one: UpdateKey | null, other: UpdateKey): boolean => one?.wires.join() === other.wires.join();

function KeyChoice({ importing, notesId }: { importing: RecordImport; notesId: string | undefined }) {
  const { updateKeys, updateKey, progress, chooseKey } = importing;
  const translate = useTranslate();
  const selectedIndex = updateKeys.findIndex((one) => isSame(updateKey, one));
  return (
    <label className={dropZoneClasses.choice}>
      {translate('engine.import.match')}{' '}
      <select
        value={selectedIndex}
        disabled={progress !== null}
        aria-describedby={notesId}
        onChange={({ target }) => void chooseKey(updateKeys[Number(target.value)] ?? null)}
      >
        {updateKeys.map(({ wires, labels }, index) => (
          <option key={wires.join()} value={index}>
            {translate('engine.import.matchBy', { smart_count: labels.length, columns: labels.join('», «') })}
          </option>
        ))}
        <option value={-1}>{translate('engine.import.matchNone')}</option>
      </select>
    </label>
  );
}

const EFFECTS = ['new', 'changed', 'unchanged'] as const satisfies readonly RowEffect[];

/** Numbers of valid rows that create, update or leave a record unchanged. */
function EffectCounts({ importing: { rows } }: Pick<Props, 'importing'>) {
  const translate = useTranslate();
  const effects = (rows ?? []).filter(isValidRow).map(rowEffect);
  const counts = Object.fromEntries(EFFECTS.map((one) => [one, effects.filter((effect) => effect === one).length]));
  return <p role="status">{translate('engine.import.counts', counts)}</p>;
}

/** Number of rows whose records have changed since the check, with a button to check them again. */
function OutdatedNote({ importing: { rows, progress, checkOutdated } }: Pick<Props, 'importing'>) {
  const translate = useTranslate();
  const count = (rows ?? []).filter(({ isOutdated }) => isOutdated).length;
  if (!count) return null;
  return (
    <p>
      {translate('engine.import.outdated', { smart_count: count })}{' '}
      <button type="button" className="link" disabled={progress !== null} onClick={() => void checkOutdated()}>
        {translate('engine.import.checkAgain')}
      </button>
    </p>
  );
}
