import { type RawBuilder, sql } from 'kysely';
import type { Resource } from '#resources/language/define-resource.ts';
import { GROUPS_MAX, getGrouping } from '#resources/language/groups.ts';
import { toId } from '#resources/language/kinds/ids.ts';
import { getPointerTo, getTraits } from '#resources/language/kinds/traits.ts';
import type { RecordGroups, RecordTotals } from '#resources/protocol/definitions/records.ts';
import type { Db } from '#server/db/tables.ts';
import { columnRule, isEmptyColumn, jsonColumn, type StoredField, textColumn } from './columns.ts';
import type { ListCall } from './list-query.ts';
import { matchingRecords } from './queries.ts';
import { type ReadContext, showValues } from './show.ts';
import { totalsExpression } from './totals.ts';

/** SQL for the value shared by the records of a group, as JSON; null for an empty field. */
function groupKey({ wire, field }: StoredField): RawBuilder<unknown> {
  // A missing checkbox value counts as false.
  if (columnRule(field)?.column === 'boolean')
    return sql`to_jsonb(${jsonColumn(wire)} is not distinct from 'true'::jsonb)`;
  const value = getGrouping(field) === 'month' ? sql`to_jsonb(left(${textColumn(wire)}, 7))` : jsonColumn(wire);
  return sql`(case when ${isEmptyColumn(wire)} then null else ${value} end)`;
}

interface Group {
  value: unknown;
  count: number;
  totals: RecordTotals['totals'];
}

/** The largest groups of the matching records, one more than are returned. */
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

/** Addresses of buildings by id, for sorting. */
async function addresses(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  if (!ids.length) return new Map();
  const rows = await db
    .selectFrom('buildings')
    .where('id', 'in', [...ids])
    .select(['id', 'street', 'number'])
    .execute();
  return new Map(rows.map(({ id, street, number }) => [id, `${street} ${number}`]));
}

const labelCollator = new Intl.Collator('ru', { numeric: true });

/** Comparator of groups: by order of choices, by month (newest first), or by label; the group of empty values comes last. */
async function loadGroupOrder(db: Db, { field }: StoredField, groups: readonly { value: unknown }[]) {
  const { choices, isYearLast } = getTraits(field);
  const values = choices?.(field).map(({ value }) => value);
  const byId = getPointerTo(field, 'building')
    ? await addresses(
        db,
        groups.flatMap(({ value }) => toId(value) ?? []),
      )
    : null;
  const nameOfGroup = (value: unknown): string => {
    if (byId) return byId.get(toId(value) ?? 0) ?? '';
    if (typeof value === 'object' && value !== null && 'label' in value) return String(value.label ?? '');
    return isYearLast ? `${String(value).slice(2)}${String(value).slice(0, 2)}` : String(value);
  };
  const isNewestFirst = isYearLast === true || getGrouping(field) === 'month';
  const choiceIndex = (value: unknown) => {
    const at = values?.indexOf(String(value)) ?? 0;
    return at < 0 ? Number.MAX_SAFE_INTEGER : at;
  };
  return (one: { value: unknown }, other: { value: unknown }): number => {
    if (one.value === null || other.value === null) return Number(one.value === null) - Number(other.value === null);
    const byName = labelCollator.compare(nameOfGroup(one.value), nameOfGroup(other.value));
    return choiceIndex(one.value) - choiceIndex(other.value) || (isNewestFirst ? -byName : byName);
  };
}

/** The sorted groups of the matching records; only the largest if there are too many. */
export async function groupRecords(
  readContext: ReadContext,
  resource: Resource,
  storedField: StoredField,
  call: ListCall,
): Promise<RecordGroups> {
  const groupsAndOne = await largestGroups(readContext, resource, storedField, call);
  const largest = groupsAndOne.slice(0, GROUPS_MAX);
  const formatters = await showValues(
    readContext,
    resource,
    largest.map(({ value }) => ({ [storedField.wire]: value })),
  );
  const show = formatters.get(storedField.wire);
  const groups = largest.map((group) => ({ ...group, value: (show ? show(group.value) : group.value) ?? null }));
  return {
    groups: groups.sort(await loadGroupOrder(readContext.db, storedField, groups)),
    isWhole: groupsAndOne.length <= GROUPS_MAX,
  };
}
