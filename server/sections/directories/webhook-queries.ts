import { stillAdministers } from '#server/access/still-administers.ts';
import { DIRECTORY_RESOURCES } from '#server/definitions/directories.ts';
import { newSecret } from '#server/webhooks/signature.ts';
import { DIRECTORY_RECORDS_MAX, type Directory, idOrNext } from './directory.ts';

const webhookRow = ({ name, address, paused: isPaused }: Readonly<Record<string, unknown>>) => ({
  name: String(name),
  address: String(address),
  paused: isPaused === true,
});

/** Webhooks as a list of the company. A new webhook gets a secret, which these calls never return. */
export const webhooks: Directory = {
  name: 'webhooks',
  resource: DIRECTORY_RESOURCES.webhooks,
  table: 'webhooks',
  maxRecords: DIRECTORY_RECORDS_MAX,
  unique: { constraint: 'webhooks_name_key', field: 'name' },
  rows: async ({ db, reader, locks }, id) => {
    const rows = await db
      .selectFrom('webhooks')
      .where(stillAdministers(reader))
      .$if(id !== undefined, (query) => query.where('id', '=', Number(id)))
      .$if(locks === true, (query) => query.forUpdate())
      .select(['id', 'name', 'address', 'paused'])
      .orderBy('name')
      .limit(DIRECTORY_RECORDS_MAX)
      .execute();
    return rows.map(({ id, ...data }) => ({ id, data, building_ids: null, created_by: null }));
  },
  collectRestoreData: async ({ db }, id) =>
    db.selectFrom('webhooks').where('id', '=', id).select('secret').executeTakeFirstOrThrow(),
  insert: async ({ db }, { data }, id) => {
    const secret = typeof data.secret === 'string' ? data.secret : newSecret();
    const { id: newId } = await db
      .insertInto('webhooks')
      .values({ ...idOrNext(id), ...webhookRow(data), secret })
      .returning('id')
      .executeTakeFirstOrThrow();
    return newId;
  },
  update: async ({ db, reader }, { id, data }) => {
    await db
      .updateTable('webhooks')
      .set(webhookRow(data))
      .where('id', '=', id)
      .where(stillAdministers(reader))
      .execute();
  },
  remove: async ({ db, reader }, { id }) => {
    await db.deleteFrom('webhooks').where('id', '=', id).where(stillAdministers(reader)).execute();
  },
};
