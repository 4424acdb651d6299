import type { Resource } from '#resources/language/define-resource.ts';
import { toIds } from '#resources/language/kinds/ids.ts';
import { getPointerTo } from '#resources/language/kinds/traits.ts';
import { stateFields } from '#resources/language/moves.ts';
import type { RecordHistory, RecordHistoryEntry } from '#resources/protocol/definitions/records.ts';
import { auditEntriesOn } from '#server/access/audit.ts';
import { readScope } from '#server/access/scope.ts';
import { type StoredField, storedFields } from './columns.ts';
import { readerView } from './field-rights.ts';
import { type ReadContext, showValues } from './show.ts';

/** Entries per response. */
const PAGE_SIZE = 20;

/** Actions that change the values of an existing record. */
const CHANGE_ACTIONS: ReadonlySet<string> = new Set(['update', 'move', 'unmove', 'clear']);

type Data = Readonly<Record<string, unknown>>;
const valueAt = (data: unknown, wire: string): unknown => (data as Data | null)?.[wire] ?? null;
/** Audited values by the current names of renamed fields. */
function withCurrentNames(data: unknown, fields: readonly StoredField[]): Data | null {
  if (!data) return null;
  const values: Record<string, unknown> = { ...(data as Data) };
  for (const { wire, field } of fields) {
    if (field.was !== undefined && !Object.hasOwn(values, wire) && Object.hasOwn(values, field.was))
      values[wire] = values[field.was];
  }
  return values;
}
const isEqual = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/**
 * Changes of a record, newest first: only fields that the definition still has and the reader sees, and only buildings in their
 * reach; changes of hidden fields alone are omitted.
 * @param before id of the entry to continue after; null for the newest
 */
export async function selectRecordHistory(
  readContext: ReadContext,
  definition: Resource,
  record: number,
  before: number | null,
): Promise<RecordHistory> {
  const { db, reader } = readContext;
  const resource = readerView(reader, definition);
  const visibleWires = new Set(storedFields(resource.fields).keys());
  const hiddenFields = [...storedFields(definition.fields).values()].filter(({ wire }) => !visibleWires.has(wire));
  const stateWires = stateFields(resource).map(({ wire }) => wire);
  const rows = await auditEntriesOn(db, resource.name, record, before, PAGE_SIZE + 1);
  const pageRows = rows.slice(0, PAGE_SIZE);
  const fields = [...storedFields(resource.fields).values()];
  const everyField = [...fields, ...hiddenFields];
  const pairs = pageRows.map(
    ({ before, after }) => [withCurrentNames(before, everyField), withCurrentNames(after, everyField)] as const,
  );
  const versions = pairs.flat().filter((data): data is Data => data !== null);
  const formatters = await showValues(readContext, resource, versions);
  const buildings = fields.filter(({ field }) => getPointerTo(field, 'building'));
  const buildingIds = buildings.flatMap(({ wire }) => versions.flatMap((data) => toIds([data[wire]])));
  const reach = await readScope(db, reader, [...new Set(buildingIds)]);

  const listChanges = (beforeData: unknown, afterData: unknown): RecordHistoryEntry['changes'] =>
    fields.flatMap(({ wire, field }) => {
      const [old, next] = [valueAt(beforeData, wire), valueAt(afterData, wire)];
      if (isEqual(old, next)) return [];
      if (getPointerTo(field, 'files')) return [{ field: wire, before: null, after: null }];
      const showValue = (value: unknown) => {
        const format = formatters.get(wire);
        if (format) return format(value);
        return getPointerTo(field, 'building') && !reach.has(Number(value)) ? null : value;
      };
      const [before, after] = [showValue(old), showValue(next)];
      return isEqual(before, after) ? [] : [{ field: wire, before, after }];
    });
  /** The entry as the reader sees it; null if it changed only hidden fields. */
  const shownEntry = (action: string, [beforeData, afterData]: readonly [Data | null, Data | null]) => {
    if (!CHANGE_ACTIONS.has(action)) return { action, changes: [] };
    const changes = listChanges(beforeData, afterData);
    const hasChanged = ({ wire }: Pick<StoredField, 'wire'>) =>
      !isEqual(valueAt(beforeData, wire), valueAt(afterData, wire));
    if (!hiddenFields.some(hasChanged)) return { action, changes };
    if (!changes.length) return null;
    // A move of a hidden state that also changed visible fields is shown as an update.
    const isMove = stateWires.some((wire) => hasChanged({ wire }));
    return { action: isMove ? action : 'update', changes };
  };
  return {
    results: pageRows.flatMap((row, at) => {
      const entry = shownEntry(row.action, pairs[at] ?? [null, null]);
      const author = row.user === null ? null : { user: row.user, name: `${row.first_name} ${row.last_name}` };
      return entry
        ? [{ id: row.id, at: row.at.toISOString(), action: entry.action, by: author, changes: entry.changes }]
        : [];
    }),
    before: rows.length > PAGE_SIZE ? (pageRows.at(-1)?.id ?? null) : null,
  };
}
