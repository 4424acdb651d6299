import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { RECORD_VERSION } from '#resources/language/complete-definition.ts';
import type { Resource } from '#resources/language/define-resource.ts';
import { toIds } from '#resources/language/kinds/ids.ts';
import { wireKeys } from '#resources/language/wire-keys.ts';
import { sectionTitle } from '#resources/language/words.ts';
import { record } from '#resources/protocol/definitions/records.ts';
import type { ServerContext } from '#server/context.ts';
import type { Db } from '#server/db/tables.ts';
import { deleteStoredBytes } from '#server/files/queries.ts';
import { ApiError, FieldsError } from '#server/http/errors.ts';
import { queryIds } from '#server/http/queries.ts';
import { idParams, route, type World } from '#server/http/route.ts';
import { type ChangeContext, createReadContext, log, refuseOutdated } from '#server/records/changes.ts';
import { onlyItem } from '#server/records/declared.ts';
import { purgeAfterUndo } from '#server/records/kit/undo.ts';
import type { StoredRecord } from '#server/records/queries.ts';
import { type ShownRecord, showRecords } from '#server/records/show.ts';
import { deleteRemovedFiles, requireDeletable, validateRecord } from '#server/records/write.ts';
import { createContextDefaults } from '#server/records/writing.ts';
import { purgeDirectories, storeDeletedRecord, takeDeletedRecord } from './deletion-queries.ts';
import { DIRECTORY_RECORDS_MAX, type Directory } from './directory.ts';
import { directoryExample } from './example.ts';
import { ALL_DIRECTORIES, countRecords } from './queries.ts';

/**
 * Statuses of calls about a record tied to buildings, for a caller who has only another building, or only another entrance of the
 * building.
 */
const STATUSES_OUTSIDE = {
  list: [200, 200],
  read: [404, 200],
  create: [400, 400],
  change: [404, 200],
  remove: [404, 403],
  restore: [404, 200],
} as const;

/** Only administrators; for records tied to buildings, only those with access to the buildings. */
function directoryAccess({ resource }: Directory, operation: keyof typeof STATUSES_OUTSIDE) {
  const [building, entrance] = STATUSES_OUTSIDE[operation];
  return resource.building === undefined
    ? ({ kind: 'administrator', scope: 'none' } as const)
    : ({ kind: 'administrator', scope: 'buildings', outside: { building, entrance } } as const);
}

const payload = z.record(z.string(), z.unknown());

/** Parameters of ra-data-simple-rest; `filter` may name the ids of several records. */
const listQuery = z.object({ filter: z.string().max(20_000, 'api.malformed').optional(), buildings_id: queryIds });
const idsFilter = z.object({ id: z.array(z.coerce.number().int()).max(DIRECTORY_RECORDS_MAX).optional() });

/** Ids that a list is narrowed to; null for all. @throws ApiError malformed */
function parseIdsFilter(filter: string | undefined): ReadonlySet<number> | null {
  if (filter === undefined) return null;
  try {
    const { id } = idsFilter.parse(JSON.parse(filter));
    return id ? new Set(id) : null;
  } catch {
    throw new ApiError('malformed');
  }
}

/**
 * Whether a record belongs to one of these buildings; true for every record without a filter, and for those not tied to
 * buildings.
 */
function isInBuildings({ building }: Resource, shown: ShownRecord, buildings: readonly number[] | null): boolean {
  return building === undefined || !buildings || toIds(shown[building]).some((id) => buildings.includes(id));
}

/** Lists that a company maintains itself, in the protocol of ra-data-simple-rest; for administrators. */
export function directoriesRoutes(app: FastifyInstance, context: ServerContext): void {
  const { db, files, now } = context;
  const purge = purgeAfterUndo(app, 'records of directories', () => purgeDirectories(db, files, now()));
  for (const directory of ALL_DIRECTORIES) {
    readRoutes(app, context, directory);
    saveRoutes(app, context, directory);
    deletionRoutes(app, context, directory, purge);
  }
}

/**
 * Runs a write and translates violated constraints: a duplicate value is reported at its field, a record in use as
 * directory_in_use.
 */
async function translateViolations<T>({ unique }: Directory, write: Promise<T>): Promise<T> {
  try {
    return await write;
  } catch (error) {
    const { code, constraint } = error as { code?: unknown; constraint?: unknown };
    if (unique && code === '23505' && constraint === unique.constraint) {
      throw new FieldsError({ [unique.field]: ['validation.taken'] });
    }
    // Foreign key violation: other records refer to this one.
    if (code === '23503') throw new ApiError('directory_in_use', {}, error);
    throw error;
  }
}

/** Reads and locks a record until the transaction ends. @throws ApiError not_found */
async function lockRecord(
  { trx, reader, now }: ChangeContext,
  directory: Directory,
  id: number,
): Promise<StoredRecord> {
  const [storedRecord] = await directory.rows({ db: trx, reader, now, locks: true }, id);
  if (!storedRecord) throw new ApiError('not_found');
  return storedRecord;
}

/** Refuses a body without any field of the definition, since it would change nothing. @throws FieldsError */
function refuseUnknownFields({ fields }: Resource, body: Readonly<Record<string, unknown>>): void {
  const keys = Object.entries(fields).flatMap(([name, field]) => wireKeys(name, field));
  if (keys.some((key) => Object.hasOwn(body, key))) return;
  throw new FieldsError({ [keys[0] ?? 'id']: ['validation.required'] });
}

/** Creates an example record. @returns its path */
async function createExampleRecord(world: World, { resource: { api } }: Directory, body: object): Promise<string> {
  const created = record.parse(await world.send('POST', { url: api.path, body }));
  return `${api.path}${created.id}/`;
}

function readRoutes(app: FastifyInstance, { db, now, catalogue }: ServerContext, directory: Directory): void {
  const { resource } = directory;
  const generic = (name: string) => catalogue.generic(name);
  const title = sectionTitle(resource.words);

  route(app, {
    method: 'GET',
    url: resource.api.path,
    summary: `${title} компании`,
    access: directoryAccess(directory, 'list'),
    query: listQuery,
    answer: z.array(record),
    example: ({ home }) => ({
      url: resource.building === undefined ? resource.api.path : `${resource.api.path}?buildings_id=${home.building}`,
    }),
    handle: async ({ reader, query, reply }) => {
      const ids = parseIdsFilter(query.filter);
      const all = await directory.rows({ db, reader, now: now() });
      const filtered = ids ? all.filter(({ id }) => ids.has(id)) : all;
      const shown = await showRecords({ db, reader, generic }, resource, filtered);
      const rows = shown.filter((shownRecord) => isInBuildings(resource, shownRecord, query.buildings_id));
      reply.header('content-range', `${resource.name} ${rows.length ? `0-${rows.length - 1}` : '*'}/${rows.length}`);
      return rows;
    },
  });

  route(app, {
    method: 'GET',
    url: `${resource.api.path}:id/`,
    summary: `${title}: запись`,
    access: directoryAccess(directory, 'read'),
    params: idParams,
    answer: record,
    example: async (world) => ({
      url: await createExampleRecord(world, directory, await directoryExample(directory, world)),
    }),
    handle: async ({ reader, params }) => {
      const rows = await directory.rows({ db, reader, now: now() }, params.id);
      if (!rows.length) throw new ApiError('not_found');
      return onlyItem(await showRecords({ db, reader, generic }, resource, rows));
    },
  });
}

function saveRoutes(app: FastifyInstance, context: ServerContext, directory: Directory): void {
  const { db, files, now } = context;
  const { resource } = directory;
  const title = sectionTitle(resource.words);
  const defaults = createContextDefaults(context);

  route(app, {
    method: 'POST',
    url: resource.api.path,
    summary: `${title}: новая запись`,
    access: directoryAccess(directory, 'create'),
    body: payload,
    once: true,
    ok: 201,
    answer: record,
    example: async (world) => ({ url: resource.api.path, body: await directoryExample(directory, world) }),
    handle: ({ reader, body, once, request }) => {
      const write = db.transaction().execute((trx) =>
        once(trx, {
          create: async () => {
            const changing = { trx, resource, reader, request: request.id, now: now(), ...defaults() };
            const call = { db: trx, reader, now: changing.now };
            if ((await countRecords(trx, directory)) >= directory.maxRecords) {
              throw new ApiError('too_many_in_directory', { max: directory.maxRecords });
            }
            const settled = await validateRecord(createReadContext(changing), resource, body, null);
            const id = await directory.insert(call, settled);
            await log(changing, { action: 'create', record: id, after: settled.data });
            return showWrittenRecord(changing, directory, id);
          },
          isStillVisible: async ({ id }) => (await directory.rows({ db: trx, reader, now: now() }, id)).length > 0,
        }),
      );
      return translateViolations(directory, write);
    },
  });

  route(app, {
    method: 'PUT',
    url: `${resource.api.path}:id/`,
    summary: `${title}: изменить; чего в теле нет, остаётся, с ${RECORD_VERSION} чужая правка не затирается`,
    access: directoryAccess(directory, 'change'),
    params: idParams,
    body: payload,
    answer: record,
    example: async (world) => {
      const url = await createExampleRecord(world, directory, await directoryExample(directory, world));
      return { url, body: await directoryExample(directory, world) };
    },
    handle: async ({ reader, params: { id }, body, request }) => {
      const write = db.transaction().execute(async (trx) => {
        const changing = { trx, resource, reader, request: request.id, now: now(), ...defaults() };
        const before = await lockRecord(changing, directory, id);
        refuseUnknownFields(resource, body);
        await refuseOutdated(changing, before, body[RECORD_VERSION]);
        const settled = await validateRecord(createReadContext(changing), resource, body, before);
        const after = { ...settled, id, created_by: before.created_by };
        await directory.update({ db: trx, reader, now: changing.now }, after);
        await log(changing, { action: 'update', record: id, before: before.data, after: after.data });
        const lost = await deleteRemovedFiles(trx, resource, before.data, after.data);
        return { shown: await showWrittenRecord(changing, directory, id), lost };
      });
      const { shown, lost } = await translateViolations(directory, write);
      await deleteStoredBytes(db, files, lost);
      return shown;
    },
  });
}

/** Serialises a record for the reader, within the transaction that wrote it. */
async function showWrittenRecord(changing: ChangeContext, directory: Directory, id: number) {
  const storedRecord = await lockRecord(changing, directory, id);
  return onlyItem(await showRecords(createReadContext(changing), directory.resource, [storedRecord]));
}

function deletionRoutes(app: FastifyInstance, context: ServerContext, directory: Directory, purge: () => void): void {
  const { db, now } = context;
  const { resource } = directory;
  const title = sectionTitle(resource.words);
  const defaults = createContextDefaults(context);
  const createChanging = (trx: Db, call: Pick<ChangeContext, 'reader'> & { request: { id: string } }) =>
    ({
      trx,
      resource,
      reader: call.reader,
      request: call.request.id,
      now: now(),
      ...defaults(),
    }) satisfies ChangeContext;

  route(app, {
    method: 'DELETE',
    url: `${resource.api.path}:id/`,
    summary: `${title}: удалить запись, которая не используется; 10 секунд её можно вернуть`,
    access: directoryAccess(directory, 'remove'),
    params: idParams,
    answer: record,
    example: async (world) => ({
      url: await createExampleRecord(world, directory, await directoryExample(directory, world)),
    }),
    handle: async ({ params: { id }, reader, request }) => {
      const write = db.transaction().execute(async (trx) => {
        const changing = createChanging(trx, { reader, request });
        const before = await lockRecord(changing, directory, id);
        await requireDeletable(trx, reader, resource, before);
        const answer = onlyItem(await showRecords(createReadContext(changing), resource, [before]));
        const call = { db: trx, reader, now: changing.now };
        const data = { ...before.data, ...(await directory.collectRestoreData?.(call, id)) };
        await directory.remove(call, before);
        await storeDeletedRecord(trx, directory, { id, data }, changing.now);
        await log(changing, { action: 'delete', record: id, before: before.data });
        return answer;
      });
      const shown = await translateViolations(directory, write);
      purge();
      return shown;
    },
  });

  route(app, {
    method: 'POST',
    url: `${resource.api.path}:id/restore/`,
    summary: `${title}: вернуть запись, удалённую только что`,
    access: directoryAccess(directory, 'restore'),
    params: idParams,
    answer: record,
    example: async (world) => {
      const url = await createExampleRecord(world, directory, await directoryExample(directory, world));
      await world.send('DELETE', { url });
      return { url: `${url}restore/` };
    },
    handle: ({ params: { id }, reader, request }) => {
      const write = db.transaction().execute(async (trx) => {
        const changing = createChanging(trx, { reader, request });
        const data = await takeDeletedRecord(trx, directory, id, changing.now);
        if (!data) throw new ApiError('not_found');
        await directory.insert({ db: trx, reader, now: changing.now }, { data, building_ids: null }, id);
        const { data: after } = await lockRecord(changing, directory, id);
        await log(changing, { action: 'restore', record: id, after });
        return showWrittenRecord(changing, directory, id);
      });
      return translateViolations(directory, write);
    },
  });
}
