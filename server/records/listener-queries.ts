import { type RawBuilder, sql } from 'kysely';
import { can } from '#resources/language/access.ts';
import type { Resource } from '#resources/language/define-resource.ts';
import { isLevelEnough, type ReaderLevel } from '#resources/language/field-levels.ts';
import type { LiveMessage } from '#resources/protocol/notifications.ts';
import { effectiveLevels } from '#server/access/reader.ts';
import type { Db } from '#server/db/tables.ts';
import { liveSessions } from '#server/live/queries.ts';
import type { Topics } from '#server/live/topics.ts';
import { textColumn } from './columns.ts';
import { sectionLevel } from './field-rights.ts';

/** Parameters of `selectRecordMessages`. */
interface ListenerQuery {
  records: readonly Topics['record-moved'][];
  sessions: readonly number[];
  now: Date;
  extraSections: readonly string[];
  /** Returns the definition of a section; undefined if it no longer exists. */
  definition(name: string): Pick<Resource, 'section' | 'record'> | undefined;
}

/** Condition that a session's user reaches the building in `record.reachedBuilding`; true for records of other sections. */
const reachesBuilding = (name: string, key: string): RawBuilder<boolean> =>
  sql<boolean>`(records.resource != ${name} or exists (select 1 from user_porches held
    join porches entrances on entrances.id = held.porch_id
    where held.user_id = users.id and entrances.building_id::text = ${textColumn(key)}))`;

/**
 * Messages about changed records for each session whose user may see the record and the change, by level and buildings; a
 * deleted record is checked by its last values.
 */
export async function selectRecordMessages(
  db: Db,
  { records, sessions, now, extraSections, definition }: ListenerQuery,
): Promise<Map<number, LiveMessage[]>> {
  const messages = new Map<number, LiveMessage[]>();
  if (!records.length || !sessions.length) return messages;
  const levels = new Map<number, ReaderLevel>();
  for (const { id, level } of records) {
    const knownLevel = levels.get(id);
    if (knownLevel === undefined || isLevelEnough(knownLevel, level)) levels.set(id, level);
  }
  const ids = [...levels.keys()];
  const reachConditions = [...new Set(records.map((record) => record.section))].flatMap((name) => {
    const key = definition(name)?.record?.reachedBuilding;
    return key === undefined ? [] : [reachesBuilding(name, key)];
  });
  const rows = await liveSessions(db, now)
    .innerJoin('records', (join) => join.on(sql<boolean>`records.id = any(${ids}::integer[])`))
    .where(sql<boolean>`tokens.id = any(${[...sessions]}::integer[])`)
    .where(
      sql<boolean>`(records.building_ids is null or exists (select 1 from user_porches held
        join porches entrances on entrances.id = held.porch_id
        where held.user_id = users.id and entrances.building_id = any(records.building_ids)))`,
    )
    .where(sql.join([sql<boolean>`true`, ...reachConditions], sql` and `) as RawBuilder<boolean>)
    .select(['records.id as record', 'records.resource'])
    .execute();
  for (const { session, role, levels: stored, record: id, resource } of rows) {
    const section = definition(resource)?.section;
    const reader = { role, levels: effectiveLevels(role, stored, extraSections) };
    if (section === undefined || !can(reader.levels, section, 'see')) continue;
    if (!isLevelEnough(sectionLevel(reader, { section }), levels.get(id))) continue;
    messages.set(session, [...(messages.get(session) ?? []), { type: 'record-moved', section: resource, id }]);
  }
  return messages;
}
