import type { Resource } from '#resources/language/define-resource.ts';
import { idsOf } from '#resources/language/kinds/ids.ts';
import { pointerTo } from '#resources/language/kinds/traits.ts';
import { stateFields } from '#resources/language/moves.ts';
import type { RecordHistory, RecordHistoryEntry } from '#resources/protocol/definitions/records.ts';
import { auditEntriesOn } from '#server/access/audit.ts';
import { readScope } from '#server/access/scope.ts';
import { type StoredField, storedFields } from './columns.ts';
import { readerView } from './field-rights.ts';
import { type ReadContext, showValues } from './show.ts';

/** Entries of one answer. */
const PAGE = 20;

/** Actions that change the values of an existing record. */
const CHANGING: ReadonlySet<string> = new Set(['update', 'move', 'unmove', 'clear']);

type Data = Readonly<Record<string, unknown>>;
const valueAt = (data: unknown, wire: string): unknown => (data as Data | null)?.[wire] ?? null;
/** The values that a record held, under the new names of renamed fields. */
function underNames(data: unknown, fields: readonly StoredField[]): Data | null {
  if (!data) return null;
  const values: Record<string, unknown> = { ...(data as Data) };
  for (const { wire, field } of fields) {
    if (field.was !== undefined && !Object.hasOwn(values, wire) && Object.hasOwn(values, field.was))
      values[wire] = values[field.was];
  }
  return values;
}
const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/**
 * Changes of a record, the newest first: fields that the definition has now and the reader sees, of several buildings those
 * in reach; without changes of hidden fields alone.
 * @param before id of the entry to go on after; null = from the newest
 */
export async function selectRecordHistory(
  readContext: ReadContext,
  definition: Resource,
  record: number,
  before: number | null,
): Promise<RecordHistory> {
  const { db, reader } = readContext;
  const resource = readerView(reader, definition);
  const seenWires = new Set(storedFields(resource.fields).keys());
  const hiddenFields = [...storedFields(definition.fields).values()].filter(({ wire }) => !seenWires.has(wire));
  const movedWires = stateFields(resource).map(({ wire }) => wire);
  const rows = await auditEntriesOn(db, resource.name, record, before, PAGE + 1);
  const pageRows = rows.slice(0, PAGE);
  const fields = [...storedFields(resource.fields).values()];
  const everyField = [...fields, ...hiddenFields];
  const pairs = pageRows.map(
    ({ before, after }) => [underNames(before, everyField), underNames(after, everyField)] as const,
  );
  const versions = pairs.flat().filter((data): data is Data => data !== null);
  const ways = await showValues(readContext, resource, versions);
  const buildings = fields.filter(({ field }) => pointerTo(field, 'building'));
  const named = buildings.flatMap(({ wire }) => versions.flatMap((data) => idsOf([data[wire]])));
  const reach = await readScope(db, reader, [...new Set(named)]);

  const listChanges = (had: unknown, has: unknown): RecordHistoryEntry['changes'] =>
    fields.flatMap(({ wire, field }) => {
      const [old, next] = [valueAt(had, wire), valueAt(has, wire)];
      if (same(old, next)) return [];
      if (pointerTo(field, 'files')) return [{ field: wire, before: null, after: null }];
      const showValue = (value: unknown) => {
        const way = ways.get(wire);
        if (way) return way(value);
        return pointerTo(field, 'building') && !reach.has(Number(value)) ? null : value;
      };
      const [before, after] = [showValue(old), showValue(next)];
      return same(before, after) ? [] : [{ field: wire, before, after }];
    });
  /** The entry as the reader sees it; null if it changed hidden fields only. */
  const shownEntry = (action: string, [had, has]: readonly [Data | null, Data | null]) => {
    if (!CHANGING.has(action)) return { action, changes: [] };
    const changes = listChanges(had, has);
    const hasChanged = ({ wire }: Pick<StoredField, 'wire'>) => !same(valueAt(had, wire), valueAt(has, wire));
    if (!hiddenFields.some(hasChanged)) return { action, changes };
    if (!changes.length) return null;
    // A move of a hidden state that also wrote other fields.
    const isMove = movedWires.some((wire) => hasChanged({ wire }));
    return { action: isMove ? action : 'update', changes };
  };
  return {
    results: pageRows.flatMap((row, at) => {
      const entry = shownEntry(row.action, pairs[at] ?? [null, null]);
      const by = row.user === null ? null : { user: row.user, name: `${row.first_name} ${row.last_name}` };
      return entry ? [{ id: row.id, at: row.at.toISOString(), action: entry.action, by, changes: entry.changes }] : [];
    }),
    before: rows.length > PAGE ? (pageRows.at(-1)?.id ?? null) : null,
  };
}
