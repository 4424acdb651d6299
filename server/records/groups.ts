import { type RawBuilder, sql } from 'kysely';
import type { Resource } from '#resources/language/define-resource.ts';
import { GROUPS_MAX, groupedBy } from '#resources/language/groups.ts';
import { idOf } from '#resources/language/kinds/ids.ts';
import { pointerTo, traitsOf } from '#resources/language/kinds/traits.ts';
import type { RecordGroups, RecordTotals } from '#resources/protocol/definitions/records.ts';
import type { Db } from '#server/db/tables.ts';
import { columnRule, holdsNothing, jsonColumn, type StoredField, textColumn } from './columns.ts';
import type { ListCall } from './list-query.ts';
import { matchingRecords } from './queries.ts';
import { type ReadContext, showValues } from './show.ts';
import { totalsExpression } from './totals.ts';

/** The value that the records of a group share, as JSON; null for none. */
function groupKey({ wire, field }: StoredField): RawBuilder<unknown> {
  // A box that was never ticked counts as one that is not ticked.
  if (columnRule(field)?.column === 'boolean')
    return sql`to_jsonb(${jsonColumn(wire)} is not distinct from 'true'::jsonb)`;
  const value = groupedBy(field) === 'month' ? sql`to_jsonb(left(${textColumn(wire)}, 7))` : jsonColumn(wire);
  return sql`(case when ${holdsNothing(wire)} then null else ${value} end)`;
}

interface Group {
  value: unknown;
  count: number;
  totals: RecordTotals['totals'];
}

/** The largest groups of the records that a list call finds, one more than are answered. */
async function largestGroups(
  readContext: ReadContext,
  resource: Resource,
  storedField: StoredField,
  call: ListCall,
): Promise<Group[]> {
  const { query } = await matchingRecords(readContext.db, readContext.reader, resource, call);
  return query
    .select([
      groupKey(storedField).as('value'),
      sql<number>`count(*)::int`.as('count'),
      totalsExpression(resource).as('totals'),
    ])
    .groupBy(sql`1`)
    .orderBy(sql`2 desc, 1`)
    .limit(GROUPS_MAX + 1)
    .execute();
}

/** The addresses of buildings by id, to sort by. */
async function addresses(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  if (!ids.length) return new Map();
  const rows = await db
    .selectFrom('buildings')
    .where('id', 'in', [...ids])
    .select(['id', 'street', 'number'])
    .execute();
  return new Map(rows.map(({ id, street, number }) => [id, `${street} ${number}`]));
}

const inWords = new Intl.Collator('ru', { numeric: true });

/** Sort key of groups: the place of a choice, a month (newest first), else the label. */
async function loadGroupOrder(db: Db, { field }: StoredField, groups: readonly { value: unknown }[]) {
  const { choices, isYearLast } = traitsOf(field);
  const values = choices?.(field).map(({ value }) => value);
  const byId = pointerTo(field, 'building')
    ? await addresses(
        db,
        groups.flatMap(({ value }) => idOf(value) ?? []),
      )
    : null;
  const nameOfGroup = (value: unknown): string => {
    if (byId) return byId.get(idOf(value) ?? 0) ?? '';
    if (typeof value === 'object' && value !== null && 'label' in value) return String(value.label ?? '');
    return isYearLast ? `${String(value).slice(2)}${String(value).slice(0, 2)}` : String(value);
  };
  const isNewestFirst = isYearLast === true || groupedBy(field) === 'month';
  const place = (value: unknown) => {
    const at = values?.indexOf(String(value)) ?? 0;
    return at < 0 ? Number.MAX_SAFE_INTEGER : at;
  };
  return (one: { value: unknown }, other: { value: unknown }): number => {
    if (one.value === null || other.value === null) return Number(one.value === null) - Number(other.value === null);
    const byName = inWords.compare(nameOfGroup(one.value), nameOfGroup(other.value));
    return place(one.value) - place(other.value) || (isNewestFirst ? -byName : byName);
  };
}

/** The groups of the records that a list call finds, in their order; only the largest where there are too many. */
export async function groupRecords(
  readContext: ReadContext,
  resource: Resource,
  storedField: StoredField,
  call: ListCall,
): Promise<RecordGroups> {
  const groupsAndOne = await largestGroups(readContext, resource, storedField, call);
  const largest = groupsAndOne.slice(0, GROUPS_MAX);
  const ways = await showValues(
    readContext,
    resource,
    largest.map(({ value }) => ({ [storedField.wire]: value })),
  );
  const show = ways.get(storedField.wire);
  const groups = largest.map((group) => ({ ...group, value: (show ? show(group.value) : group.value) ?? null }));
  return {
    groups: groups.sort(await loadGroupOrder(readContext.db, storedField, groups)),
    isWhole: groupsAndOne.length <= GROUPS_MAX,
  };
}
