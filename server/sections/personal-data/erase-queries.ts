import { sql } from 'kysely';
import { text } from '#i18n/text.ts';
import type { Db } from '#server/db/tables.ts';
import { deleteUnlinked } from '#server/files/queries.ts';
import { entriesAboutPerson, selectPhones } from './queries.ts';
import { REFERENCES, selectReferences } from './reference-queries.ts';

/**
 * Outcome: names of stored files to delete after the commit; `present` if the person is not deleted yet; `erased` if they were
 * erased before.
 */
type EraseOutcome = { dropped: string[] } | 'present' | 'erased' | null;

/**
 * Erases the data of a deleted person: name, phone, gender, e-mail, picture, flats, rights, sessions, devices, SMS messages, and
 * what the audit log holds about them. Texts that residents wrote in the chat and in complaints are erased; requests, readings,
 * announcements and everything that staff wrote belong to the company's work, which it has to keep, and stay without a name.
 */
export async function erasePerson(trx: Db, id: number, now: Date): Promise<EraseOutcome> {
  const person = await trx
    .selectFrom('users')
    .where('id', '=', id)
    .select(['role', 'status', 'erased_at'])
    .forUpdate()
    .executeTakeFirst();
  if (!person) return null;
  if (person.status !== 'deleted') return 'present';
  if (person.erased_at) return 'erased';
  const phones = await selectPhones(trx, id);
  for (const { table, column } of await selectReferences(trx)) {
    if (REFERENCES[`${table}.${column}`] !== 'delete') continue;
    await sql`delete from ${sql.table(table)} where ${sql.ref(column)} = ${id}`.execute(trx);
  }
  await trx.deleteFrom('saved_views').where('owner_id', '=', id).where('shared', '=', false).execute();
  await trx.deleteFrom('sent_calls').where('user_id', '=', id).execute();
  if (phones.length) {
    await trx.deleteFrom('outbox').where('recipient', 'in', phones).execute();
    await trx.deleteFrom('setup_links').where('phone', 'in', phones).execute();
  }
  if (person.role === 'resident') await eraseTexts(trx, id);
  await eraseAuditEntries(trx, id);
  await trx
    .updateTable('users')
    .set({
      phone: null,
      password_hash: null,
      first_name: text('personalData.firstName'),
      last_name: text('personalData.lastName'),
      gender: null,
      email: null,
      position: null,
      avatar_file_id: null,
      chat_id: null,
      suspended_from: null,
      updated_at: now,
      erased_at: now,
    })
    .where('id', '=', id)
    .execute();
  return { dropped: await deleteOwnFiles(trx, id, person.role === 'resident' ? ['avatar', 'chat'] : ['avatar']) };
}

/** Erases the texts that a resident wrote. */
async function eraseTexts(trx: Db, id: number): Promise<void> {
  const erasedText = text('personalData.erased');
  await trx
    .updateTable('chat_messages')
    .set({ head: '{}', content: JSON.stringify(erasedText) })
    .where('sender_id', '=', id)
    .execute();
  await trx.updateTable('complaints').set({ description: erasedText }).where('creator_id', '=', id).execute();
}

/** Erases values and addresses in the audit entries about a person and by them; the entries themselves stay. */
async function eraseAuditEntries(trx: Db, id: number): Promise<void> {
  await sql`update audit set before = null, after = null where ${entriesAboutPerson(id)}`.execute(trx);
  await sql`update audit set address = null, after = case when resource = 'security' then null else after end
    where user_id = ${id}`.execute(trx);
}

/** Deletes their uploads of these kinds; files that other records use stay. */
async function deleteOwnFiles(trx: Db, id: number, kinds: ('avatar' | 'chat')[]): Promise<string[]> {
  const ownFiles = await trx
    .updateTable('files')
    .set({ linked: false })
    .where('owner_id', '=', id)
    .where('kind', 'in', kinds)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('users').whereRef('users.avatar_file_id', '=', 'files.id').select('users.id'))),
    )
    .returning('id')
    .execute();
  const dropped: string[] = [];
  for (const file of ownFiles) dropped.push(...((await deleteUnlinked(trx, file.id)) ?? []));
  return dropped;
}
