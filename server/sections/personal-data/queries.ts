import { sql } from 'kysely';
import { PERSONAL_DATA_LIMITS, type Person } from '#resources/protocol/personal-data/personal-data.ts';
import { escapeLike } from '#server/db/like.ts';
import type { Db } from '#server/db/tables.ts';
import { selectReferences } from './reference-queries.ts';

/** Minimum number of digits searched for in phones. */
const PHONE_DIGITS_MIN = 4;

/** Resources of the audit log whose `record_id` is the id of a person. */
const PERSON_RESOURCES = [
  'employees',
  'residents',
  'password',
  'recovery',
  'setup',
  'avatar',
  'session',
  'chat',
  'second-factor',
];
/** Actions whose `record_id` is the id of a session, not of a person. */
const SESSION_ACTIONS = ['end', 'confirm-password'];

const selectPeople = (db: Db) =>
  db.selectFrom('users').select(['id', 'first_name', 'last_name', 'phone', 'role', 'status', 'erased_at']);
type Row = Awaited<ReturnType<ReturnType<typeof selectPeople>['executeTakeFirstOrThrow']>>;

const serializePerson = (row: Row): Person => ({
  id: row.id,
  name: `${row.last_name} ${row.first_name}`,
  phone: row.phone,
  isResident: row.role === 'resident',
  isDeleted: row.status === 'deleted',
  erasedAt: row.erased_at?.toISOString() ?? null,
});

/** People by name or phone, deleted ones last. */
export async function findPeopleByText(db: Db, text: string): Promise<Person[]> {
  const digits = text.replace(/\D/g, '');
  const words = text.split(/\s+/).filter(Boolean);
  const rows = await selectPeople(db)
    .where(({ or, and }) =>
      or([
        and(words.map((word) => sql<boolean>`search like '%' || fold(${escapeLike(word)}) || '%'`)),
        ...(digits.length >= PHONE_DIGITS_MIN
          ? [sql<boolean>`phone like ${`%${digits.replace(/^8(?=\d{10}$)/, '7')}%`}`]
          : []),
      ]),
    )
    .orderBy(sql`status = 'deleted'`)
    .orderBy('last_name')
    .orderBy('first_name')
    .orderBy('id')
    .limit(PERSONAL_DATA_LIMITS.people)
    .execute();
  return rows.map(serializePerson);
}

/** A person by id; null if unknown. */
export async function findPerson(db: Db, id: number): Promise<Person | null> {
  const row = await selectPeople(db).where('id', '=', id).executeTakeFirst();
  return row ? serializePerson(row) : null;
}

/** Rows of one kind that are stored about a person. */
export interface Topic {
  /** Name of the table, with the column if several of its columns name people. */
  name: string;
  count(): Promise<number>;
  /** A page of rows as JSON, in the order of the key. @param after last row of the page before; null for the first page */
  rows(after: object | null, most: number): Promise<readonly object[]>;
}

type SqlPart = ReturnType<typeof sql>;

/** Topic of the rows of a table. @param key columns that order the rows in the same way on every page */
const createTopic = (db: Db, name: string, table: string, where: SqlPart, key: readonly string[]): Topic => ({
  name,
  count: async () => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::integer as count from ${sql.table(table)} where ${where}`.execute(db);
    return rows[0]?.count ?? 0;
  },
  rows: async (after, limit) => {
    const columns = (alias: string) => sql.join(key.map((column) => sql.ref(`${alias}.${column}`)));
    // Paged by the key and not by an offset, because a person may have a million rows.
    const afterCondition = after
      ? sql`and (${columns(table)}) > (select ${columns('last')}
          from jsonb_populate_record(null::${sql.table(table)}, ${JSON.stringify(after)}::jsonb) last)`
      : sql``;
    const { rows } = await sql<{ row: object }>`
      select to_jsonb(${sql.table(table)}) as row from ${sql.table(table)} where (${where}) ${afterCondition}
      order by ${columns(table)} limit ${limit}`.execute(db);
    return rows.map(({ row }) => row);
  },
});

/** Phones that a person has or had, as far as the audit log shows. */
export async function selectPhones(db: Db, id: number): Promise<string[]> {
  const { rows } = await sql<{ phone: string }>`
    select phone from users where id = ${id} and phone is not null
    union
    select found.phone from audit, lateral (values (before ->> 'phone'), (before ->> 'phone_number'), (after ->> 'phone'),
        (after ->> 'phone_number')) found (phone)
      where ${entriesAboutPerson(id)} and found.phone ~ '^[+]7[0-9]{10}$'`.execute(db);
  return rows.map(({ phone }) => phone);
}

/** Condition for audit entries about the person themselves: their account, sessions and password, not only their record. */
export const entriesAboutPerson = (id: number) => sql<boolean>`audit.record_id = ${String(id)}
  and audit.resource in (${sql.join(PERSON_RESOURCES)})
  and not (audit.resource = 'session' and audit.action in (${sql.join(SESSION_ACTIONS)}))`;

/** Everything that is stored about a person, by kind. */
export async function selectTopics(db: Db, id: number): Promise<readonly Topic[]> {
  const references = await selectReferences(db);
  const columns = new Map<string, number>();
  for (const { table } of references) columns.set(table, (columns.get(table) ?? 0) + 1);
  const phones = await selectPhones(db, id);
  return [
    createTopic(db, 'users', 'users', sql`id = ${id}`, ['id']),
    ...references.map(({ table, column, key }) => {
      const name = columns.get(table) === 1 ? table : `${table}.${column}`;
      return createTopic(db, name, table, sql`${sql.ref(column)} = ${id}`, key);
    }),
    createTopic(db, 'audit.record_id', 'audit', entriesAboutPerson(id), ['id']),
    ...(phones.length ? [createTopic(db, 'outbox', 'outbox', sql`recipient in (${sql.join(phones)})`, ['id'])] : []),
  ];
}

/** A page of the files that a person has uploaded. @param after id of the last file of the page before; 0 for the first page */
export const selectPersonFiles = (db: Db, id: number, after: number, limit: number) =>
  db
    .selectFrom('files')
    .where('owner_id', '=', id)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .select(['id', 'name', 'sha256', 'size'])
    .execute();
