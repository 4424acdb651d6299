import type { Resource } from '#resources/language/define-resource.ts';
import { idsOf } from '#resources/language/kinds/ids.ts';
import { pointerTo } from '#resources/language/kinds/traits.ts';
import type { RecordDeed, RecordHistory } from '#resources/protocol/definitions/records.ts';
import { deedsOn } from '#server/access/audit.ts';
import { readScope } from '#server/access/scope.ts';
import { type StoredField, storedFields } from './columns.ts';
import { type Looker, showValues } from './show.ts';

/** Deeds of one answer. */
const PAGE = 20;

/** Deeds after which a record that was there holds something else. */
const CHANGING: ReadonlySet<string> = new Set(['update', 'move', 'unmove', 'clear']);

type Data = Readonly<Record<string, unknown>>;
const valueAt = (data: unknown, wire: string): unknown => (data as Data | null)?.[wire] ?? null;
/** What a record held, under the names of now: a renamed field stood under its former one. */
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
 * What was done to a record, the newest first: fields that the definition has now, of several buildings those in reach.
 * @param before id of the deed to go on after; null = from the newest
 */
export async function selectRecordHistory(
  looker: Looker,
  resource: Resource,
  record: number,
  before: number | null,
): Promise<RecordHistory> {
  const { db, reader } = looker;
  const rows = await deedsOn(db, resource.name, record, before, PAGE + 1);
  const pageRows = rows.slice(0, PAGE);
  const fields = [...storedFields(resource.fields).values()];
  const pairs = pageRows.map(({ before, after }) => [underNames(before, fields), underNames(after, fields)] as const);
  const versions = pairs.flat().filter((data): data is Data => data !== null);
  const ways = await showValues(looker, resource, versions);
  const buildings = fields.filter(({ field }) => pointerTo(field, 'building'));
  const named = buildings.flatMap(({ wire }) => versions.flatMap((data) => idsOf([data[wire]])));
  const reach = await readScope(db, reader, [...new Set(named)]);

  const listChanges = (had: unknown, has: unknown): RecordDeed['changes'] =>
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
  return {
    results: pageRows.map((row, at) => ({
      id: row.id,
      at: row.at.toISOString(),
      action: row.action,
      by: row.user === null ? null : { user: row.user, name: `${row.first_name} ${row.last_name}` },
      changes: CHANGING.has(row.action) ? listChanges(pairs[at]?.[0], pairs[at]?.[1]) : [],
    })),
    before: rows.length > PAGE ? (pageRows.at(-1)?.id ?? null) : null,
  };
}
