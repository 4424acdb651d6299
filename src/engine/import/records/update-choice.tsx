import { useId } from 'react';
import { useTranslate } from 'react-admin';
import choice from '#console/fields/parts/drop-zone.module.css';
import type { Resource } from '#resources/language/define-resource.ts';
import classes from './import-page.module.css';
import { isSound, type RowEffect, rowEffect, type UpdateKey } from './rows.ts';
import type { RecordImport } from './use-record-import.ts';

interface Part {
  resource: Resource;
  importing: RecordImport;
}

/** Whether rows change the records that have their key, and what comes of it. */
export function UpdateChoice({ resource, importing }: Part) {
  const { updateKeys, updateKey } = importing;
  const translate = useTranslate();
  const notes = useId();
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
      <KeyChoice importing={importing} notes={updateKey ? notes : undefined} />
      {updateKey ? (
        <>
          <p id={notes}>{translate('engine.import.emptyCells')}</p>
          <Effects importing={importing} />
        </>
      ) : null}
      <Outdated importing={importing} />
    </div>
  );
}

/** Columns of the definition's key that the file lacks, where no other key can be chosen. */
function missingColumns(resource: Resource, { file, updateKeys, canUpdate }: RecordImport): string[] {
  if (!file || !canUpdate || updateKeys.length) return [];
  const there = new Set(file.fields.map(({ name }) => name));
  const names = resource.import?.key ?? [];
  return names.filter((name) => !there.has(name)).map((name) => resource.fields[name]?.label ?? name);
}

const isSame = (one: UpdateKey | null, other: UpdateKey): boolean => one?.wires.join() === other.wires.join();

function KeyChoice({ importing, notes }: { importing: RecordImport; notes: string | undefined }) {
  const { updateKeys, updateKey, progress, chooseKey } = importing;
  const translate = useTranslate();
  const at = updateKeys.findIndex((one) => isSame(updateKey, one));
  return (
    <label className={choice.choice}>
      {translate('engine.import.match')}{' '}
      <select
        value={at}
        disabled={progress !== null}
        aria-describedby={notes}
        onChange={({ target }) => void chooseKey(updateKeys[Number(target.value)] ?? null)}
      >
        {updateKeys.map(({ wires, labels }, place) => (
          <option key={wires.join()} value={place}>
            {translate('engine.import.matchBy', { smart_count: labels.length, columns: labels.join('», «') })}
          </option>
        ))}
        <option value={-1}>{translate('engine.import.matchNone')}</option>
      </select>
    </label>
  );
}

const EFFECTS = ['new', 'changed', 'unchanged'] as const satisfies readonly RowEffect[];

/** How many sound rows are new, change a record or leave it as it is. */
function Effects({ importing: { rows } }: Pick<Part, 'importing'>) {
  const translate = useTranslate();
  const effects = (rows ?? []).filter(isSound).map(rowEffect);
  const counts = Object.fromEntries(EFFECTS.map((one) => [one, effects.filter((effect) => effect === one).length]));
  return <p role="status">{translate('engine.import.counts', counts)}</p>;
}

/** Rows whose records have changed since they were checked. */
function Outdated({ importing: { rows, progress, checkOutdated } }: Pick<Part, 'importing'>) {
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
