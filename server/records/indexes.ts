import { createHash } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import type { Resource } from '#resources/language/define-resource.ts';
import { getPointerTo } from '#resources/language/kinds/traits.ts';
import { listReminders } from '#resources/language/notify-rules.ts';
import { deletionRule } from '#resources/language/references.ts';
import { findOwnField, wireName } from '#resources/language/wire-keys.ts';
import type { Db } from '#server/db/tables.ts';
import { boardOrderIndex } from './board-order.ts';
import { calendarColumns, undatedCondition } from './calendar.ts';
import { columnRule, indexedValue, isFreeText, jsonColumn, type StoredField, textColumn } from './columns.ts';
import { labelExpression, searchableLabel, sortedLabel } from './labels.ts';
import { hasImportKey, hasValue, importKeyParts, uniqueKey } from './unique.ts';

/** Prefix of the names of indexes created for definitions. */
export const INDEX_PREFIX = 'records_x_';
/** Prefix of the names of statistics created for definitions. */
export const STATISTICS_PREFIX = 'records_s_';

/**
 * An index or statistics object that a definition needs; the name is a hash of its body, so a different one gets a different
 * name.
 */
export interface NeededIndex {
  name: string;
  /** The SQL after `on records` for an index, after the name for statistics. */
  body: string;
  /** For a unique index: the wire name of its field. */
  unique?: string;
}

const indexName = (prefix: string, body: string) =>
  prefix + createHash('sha256').update(body).digest('hex').slice(0, 16);

/** SQL of an expression without the table prefix, which index definitions do not allow. */
const compileSql = (db: Db, expression: RawBuilder<unknown>) =>
  expression.compile(db).sql.replaceAll(/"?records"?\./g, '');

/** Unique index for the values of a field. */
function uniqueIndex(db: Db, resource: Resource, storedField: StoredField): NeededIndex {
  const columns = sql.join(uniqueKey(storedField).map((part) => sql`(${part})`));
  const body = compileSql(db, sql`using btree (${columns}) ${notDeleted(resource)} and ${hasValue(storedField.wire)}`);
  return { name: indexName(INDEX_PREFIX, `unique ${body}`), body, unique: storedField.wire };
}

/** The same index without uniqueness, used while duplicates exist. */
export const nonUniqueIndex = ({ body }: NeededIndex): NeededIndex => ({ name: indexName(INDEX_PREFIX, body), body });

/** Index for finding records by import key; null if the index of a unique field is enough. */
function importKeyIndex(db: Db, resource: Resource): NeededIndex | null {
  const fields = (resource.import?.key ?? []).flatMap((name) => {
    const field = findOwnField(resource, name);
    return field ? [{ wire: wireName(name, field), field }] : [];
  });
  if (!fields.length || (fields.length === 1 && fields[0]?.field.unique)) return null;
  const columns = sql.join(importKeyParts(fields).map((part) => sql`(${part})`));
  const body = compileSql(db, sql`using btree (${columns}) ${notDeleted(resource)} and ${hasImportKey(fields)}`);
  return { name: indexName(INDEX_PREFIX, body), body };
}

/** Condition of partial indexes: records of a section that are not deleted. */
const notDeleted = ({ name }: Resource) => sql`where resource = ${sql.lit(name)} and deleted_at is null`;

/** Indexes for finding records by label in reference fields. */
const labelBodies = (resource: Resource): RawBuilder<unknown>[] => [
  sql`using gin (${searchableLabel(labelExpression(resource))} gin_trgm_ops)`,
  sql`using btree (${searchableLabel(labelExpression(resource))}, id)`,
  sql`using btree ((${sortedLabel(labelExpression(resource))}), id)`,
];

/** Indexes for sorting, filtering and searching a field. */
function fieldBodies(resource: Resource, name: string, storedField: StoredField): RawBuilder<unknown>[] {
  const { wire, field } = storedField;
  const rule = columnRule(field);
  if (!rule) return [];
  const { columns = [], search = [], sort } = resource.list;
  const json = indexedValue(storedField);
  const order = sql`(${rule.order(storedField)})`;
  const isTextSearch = isFreeText(field);
  const isList = rule.column === 'numbers';
  const bodies: RawBuilder<unknown>[] = [];
  if (!isList && (columns.includes(name) || sort?.field === name)) {
    bodies.push(sql`using btree (${order}, id)`, sql`using btree (${order} desc nulls last, id desc)`);
  }
  if (isList) bodies.push(sql`using gin (${json} jsonb_path_ops)`);
  else if ((field.filter || field.related || deletionRule(field)) && !isTextSearch)
    bodies.push(sql`using btree (${json}, id)`);
  if (search.includes(name) || (field.filter && isTextSearch)) {
    bodies.push(sql`using gin (fold(${textColumn(wire)}) gin_trgm_ops)`);
  }
  return bodies;
}

/** Date columns to index, for the calendar and for reminders. */
const datedColumns = (resource: Resource): RawBuilder<unknown>[] => [
  ...calendarColumns(resource),
  ...listReminders(resource).map(({ wire }) => jsonColumn(wire)),
];

/**
 * The indexes that a definition needs.
 * @param isTarget whether fields of other sections refer to its records
 */
export function sectionIndexes(db: Db, resource: Resource, isTarget = false): NeededIndex[] {
  const fields = Object.entries(resource.fields).map(
    ([name, field]) => [name, { wire: wireName(name, field), field }] as const,
  );
  const bodies = fields.flatMap(([name, stored]) => fieldBodies(resource, name, stored));
  if (isTarget) bodies.push(...labelBodies(resource));
  if (resource.building !== undefined) bodies.push(sql`using gin (records.building_ids)`);
  const boardBody = boardOrderIndex(resource);
  if (boardBody) bodies.push(boardBody);
  bodies.push(...datedColumns(resource).map((column) => sql`using btree (${column}, id)`));
  const partialBodies = bodies.map((body) => sql`${body} ${notDeleted(resource)}`);
  // To find out quickly whether any record has no building and so is visible to everybody.
  if (resource.building !== undefined)
    partialBodies.push(sql`using btree (id) ${notDeleted(resource)} and records.building_ids is null`);
  const undated = undatedCondition(resource);
  if (undated) partialBodies.push(sql`using btree (id) ${notDeleted(resource)} and ${undated}`);
  const texts = new Set(partialBodies.map((body) => compileSql(db, body)));
  const unique = fields.flatMap(([, stored]) =>
    stored.field.unique && columnRule(stored.field) ? uniqueIndex(db, resource, stored) : [],
  );
  const key = importKeyIndex(db, resource);
  return [
    ...[...texts].map((body) => ({ name: indexName(INDEX_PREFIX, body), body })),
    ...unique,
    ...(key ? [key] : []),
  ];
}

/**
 * The statistics that a definition needs. The planner ignores statistics of partial indexes; without these it takes every
 * condition as rare and sorts hundreds of thousands of records to show one page.
 */
function wantedStatistics(db: Db, resource: Resource, isTarget = false): NeededIndex[] {
  const { columns = [], search = [], sort } = resource.list;
  const expressions = Object.entries(resource.fields).flatMap(([name, field]): RawBuilder<unknown>[] => {
    const rule = columnRule(field);
    const wire = wireName(name, field);
    if (!rule || rule.column === 'numbers') return [];
    if (isFreeText(field)) return field.filter || search.includes(name) ? [sql`fold(${textColumn(wire)})`] : [];
    return field.filter || field.related || columns.includes(name) || sort?.field === name
      ? [indexedValue({ wire, field })]
      : [];
  });
  if (isTarget) expressions.push(searchableLabel(labelExpression(resource)));
  expressions.push(...datedColumns(resource));
  const bodies = new Set(expressions.map((part) => compileSql(db, sql`on (${part})`)));
  return [...bodies].map((body) => ({ name: indexName(STATISTICS_PREFIX, body), body }));
}

/** Names of sections that fields of the definitions refer to. */
function targetSections(resources: readonly Resource[]): ReadonlySet<string> {
  const fields = resources.flatMap((resource) => Object.values(resource.fields));
  return new Set(fields.flatMap((field) => getPointerTo(field, 'records')?.section ?? []));
}

/** The indexes and statistics that all these definitions need. */
export function neededIndexes(
  db: Db,
  resources: readonly Resource[],
): { indexes: NeededIndex[]; statistics: NeededIndex[] } {
  const targets = targetSections(resources);
  return {
    indexes: resources.flatMap((resource) => sectionIndexes(db, resource, targets.has(resource.name))),
    statistics: resources.flatMap((resource) => wantedStatistics(db, resource, targets.has(resource.name))),
  };
}
