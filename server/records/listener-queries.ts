import { type RawBuilder, sql } from 'kysely';
import { can } from '#resources/language/access.ts';
import type { Resource } from '#resources/language/define-resource.ts';
import { type HeldLevel, isLevelEnough } from '#resources/language/field-levels.ts';
import type { LiveMessage } from '#resources/protocol/notifications.ts';
import { effectiveLevels } from '#server/access/reader.ts';
import type { Db } from '#server/db/tables.ts';
import { liveSessions } from '#server/live/queries.ts';
import type { Topics } from '#server/live/topics.ts';
import { textColumn } from './columns.ts';
import { levelIn } from './field-rights.ts';

/** Parameters of the query for listeners. */
interface Question {
  records: readonly Topics['record-moved'][];
  sessions: readonly number[];
  now: Date;
  extraSections: readonly string[];
  /** A definition, by its name; undefined for one that is there no more. */
  definition(name: string): Pick<Resource, 'section' | 'record'> | undefined;
}

/** Whether the person of a session reaches the building that a record of a section names in the key of `record.reachedBuilding`. */
const reachedBy = (name: string, key: string): RawBuilder<boolean> =>
  sql<boolean>`(records.resource != ${name} or exists (select 1 from user_porches held
    join porches entrances on entrances.id = held.porch_id
    where held.user_id = users.id and entrances.building_id::text = ${textColumn(key)}))`;

/** The moved records that each session may see by its level, its buildings and the building that the section asks to reach, of those whose change shows to it; deleted ones count as they were before. */
export async function recordListeners(
  db: Db,
  { records, sessions, now, extraSections, definition }: Question,
): Promise<Map<number, LiveMessage[]>> {
  const messages = new Map<number, LiveMessage[]>();
  if (!records.length || !sessions.length) return messages;
  const levels = new Map<number, HeldLevel>();
  for (const { id, level } of records) {
    const other = levels.get(id);
    if (other === undefined || isLevelEnough(other, level)) levels.set(id, level);
  }
  const ids = [...levels.keys()];
  const reached = [...new Set(records.map((record) => record.section))].flatMap((name) => {
    const key = definition(name)?.record?.reachedBuilding;
    return key === undefined ? [] : [reachedBy(name, key)];
  });
  const rows = await liveSessions(db, now)
    .innerJoin('records', (join) => join.on(sql<boolean>`records.id = any(${ids}::integer[])`))
    .where(sql<boolean>`tokens.id = any(${[...sessions]}::integer[])`)
    .where(
      sql<boolean>`(records.building_ids is null or exists (select 1 from user_porches held
        join porches entrances on entrances.id = held.porch_id
        where held.user_id = users.id and entrances.building_id = any(records.building_ids)))`,
    )
    .where(sql.join([sql<boolean>`true`, ...reached], sql` and `) as RawBuilder<boolean>)
    .select(['records.id as record', 'records.resource'])
    .execute();
  for (const { session, role, levels: stored, record: id, resource } of rows) {
    const section = definition(resource)?.section;
    const reader = { role, levels: effectiveLevels(role, stored, extraSections) };
    if (section === undefined || !can(reader.levels, section, 'see')) continue;
    if (!isLevelEnough(levelIn(reader, { section }), levels.get(id))) continue;
    messages.set(session, [...(messages.get(session) ?? []), { type: 'record-moved', section: resource, id }]);
  }
  return messages;
}
