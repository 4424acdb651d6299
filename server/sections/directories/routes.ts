import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { RECORD_VERSION } from '#resources/language/complete-definition.ts';
import type { Resource } from '#resources/language/define-resource.ts';
import { idsOf } from '#resources/language/kinds/ids.ts';
import { wireKeys } from '#resources/language/wire-keys.ts';
import { sectionTitle } from '#resources/language/words.ts';
import { record } from '#resources/protocol/definitions/records.ts';
import type { ServerContext } from '#server/context.ts';
import type { Db } from '#server/db/tables.ts';
import { dropBytes } from '#server/files/queries.ts';
import { ApiError, FieldsError } from '#server/http/errors.ts';
import { queryIds } from '#server/http/queries.ts';
import { idParams, route, type World } from '#server/http/route.ts';
import { type Changing, createReadContext, log, refuseOutdated } from '#server/records/changes.ts';
import { show } from '#server/records/declared.ts';
import { purgeAfterUndo } from '#server/records/kit/undo.ts';
import type { StoredRecord } from '#server/records/queries.ts';
import { type ShownRecord, showRecords } from '#server/records/show.ts';
import { giveUpLost, refuseDeletion, settleRecord } from '#server/records/write.ts';
import { createContextDefaults } from '#server/records/writing.ts';
import { keepDeleted, purgeDirectories, takeDeleted } from './deletion-queries.ts';
import { type Directory, RECORDS_MAX } from './directory.ts';
import { directoryExample } from './example.ts';
import { ALL_DIRECTORIES, countRecords } from './queries.ts';

/** Answers to a call about a record that is tied to buildings: status by another building, and by another entrance of the home one. */
const OUTSIDE = {
  list: [200, 200],
  read: [404, 200],
  create: [400, 400],
  change: [404, 200],
  remove: [404, 403],
  restore: [404, 200],
} as const;

/** Administrators alone; records tied to buildings are for the administrators with those buildings. */
function directoryAccess({ resource }: Directory, auditEntry: keyof typeof OUTSIDE) {
  const [building, entrance] = OUTSIDE[auditEntry];
  return resource.building === undefined
    ? ({ kind: 'administrator', scope: 'none' } as const)
    : ({ kind: 'administrator', scope: 'buildings', outside: { building, entrance } } as const);
}

const payload = z.record(z.string(), z.unknown());

/** Parameters of ra-data-simple-rest: `filter` of several records names their ids. */
const listQuery = z.object({ filter: z.string().max(20_000, 'api.malformed').optional(), buildings_id: queryIds });
const idsFilter = z.object({ id: z.array(z.coerce.number().int()).max(RECORDS_MAX).optional() });

/** The ids that a list is narrowed to; null for all of it. @throws ApiError malformed */
function idsIn(filter: string | undefined): ReadonlySet<number> | null {
  if (filter === undefined) return null;
  try {
    const { id } = idsFilter.parse(JSON.parse(filter));
    return id ? new Set(id) : null;
  } catch {
    throw new ApiError('malformed');
  }
}

/** Whether a record tied to buildings belongs to one of these buildings that the reader can access. */
function liesIn({ building }: Resource, shown: ShownRecord, buildings: readonly number[] | null): boolean {
  return building === undefined || !buildings || idsOf(shown[building]).some((id) => buildings.includes(id));
}

/** Lists that a company sets up for itself, each as ra-data-simple-rest speaks; for administrators. */
export function directoriesRoutes(app: FastifyInstance, context: ServerContext): void {
  const { db, files, now } = context;
  const purge = purgeAfterUndo(app, 'records of directories', () => purgeDirectories(db, files, now()));
  for (const directory of ALL_DIRECTORIES) {
    readRoutes(app, context, directory);
    saveRoutes(app, context, directory);
    deletionRoutes(app, context, directory, purge);
  }
}

/** Runs a write; a value that another record has is told at its field. */
async function unlessTaken<T>({ unique }: Directory, write: Promise<T>): Promise<T> {
  try {
    return await write;
  } catch (error) {
    const { code, constraint } = error as { code?: unknown; constraint?: unknown };
    if (unique && code === '23505' && constraint === unique.constraint) {
      throw new FieldsError({ [unique.field]: ['validation.taken'] });
    }
    // A record that others refer to.
    if (code === '23503') throw new ApiError('directory_in_use', {}, error);
    throw error;
  }
}

/** One record, locked until the transaction ends. @throws ApiError not_found */
async function toChange({ trx, reader, now }: Changing, directory: Directory, id: number): Promise<StoredRecord> {
  const [found] = await directory.rows({ db: trx, reader, now, locks: true }, id);
  if (!found) throw new ApiError('not_found');
  return found;
}

/** Refuses a body without any field of the definition: it would change nothing. @throws FieldsError */
function refuseStrangers({ fields }: Resource, body: Readonly<Record<string, unknown>>): void {
  const keys = Object.entries(fields).flatMap(([name, field]) => wireKeys(name, field));
  if (keys.some((key) => Object.hasOwn(body, key))) return;
  throw new FieldsError({ [keys[0] ?? 'id']: ['validation.required'] });
}

/** Makes one as the actor. @returns its address */
async function newOne(world: World, { resource: { api } }: Directory, body: object): Promise<string> {
  const made = record.parse(await world.send('POST', { url: api.path, body }));
  return `${api.path}${made.id}/`;
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
      const ids = idsIn(query.filter);
      const all = await directory.rows({ db, reader, now: now() });
      const named = ids ? all.filter(({ id }) => ids.has(id)) : all;
      const shown = await showRecords({ db, reader, generic }, resource, named);
      const rows = shown.filter((one) => liesIn(resource, one, query.buildings_id));
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
    example: async (world) => ({ url: await newOne(world, directory, await directoryExample(directory, world)) }),
    handle: async ({ reader, params }) => {
      const found = await directory.rows({ db, reader, now: now() }, params.id);
      if (!found.length) throw new ApiError('not_found');
      return show(await showRecords({ db, reader, generic }, resource, found));
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
          make: async () => {
            const changing = { trx, resource, reader, request: request.id, now: now(), ...defaults() };
            const call = { db: trx, reader, now: changing.now };
            if ((await countRecords(trx, directory)) >= directory.most) {
              throw new ApiError('too_many_in_directory', { max: directory.most });
            }
            const settled = await settleRecord(createReadContext(changing), resource, body, null);
            const id = await directory.insert(call, settled);
            await log(changing, { action: 'create', record: id, after: settled.data });
            return shownNow(changing, directory, id);
          },
          stands: async ({ id }) => (await directory.rows({ db: trx, reader, now: now() }, id)).length > 0,
        }),
      );
      return unlessTaken(directory, write);
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
      const url = await newOne(world, directory, await directoryExample(directory, world));
      return { url, body: await directoryExample(directory, world) };
    },
    handle: async ({ reader, params: { id }, body, request }) => {
      const write = db.transaction().execute(async (trx) => {
        const changing = { trx, resource, reader, request: request.id, now: now(), ...defaults() };
        const before = await toChange(changing, directory, id);
        refuseStrangers(resource, body);
        await refuseOutdated(changing, before, body[RECORD_VERSION]);
        const settled = await settleRecord(createReadContext(changing), resource, body, before);
        const after = { ...settled, id, created_by: before.created_by };
        await directory.update({ db: trx, reader, now: changing.now }, after);
        await log(changing, { action: 'update', record: id, before: before.data, after: after.data });
        const lost = await giveUpLost(trx, resource, before.data, after.data);
        return { shown: await shownNow(changing, directory, id), lost };
      });
      const { shown, lost } = await unlessTaken(directory, write);
      await dropBytes(db, files, lost);
      return shown;
    },
  });
}

/** A record as the reader sees it within the transaction that wrote it. */
async function shownNow(changing: Changing, directory: Directory, id: number) {
  const found = await toChange(changing, directory, id);
  return show(await showRecords(createReadContext(changing), directory.resource, [found]));
}

function deletionRoutes(app: FastifyInstance, context: ServerContext, directory: Directory, purge: () => void): void {
  const { db, now } = context;
  const { resource } = directory;
  const title = sectionTitle(resource.words);
  const defaults = createContextDefaults(context);
  const changingIn = (trx: Db, call: Pick<Changing, 'reader'> & { request: { id: string } }) =>
    ({ trx, resource, reader: call.reader, request: call.request.id, now: now(), ...defaults() }) satisfies Changing;

  route(app, {
    method: 'DELETE',
    url: `${resource.api.path}:id/`,
    summary: `${title}: удалить запись, которая не используется; 10 секунд её можно вернуть`,
    access: directoryAccess(directory, 'remove'),
    params: idParams,
    answer: record,
    example: async (world) => ({ url: await newOne(world, directory, await directoryExample(directory, world)) }),
    handle: async ({ params: { id }, reader, request }) => {
      const write = db.transaction().execute(async (trx) => {
        const changing = changingIn(trx, { reader, request });
        const before = await toChange(changing, directory, id);
        await refuseDeletion(trx, reader, resource, before);
        const answer = show(await showRecords(createReadContext(changing), resource, [before]));
        const call = { db: trx, reader, now: changing.now };
        const data = { ...before.data, ...(await directory.remember?.(call, id)) };
        await directory.remove(call, before);
        await keepDeleted(trx, directory, { id, data }, changing.now);
        await log(changing, { action: 'delete', record: id, before: before.data });
        return answer;
      });
      const shown = await unlessTaken(directory, write);
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
      const url = await newOne(world, directory, await directoryExample(directory, world));
      await world.send('DELETE', { url });
      return { url: `${url}restore/` };
    },
    handle: ({ params: { id }, reader, request }) => {
      const write = db.transaction().execute(async (trx) => {
        const changing = changingIn(trx, { reader, request });
        const data = await takeDeleted(trx, directory, id, changing.now);
        if (!data) throw new ApiError('not_found');
        await directory.insert({ db: trx, reader, now: changing.now }, { data, building_ids: null }, id);
        const { data: after } = await toChange(changing, directory, id);
        await log(changing, { action: 'restore', record: id, after });
        return shownNow(changing, directory, id);
      });
      return unlessTaken(directory, write);
    },
  });
}
