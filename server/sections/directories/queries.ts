import { sql } from 'kysely';
import { ANSWERS_MAX } from '#resources/rules/chat/canned-answers.ts';
import { stillAdministers } from '#server/access/still-administers.ts';
import type { Db } from '#server/db/tables.ts';
import { DIRECTORY_RESOURCES } from '#server/definitions/directories.ts';
import { ApiError } from '#server/http/errors.ts';
import { type Directory, idOrNext, RECORDS_MAX } from './directory.ts';
import { phoneLines, phonesIn } from './phones.ts';
import { stories } from './story-queries.ts';
import { webhooks } from './webhook-queries.ts';

/** Values of a record that belong to no building and have no author. */
const asStoredRecord = (id: number, data: Record<string, unknown>) => ({
  id,
  data,
  building_ids: null,
  created_by: null,
});
const textIn = (value: unknown): string => String(value ?? '');
const numberIn = (value: unknown): number | null => (typeof value === 'number' ? value : null);
const linesIn = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

const services: Directory = {
  name: 'services',
  resource: DIRECTORY_RESOURCES.services,
  table: 'services',
  most: RECORDS_MAX,
  unique: { constraint: 'services_name_key', field: 'name' },
  rows: async ({ db, reader, locks }, id) => {
    const rows = await db
      .selectFrom('services')
      .where(stillAdministers(reader))
      .$if(id !== undefined, (query) => query.where('id', '=', Number(id)))
      .$if(locks === true, (query) => query.forUpdate())
      .select(['id', 'name', 'icon', 'place', 'closed'])
      .orderBy('place', (order) => order.asc().nullsLast())
      .orderBy('id')
      .limit(RECORDS_MAX)
      .execute();
    return rows.map(({ id, ...data }) => asStoredRecord(id, data));
  },
  insert: async ({ db }, { data }, id) => {
    const { id: newId } = await db
      .insertInto('services')
      .values({ ...idOrNext(id), ...serviceRow(data) })
      .returning('id')
      .executeTakeFirstOrThrow();
    return newId;
  },
  update: async ({ db, reader }, { id, data }) => {
    await db
      .updateTable('services')
      .set(serviceRow(data))
      .where('id', '=', id)
      .where(stillAdministers(reader))
      .execute();
  },
  remove: async ({ db, reader }, { id }) => {
    // The kinds of work of a performer would go with it.
    const works = await db
      .selectFrom('user_services')
      .where('service_id', '=', id)
      .select('user_id')
      .executeTakeFirst();
    if (works) throw new ApiError('directory_in_use');
    await db.deleteFrom('services').where('id', '=', id).where(stillAdministers(reader)).execute();
  },
};

const serviceRow = ({ name, icon, place, closed: isClosed }: Readonly<Record<string, unknown>>) => ({
  name: textIn(name),
  icon: textIn(icon),
  place: numberIn(place),
  closed: isClosed === true,
});

const complexes: Directory = {
  name: 'complexes',
  resource: DIRECTORY_RESOURCES.complexes,
  table: 'complexes',
  most: RECORDS_MAX,
  unique: { constraint: 'complexes_name_key', field: 'name' },
  rows: async ({ db, reader, locks }, id) => {
    const rows = await db
      .selectFrom('complexes')
      .where(stillAdministers(reader))
      .$if(id !== undefined, (query) => query.where('id', '=', Number(id)))
      .$if(locks === true, (query) => query.forUpdate())
      .select(['id', 'name'])
      .orderBy('name')
      .limit(RECORDS_MAX)
      .execute();
    return rows.map(({ id, ...data }) => asStoredRecord(id, data));
  },
  insert: async ({ db }, { data }, id) => {
    const { id: newId } = await db
      .insertInto('complexes')
      .values({ ...idOrNext(id), name: textIn(data.name) })
      .returning('id')
      .executeTakeFirstOrThrow();
    return newId;
  },
  update: async ({ db, reader }, { id, data }) => {
    await db
      .updateTable('complexes')
      .set({ name: textIn(data.name) })
      .where('id', '=', id)
      .where(stillAdministers(reader))
      .execute();
  },
  remove: async ({ db, reader }, { id }) => {
    // Its buildings would silently stand alone.
    const stands = await db.selectFrom('buildings').where('complex_id', '=', id).select('id').executeTakeFirst();
    if (stands) throw new ApiError('directory_in_use');
    await db.deleteFrom('complexes').where('id', '=', id).where(stillAdministers(reader)).execute();
  },
};

const organisations: Directory = {
  name: 'organisations',
  resource: DIRECTORY_RESOURCES.organisations,
  table: 'companies',
  most: RECORDS_MAX,
  unique: { constraint: 'companies_label_key', field: 'label' },
  rows: async ({ db, reader, locks }, id) => {
    const rows = await db
      .selectFrom('companies')
      .where(stillAdministers(reader))
      .$if(id !== undefined, (query) => query.where('id', '=', Number(id)))
      .$if(locks === true, (query) => query.forUpdate())
      .select(['id', 'label', 'name_short', 'name_full', 'phones', 'license_on', 'closed'])
      .orderBy('is_tenant', 'desc')
      .orderBy('label')
      .limit(RECORDS_MAX)
      .execute();
    return rows.map(({ id, phones, ...data }) => asStoredRecord(id, { ...data, phones: phoneLines(phones) }));
  },
  insert: async ({ db }, { data }, id) => {
    const { id: newId } = await db
      .insertInto('companies')
      .values({ ...idOrNext(id), ...companyRow(data), avatar: null })
      .returning('id')
      .executeTakeFirstOrThrow();
    return newId;
  },
  update: async ({ db, reader }, { id, data }) => {
    if (data.closed === true && (await isHead(db, id))) throw new ApiError('head_company');
    await db
      .updateTable('companies')
      .set(companyRow(data))
      .where('id', '=', id)
      .where(stillAdministers(reader))
      .execute();
  },
  remove: async ({ db, reader }, { id }) => {
    if (await isHead(db, id)) throw new ApiError('head_company');
    // Notes of its shifts would go with it.
    const noted = await db.selectFrom('shift_notes').where('company_id', '=', id).select('id').executeTakeFirst();
    if (noted) throw new ApiError('directory_in_use');
    await db.deleteFrom('companies').where('id', '=', id).where(stillAdministers(reader)).execute();
  },
};

const isHead = async (db: Parameters<Directory['rows']>[0]['db'], id: number): Promise<boolean> => {
  const row = await db.selectFrom('companies').where('id', '=', id).select('is_tenant').executeTakeFirst();
  return row?.is_tenant === true;
};

const companyRow = (data: Readonly<Record<string, unknown>>) => ({
  label: textIn(data.label),
  name_short: textIn(data.name_short),
  name_full: textIn(data.name_full),
  phones: JSON.stringify(phonesIn(linesIn(data.phones))),
  license_on: data.license_on ? textIn(data.license_on) : null,
  closed: data.closed === true,
});

const answers: Directory = {
  name: 'answers',
  resource: DIRECTORY_RESOURCES.answers,
  table: 'canned_answers',
  most: ANSWERS_MAX,
  unique: { constraint: 'canned_answers_title', field: 'title' },
  rows: async ({ db, reader, locks }, id) => {
    const rows = await db
      .selectFrom('canned_answers')
      .where(stillAdministers(reader))
      .$if(id !== undefined, (query) => query.where('id', '=', Number(id)))
      .$if(locks === true, (query) => query.forUpdate())
      .select(['id', 'title', 'body as text'])
      .orderBy('title')
      .orderBy('id')
      .limit(ANSWERS_MAX)
      .execute();
    return rows.map(({ id, ...data }) => asStoredRecord(id, data));
  },
  insert: async ({ db, reader, now }, { data }, id) => {
    const { id: newId } = await db
      .insertInto('canned_answers')
      .values({ ...idOrNext(id), ...answerRow(data), updated_by: reader.user, updated_at: now })
      .returning('id')
      .executeTakeFirstOrThrow();
    return newId;
  },
  update: async ({ db, reader, now }, { id, data }) => {
    await db
      .updateTable('canned_answers')
      .set({ ...answerRow(data), updated_by: reader.user, updated_at: now })
      .where('id', '=', id)
      .where(stillAdministers(reader))
      .execute();
  },
  remove: async ({ db, reader }, { id }) => {
    await db.deleteFrom('canned_answers').where('id', '=', id).where(stillAdministers(reader)).execute();
  },
};

const answerRow = ({ title, text }: Readonly<Record<string, unknown>>) => ({
  title: textIn(title),
  body: textIn(text),
});

/** How many records a list has, those out of the reader's reach too. */
export async function countRecords(db: Db, { table }: Directory): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from ${sql.table(table)}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** The company's own lists, in the order of its page. */
export const ALL_DIRECTORIES: readonly Directory[] = [organisations, services, complexes, answers, stories, webhooks];
