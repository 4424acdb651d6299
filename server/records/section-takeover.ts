import { sql } from 'kysely';
import { AUDIT_KINDS } from '#resources/language/audit-kinds.ts';
import type { Resource } from '#resources/language/define-resource.ts';
import { listReminders } from '#resources/language/notify-rules.ts';
import { refersTo, renameReferencedSections } from '#resources/language/section-names.ts';
import type { Db } from '#server/db/tables.ts';
import { COMMENTS } from './comment-queries.ts';
import { definitionVersion } from './definition-version.ts';
import { REMINDER_QUEUE, ruleDigest } from './reminder-queries.ts';

/** A section that is being renamed. */
interface Takeover {
  from: string;
  /** The definition that was in force under the former name. */
  formerDefinition: Resource;
  /** The definition under the new name. */
  resource: Resource;
}

/** Names of the sections in force whose fields refer to a section. */
export async function referringSections(db: Db, section: string): Promise<string[]> {
  const rows = await db.selectFrom('definitions').select(['name', 'definition']).execute();
  return rows.flatMap(({ name, definition }) => (refersTo(definition as Resource, section) ? name : []));
}

/** Renames the section in the references of other sections. */
async function renameReferences(trx: Db, { from, resource }: Takeover): Promise<void> {
  const names = new Map([[from, resource.name]]);
  const rows = await trx.selectFrom('definitions').where('name', '!=', from).select(['name', 'definition']).execute();
  for (const { name, definition } of rows) {
    const renamed = renameReferencedSections(definition as Resource, names);
    if (renamed === definition) continue;
    await trx
      .updateTable('definitions')
      .set({ definition: JSON.stringify(renamed), version: definitionVersion(renamed) })
      .where('name', '=', name)
      .execute();
  }
}

/** Renames the section in records, number counters and audit entries. */
async function renameRecords(trx: Db, { from, resource: { name } }: Takeover): Promise<void> {
  await trx.updateTable('records').set({ resource: name }).where('resource', '=', from).execute();
  await sql`insert into record_numbers (resource, field, year, last)
    select ${name}::text, field, year, last from record_numbers where resource = ${from}
    on conflict (resource, field, year) do update set last = greatest(record_numbers.last, excluded.last)`.execute(trx);
  await trx.deleteFrom('record_numbers').where('resource', '=', from).execute();
  await trx
    .updateTable('audit')
    .set({ resource: name })
    .where('resource', '=', from)
    // Earlier versions allowed sections to have the name of another audited kind; only entries with a record of this section are
    // its own.
    .$if(AUDIT_KINDS.has(from), (query) =>
      query.where(sql<boolean>`exists (select from records
        where records.resource = ${name} and records.id::text = audit.record_id)`),
    )
    .execute();
  for (const column of ['before', 'after'] as const) {
    const entry = sql.ref(column);
    await sql`update audit set ${entry} = jsonb_set(${entry}, '{section}', to_jsonb(${name}::text))
      where resource = ${COMMENTS} and ${entry} ->> 'section' = ${from}`.execute(trx);
  }
}

/** Renames the section in access levels, if it has levels of its own. */
async function renameLevels(trx: Db, { from, formerDefinition, resource }: Takeover): Promise<void> {
  if (formerDefinition.section !== from || resource.section !== resource.name) return;
  await sql`insert into levels (user_id, section, level)
    select user_id, ${resource.section}::text, level from levels where section = ${from}
    on conflict (user_id, section) do update set level = excluded.level`.execute(trx);
  await trx.deleteFrom('levels').where('section', '=', from).execute();
}

/** Renames the section in saved views; a view whose name is taken gets its id appended. */
async function renameViews(trx: Db, { from, resource: { name } }: Takeover): Promise<void> {
  await sql`update saved_views as moved set list = ${name}, name = case when exists (
      select from saved_views as own where own.owner_id = moved.owner_id and own.list = ${name}
        and lower(own.name) = lower(moved.name)
    ) then left(moved.name, 45) || ' (' || moved.id || ')' else moved.name end
    where list = ${from}`.execute(trx);
}

/** Renames the section in stored idempotent calls and in the links of notifications. */
async function renameCalls(trx: Db, { from, formerDefinition, resource }: Takeover): Promise<void> {
  const [old, next] = [`/api/records/${from}`, `/api/records/${resource.name}`];
  await sql`update sent_calls as moved set route = replace(route, ${old}::text, ${next}::text)
    where (route like ${`% ${old}`} or route like ${`% ${old}/%`}) and not exists (
      select from sent_calls as own where own.user_id = moved.user_id and own.key = moved.key
        and own.route = replace(moved.route, ${old}::text, ${next}::text))`.execute(trx);
  const [list, nextList] = [formerDefinition.routes.list, resource.routes.list];
  await sql`update notifications set section = ${resource.section}, ref = ${nextList}::text || substr(ref, ${list.length + 1}::int)
    where type = 'record' and section = ${formerDefinition.section} and (ref = ${list} or ref like ${`${list}?id=%`})`.execute(
    trx,
  );
}

/** Renames the section in reminders: the start of each rule, what it has handled, and queued jobs. */
async function renameReminders(trx: Db, { formerDefinition, resource }: Takeover): Promise<void> {
  for (const reminder of listReminders(formerDefinition)) {
    const [rule, next] = [ruleDigest(formerDefinition, reminder), ruleDigest(resource, reminder)];
    await sql`insert into reminder_rules (rule, since) select ${next}::text, since from reminder_rules where rule = ${rule}
      on conflict (rule) do update set since = least(reminder_rules.since, excluded.since)`.execute(trx);
    await sql`insert into record_reminders (rule, record_id, day, at)
      select ${next}::text, record_id, day, at from record_reminders where rule = ${rule} on conflict do nothing`.execute(
      trx,
    );
    await trx.deleteFrom('reminder_rules').where('rule', '=', rule).execute();
    await trx
      .updateTable('jobs')
      .set({ lane: next })
      .where('queue', '=', REMINDER_QUEUE)
      .where('lane', '=', rule)
      .execute();
  }
}

/**
 * Moves all stored data of a section to its new name. The section and those referring to it must be locked until the transaction
 * ends. Comments, followers, files and board positions belong to the records and need no change.
 */
export async function takeOverSection(trx: Db, takeover: Takeover): Promise<void> {
  await renameRecords(trx, takeover);
  await renameLevels(trx, takeover);
  await renameViews(trx, takeover);
  await renameCalls(trx, takeover);
  await renameReminders(trx, takeover);
  await renameReferences(trx, takeover);
  await trx.deleteFrom('definitions').where('name', '=', takeover.from).execute();
}
