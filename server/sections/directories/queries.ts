import { sql } from 'kysely';
import { ANSWERS_MAX } from '#resources/rules/chat/canned-answers.ts';
import { stillAdministers } from '#server/access/still-administers.ts';
import type { Db } from '#server/db/tables.ts';
import { DIRECTORY_RESOURCES } from '#server/definitions/directories.ts';
import { ApiError } from '#server/http/errors.ts';
import { DIRECTORY_RECORDS_MAX, type Directory, idOrNext } from './directory.ts';
import { formatPhoneLines, parsePhoneLines } from './phones.ts';
import { stories } from './story-queries.ts';
import { webhooks } from './webhook-queries.ts';

/** A record that belongs to no building and has no author. */
const asStoredRecord = (id: number, data: Record<string, unknown>) => ({
  id,
  data,
  building_ids: null,
  created_by: null,
});
const toText = (value: unknown): string => String(value ?? '');
const toNumberOrNull = (value: unknown): number | null => (typeof value === 'number' ? value : null);
const toLines = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

const services: Directory = {
  name: 'services',
  resource: DIRECTORY_RESOURCES.services,
  table: 'services',
  maxRecords: DIRECTORY_RECORDS_MAX,
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
      .limit(DIRECTORY_RECORDS_MAX)
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
    // Deleting it would silently take the service from performers.
    const performer = await db
      .selectFrom('user_services')
      .where('service_id', '=', id)
      .select('user_id')
      .executeTakeFirst();
    if (performer) throw new ApiError('directory_in_use');
    await db.deleteFrom('services').where('id', '=', id).where(stillAdministers(reader)).execute();
  },
};

const serviceRow = ({ name, icon, place, closed: isClosed }: Readonly<Record<string, unknown>>) => ({
  name: toText(name),
  icon: toText(icon),
  place: toNumberOrNull(place),
  closed: isClosed === true,
});

const complexes: Directory = {
  name: 'complexes',
  resource: DIRECTORY_RESOURCES.complexes,
  table: 'complexes',
  maxRecords: DIRECTORY_RECORDS_MAX,
  unique: { constraint: 'complexes_name_key', field: 'name' },
  rows: async ({ db, reader, locks }, id) => {
    const rows = await db
      .selectFrom('complexes')
      .where(stillAdministers(reader))
      .$if(id !== undefined, (query) => query.where('id', '=', Number(id)))
      .$if(locks === true, (query) => query.forUpdate())
      .select(['id', 'name'])
      .orderBy('name')
      .limit(DIRECTORY_RECORDS_MAX)
      .execute();
    return rows.map(({ id, ...data }) => asStoredRecord(id, data));
  },
  insert: async ({ db }, { data }, id) => {
    const { id: newId } = await db
      .insertInto('complexes')
      .values({ ...idOrNext(id), name: toText(data.name) })
      .returning('id')
      .executeTakeFirstOrThrow();
    return newId;
  },
  update: async ({ db, reader }, { id, data }) => {
    await db
      .updateTable('complexes')
      .set({ name: toText(data.name) })
      .where('id', '=', id)
      .where(stillAdministers(reader))
      .execute();
  },
  remove: async ({ db, reader }, { id }) => {
    // Its buildings would silently lose their complex.
    const building = await db.selectFrom('buildings').where('complex_id', '=', id).select('id').executeTakeFirst();
    if (building) throw new ApiError('directory_in_use');
    await db.deleteFrom('complexes').where('id', '=', id).where(stillAdministers(reader)).execute();
  },
};

const organisations: Directory = {
  name: 'organisations',
  resource: DIRECTORY_RESOURCES.organisations,
  table: 'companies',
  maxRecords: DIRECTORY_RECORDS_MAX,
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
      .limit(DIRECTORY_RECORDS_MAX)
      .execute();
    return rows.map(({ id, phones, ...data }) => asStoredRecord(id, { ...data, phones: formatPhoneLines(phones) }));
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
    if (data.closed === true && (await isHeadCompany(db, id))) throw new ApiError('head_company');
    await db
      .updateTable('companies')
      .set(companyRow(data))
      .where('id', '=', id)
      .where(stillAdministers(reader))
      .execute();
  },
  remove: async ({ db, reader }, { id }) => {
    if (await isHeadCompany(db, id)) throw new ApiError('head_company');
    // The notes of its shifts would be deleted with it.
    const shiftNote = await db.selectFrom('shift_notes').where('company_id', '=', id).select('id').executeTakeFirst();
    if (shiftNote) throw new ApiError('directory_in_use');
    await db.deleteFrom('companies').where('id', '=', id).where(stillAdministers(reader)).execute();
  },
};

const isHeadCompany = async (db: Parameters<Directory['rows']>[0]['db'], id: number): Promise<boolean> => {
  const row = await db.selectFrom('companies').where('id', '=', id).select('is_tenant').executeTakeFirst();
  return row?.is_tenant === true;
};

const companyRow = (data: Readonly<Record<string, unknown>>) => ({
  label: toText(data.label),
  name_short: toText(data.name_short),
  name_full: toText(data.name_full),
  phones: JSON.stringify(parsePhoneLines(toLines(data.phones))),
  license_on: data.license_on ? toText(data.license_on) : null,
  closed: data.closed === true,
});

const answers: Directory = {
  name: 'answers',
  resource: DIRECTORY_RESOURCES.answers,
  table: 'canned_answers',
  maxRecords: ANSWERS_MAX,
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
  title: toText(title),
  body: toText(text),
});

/** Number of records of a list, including those out of the reader's reach. */
export async function countRecords(db: Db, { table }: Directory): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from ${sql.table(table)}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** The company's lists, in the order of their page. */
export const ALL_DIRECTORIES: readonly Directory[] = [organisations, services, complexes, answers, stories, webhooks];
