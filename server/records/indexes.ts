import { createHash } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import type { Resource } from '#resources/language/define-resource.ts';
import { pointerTo } from '#resources/language/kinds/traits.ts';
import { remindersIn } from '#resources/language/notify-rules.ts';
import { deletionRule } from '#resources/language/references.ts';
import { ownField, wireName } from '#resources/language/wire-keys.ts';
import type { Db } from '#server/db/tables.ts';
import { boardOrderIndex } from './board-order.ts';
import { calendarColumns, undatedCondition } from './calendar.ts';
import { columnRule, indexedValue, isFreeText, jsonColumn, type StoredField, textColumn } from './columns.ts';
import { labelExpression, sortedLabel, soughtLabel } from './labels.ts';
import { hasImportKey, hasValue, importKeyParts, uniqueKey } from './unique.ts';

/** Prefix of the name of every index that a definition asks for. */
export const INDEX_PREFIX = 'records_x_';
/** The same of statistics. */
export const STATISTICS_PREFIX = 'records_s_';

/** An index that a definition asks for; its name is made of all that it is, so another one has another name. */
export interface WantedIndex {
  name: string;
  /** The text after `on records`. */
  body: string;
  /** Of an index that lets no value stand twice: the wire name of its field. */
  unique?: string;
}

const named = (prefix: string, body: string) => prefix + createHash('sha256').update(body).digest('hex').slice(0, 16);

/** A part of a query as an index says it, which knows no other table. */
const compileSql = (db: Db, part: RawBuilder<unknown>) => part.compile(db).sql.replaceAll(/"?records"?\./g, '');

/** The index that keeps the values of a unique field from standing twice. */
function uniqueIndex(db: Db, resource: Resource, storedField: StoredField): WantedIndex {
  const columns = sql.join(uniqueKey(storedField).map((part) => sql`(${part})`));
  const body = compileSql(db, sql`using btree (${columns}) ${standing(resource)} and ${hasValue(storedField.wire)}`);
  return { name: named(INDEX_PREFIX, `unique ${body}`), body, unique: storedField.wire };
}

/** The same for looking values up alone, while some of them stand twice already. */
export const plainIndex = ({ body }: WantedIndex): WantedIndex => ({ name: named(INDEX_PREFIX, body), body });

/** The index by which rows of a file find the records that they change; null where that of a unique field is enough. */
function importKeyIndex(db: Db, resource: Resource): WantedIndex | null {
  const fields = (resource.import?.key ?? []).flatMap((name) => {
    const field = ownField(resource, name);
    return field ? [{ wire: wireName(name, field), field }] : [];
  });
  if (!fields.length || (fields.length === 1 && fields[0]?.field.unique)) return null;
  const columns = sql.join(importKeyParts(fields).map((part) => sql`(${part})`));
  const body = compileSql(db, sql`using btree (${columns}) ${standing(resource)} and ${hasImportKey(fields)}`);
  return { name: named(INDEX_PREFIX, body), body };
}

/** The records of a section that stand. */
const standing = ({ name }: Resource) => sql`where resource = ${sql.lit(name)} and deleted_at is null`;

/** Indexes by which the records of a section are looked up and offered to references. */
const labelBodies = (resource: Resource): RawBuilder<unknown>[] => [
  sql`using gin (${soughtLabel(labelExpression(resource))} gin_trgm_ops)`,
  sql`using btree (${soughtLabel(labelExpression(resource))}, id)`,
  sql`using btree ((${sortedLabel(labelExpression(resource))}), id)`,
];

/** Indexes by which a field is listed, filtered and searched. */
function fieldBodies(resource: Resource, name: string, storedField: StoredField): RawBuilder<unknown>[] {
  const { wire, field } = storedField;
  const rule = columnRule(field);
  if (!rule) return [];
  const { columns = [], search = [], sort } = resource.list;
  const json = indexedValue(storedField);
  const order = sql`(${rule.order(storedField)})`;
  const part = isFreeText(field);
  const many = rule.column === 'numbers';
  const bodies: RawBuilder<unknown>[] = [];
  if (!many && (columns.includes(name) || sort?.field === name)) {
    bodies.push(sql`using btree (${order}, id)`, sql`using btree (${order} desc nulls last, id desc)`);
  }
  if (many) bodies.push(sql`using gin (${json} jsonb_path_ops)`);
  else if ((field.filter || field.related || deletionRule(field)) && !part) bodies.push(sql`using btree (${json}, id)`);
  if (search.includes(name) || (field.filter && part)) {
    bodies.push(sql`using gin (fold(${textColumn(wire)}) gin_trgm_ops)`);
  }
  return bodies;
}

/** Indexes by which records are found by their dates: in a calendar, and for reminders. */
const datedColumns = (resource: Resource): RawBuilder<unknown>[] => [
  ...calendarColumns(resource),
  ...remindersIn(resource).map(({ wire }) => jsonColumn(wire)),
];

/**
 * The indexes of a definition's filtered, sorted, searched and unique fields.
 * @param target whether fields of other sections point at its records
 */
export function wantedIndexes(db: Db, resource: Resource, target = false): WantedIndex[] {
  const fields = Object.entries(resource.fields).map(
    ([name, field]) => [name, { wire: wireName(name, field), field }] as const,
  );
  const bodies = fields.flatMap(([name, stored]) => fieldBodies(resource, name, stored));
  if (target) bodies.push(...labelBodies(resource));
  if (resource.building !== undefined) bodies.push(sql`using gin (records.building_ids)`);
  const placed = boardOrderIndex(resource);
  if (placed) bodies.push(placed);
  bodies.push(...datedColumns(resource).map((column) => sql`using btree (${column}, id)`));
  const wholes = bodies.map((body) => sql`${body} ${standing(resource)}`);
  // Finds quickly whether any record is tied to no building, so that everybody may see it.
  if (resource.building !== undefined)
    wholes.push(sql`using btree (id) ${standing(resource)} and records.building_ids is null`);
  const undated = undatedCondition(resource);
  if (undated) wholes.push(sql`using btree (id) ${standing(resource)} and ${undated}`);
  const texts = new Set(wholes.map((body) => compileSql(db, body)));
  const unique = fields.flatMap(([, stored]) =>
    stored.field.unique && columnRule(stored.field) ? uniqueIndex(db, resource, stored) : [],
  );
  const key = importKeyIndex(db, resource);
  return [...[...texts].map((body) => ({ name: named(INDEX_PREFIX, body), body })), ...unique, ...(key ? [key] : [])];
}

/**
 * The statistics that definitions ask for. Those of an index on a part of the table the planner does not look at; without any
 * it takes every condition for rare, and sorts hundreds of thousands of records to show a page of them.
 */
function wantedStatistics(db: Db, resource: Resource, target = false): WantedIndex[] {
  const { columns = [], search = [], sort } = resource.list;
  const parts = Object.entries(resource.fields).flatMap(([name, field]): RawBuilder<unknown>[] => {
    const rule = columnRule(field);
    const wire = wireName(name, field);
    if (!rule || rule.column === 'numbers') return [];
    if (isFreeText(field)) return field.filter || search.includes(name) ? [sql`fold(${textColumn(wire)})`] : [];
    return field.filter || field.related || columns.includes(name) || sort?.field === name
      ? [indexedValue({ wire, field })]
      : [];
  });
  if (target) parts.push(soughtLabel(labelExpression(resource)));
  parts.push(...datedColumns(resource));
  const bodies = new Set(parts.map((part) => compileSql(db, sql`on (${part})`)));
  return [...bodies].map((body) => ({ name: named(STATISTICS_PREFIX, body), body }));
}

/** Whether fields of the definitions point at records of one of them. */
function targetSections(resources: readonly Resource[]): ReadonlySet<string> {
  const fields = resources.flatMap((resource) => Object.values(resource.fields));
  return new Set(fields.flatMap((field) => pointerTo(field, 'records')?.section ?? []));
}

/** The indexes and the statistics that definitions which stand side by side ask for. */
export function askedBy(db: Db, resources: readonly Resource[]): { indexes: WantedIndex[]; statistics: WantedIndex[] } {
  const targets = targetSections(resources);
  return {
    indexes: resources.flatMap((resource) => wantedIndexes(db, resource, targets.has(resource.name))),
    statistics: resources.flatMap((resource) => wantedStatistics(db, resource, targets.has(resource.name))),
  };
}
