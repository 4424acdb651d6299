import { sql } from 'kysely';
import { PERSONAL_DATA_LIMITS, type Person } from '#resources/protocol/personal-data/personal-data.ts';
import { literal } from '#server/db/like.ts';
import type { Db } from '#server/db/tables.ts';
import { selectReferences } from './reference-queries.ts';

/** Fewer digits are no part of a phone that anybody looks for. */
const LEAST_DIGITS = 4;

/** Resources of the audit log whose `record_id` is the id of a person. */
const ON_PEOPLE = [
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
const ON_SESSIONS = ['end', 'confirm-password'];

const people = (db: Db) =>
  db.selectFrom('users').select(['id', 'first_name', 'last_name', 'phone', 'role', 'status', 'erased_at']);
type Row = Awaited<ReturnType<ReturnType<typeof people>['executeTakeFirstOrThrow']>>;

const shownPerson = (row: Row): Person => ({
  id: row.id,
  name: `${row.last_name} ${row.first_name}`,
  phone: row.phone,
  isResident: row.role === 'resident',
  isDeleted: row.status === 'deleted',
  erasedAt: row.erased_at?.toISOString() ?? null,
});

/** People by name or phone, deleted ones last. */
export async function peopleBy(db: Db, text: string): Promise<Person[]> {
  const digits = text.replace(/\D/g, '');
  const words = text.split(/\s+/).filter(Boolean);
  const rows = await people(db)
    .where(({ or, and }) =>
      or([
        and(words.map((word) => sql<boolean>`search like '%' || fold(${literal(word)}) || '%'`)),
        ...(digits.length >= LEAST_DIGITS
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
  return rows.map(shownPerson);
}

/** @returns null for an unknown number */
export async function findPerson(db: Db, id: number): Promise<Person | null> {
  const row = await people(db).where('id', '=', id).executeTakeFirst();
  return row ? shownPerson(row) : null;
}

/** Rows of one kind that are kept of a person. */
export interface Topic {
  /** Name of the table; with what of it is meant where two columns name people. */
  name: string;
  count(): Promise<number>;
  /** A page of rows as JSON, in the order of the key. @param after the last row of the page before; null: from the first one */
  rows(after: object | null, most: number): Promise<readonly object[]>;
}

type Part = ReturnType<typeof sql>;

/** Rows of a table. @param key columns by which they are in one order for all pages */
const rowsWhere = (db: Db, name: string, table: string, where: Part, key: readonly string[]): Topic => ({
  name,
  count: async () => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::integer as count from ${sql.table(table)} where ${where}`.execute(db);
    return rows[0]?.count ?? 0;
  },
  rows: async (after, most) => {
    const columns = (of: string) => sql.join(key.map((column) => sql.ref(`${of}.${column}`)));
    // By the key and not by how many came before: a person may have a million rows.
    const rest = after
      ? sql`and (${columns(table)}) > (select ${columns('last')}
          from jsonb_populate_record(null::${sql.table(table)}, ${JSON.stringify(after)}::jsonb) last)`
      : sql``;
    const { rows } = await sql<{ row: object }>`
      select to_jsonb(${sql.table(table)}) as row from ${sql.table(table)} where (${where}) ${rest}
      order by ${columns(table)} limit ${most}`.execute(db);
    return rows.map(({ row }) => row);
  },
});

/** The phones that a person had, as far as the audit log tells. */
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
  and audit.resource in (${sql.join(ON_PEOPLE)})
  and not (audit.resource = 'session' and audit.action in (${sql.join(ON_SESSIONS)}))`;

/** All that is kept of a person, by kinds. */
export async function selectTopics(db: Db, id: number): Promise<readonly Topic[]> {
  const references = await selectReferences(db);
  const columns = new Map<string, number>();
  for (const { table } of references) columns.set(table, (columns.get(table) ?? 0) + 1);
  const phones = await selectPhones(db, id);
  return [
    rowsWhere(db, 'users', 'users', sql`id = ${id}`, ['id']),
    ...references.map(({ table, column, key }) => {
      const name = columns.get(table) === 1 ? table : `${table}.${column}`;
      return rowsWhere(db, name, table, sql`${sql.ref(column)} = ${id}`, key);
    }),
    rowsWhere(db, 'audit.record_id', 'audit', entriesAboutPerson(id), ['id']),
    ...(phones.length ? [rowsWhere(db, 'outbox', 'outbox', sql`recipient in (${sql.join(phones)})`, ['id'])] : []),
  ];
}

/** Files that a person has uploaded, a page after a number. */
export const selectPersonFiles = (db: Db, id: number, after: number, most: number) =>
  db
    .selectFrom('files')
    .where('owner_id', '=', id)
    .where('id', '>', after)
    .orderBy('id')
    .limit(most)
    .select(['id', 'name', 'sha256', 'size'])
    .execute();
