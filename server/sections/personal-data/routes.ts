import { randomInt } from 'node:crypto';
import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { residentSaved } from '#resources/protocol/people/residents.ts';
import {
  archiveAnswer,
  archivePath,
  erasedAnswer,
  erasePath,
  PERSONAL_DATA_PATH,
  peopleAnswer,
  peopleQuery,
  personalDataAnswer,
} from '#resources/protocol/personal-data/personal-data.ts';
import { audit } from '#server/access/audit.ts';
import { requireConfirmationIfConfigured } from '#server/access/confirmed.ts';
import { findSession } from '#server/access/find-reader.ts';
import { isAdministrator } from '#server/access/reader.ts';
import { logSecurityEvent } from '#server/access/security-log.ts';
import type { ServerContext } from '#server/context.ts';
import { addressKey, addressSession, isSigned } from '#server/files/addresses.ts';
import { deleteStoredBytes } from '#server/files/queries.ts';
import { ApiError } from '#server/http/errors.ts';
import { idParams, route, type World } from '#server/http/route.ts';
import { createPersonArchive } from './archive.ts';
import { erasePerson } from './erase-queries.ts';
import { findPeopleByText, findPerson, selectTopics } from './queries.ts';

const ADMIN_ACCESS = { kind: 'administrator', scope: 'none' } as const;
const RESOURCE = 'personal-data';
/** How long the URL of an archive is valid, ms. */
const ARCHIVE_LIFETIME_MS = 5 * 60_000;
const archiveCode = (id: number, until: number) => `person-${id}-${until}`;
const archiveParams = z.object({ ...idParams.shape, until: z.coerce.number().int().positive() });
const RESIDENTS_PATH = '/api/crm/residents/';
const PERSON_PATH = `${PERSONAL_DATA_PATH}:id/`;

/** Creates an example resident of the home flat. @returns their id */
async function createExampleResident(world: World): Promise<number> {
  const phone_number = `+7998${String(randomInt(10_000_000)).padStart(7, '0')}`;
  const body = { first_name: 'Дарья', last_name: 'Калинина', phone_number, gender: 'female', units: [world.home.unit] };
  return residentSaved.parse(await world.send('POST', { url: RESIDENTS_PATH, body })).params.id;
}

/** Personal data of one person: shown, exported and erased by administrators (152-ФЗ). */
export function personalDataRoutes(app: FastifyInstance, context: ServerContext): void {
  readRoutes(app, context);
  archiveRoutes(app, context);
  eraseRoute(app, context);
}

function readRoutes(app: FastifyInstance, { db, heavyReads }: ServerContext): void {
  route(app, {
    method: 'GET',
    url: PERSONAL_DATA_PATH,
    summary: 'Люди по имени или телефону, удалённые тоже',
    access: ADMIN_ACCESS,
    query: peopleQuery,
    answer: peopleAnswer,
    example: () => ({ url: `${PERSONAL_DATA_PATH}?text=Калинина` }),
    handle: async ({ query }) => ({ results: await findPeopleByText(db, query.text) }),
  });

  route(app, {
    method: 'GET',
    url: PERSON_PATH,
    summary: 'Что хранится о человеке: сколько записей каждого вида',
    access: ADMIN_ACCESS,
    params: idParams,
    answer: personalDataAnswer,
    example: async (world) => ({ url: `${PERSONAL_DATA_PATH}${await createExampleResident(world)}/` }),
    handle: async ({ params: { id } }) => {
      const person = await findPerson(db, id);
      if (!person) throw new ApiError('not_found');
      const topics: { topic: string; count: number }[] = [];
      for (const { name, count } of await selectTopics(heavyReads, id)) {
        const rows = await count();
        if (rows > 0) topics.push({ topic: name, count: rows });
      }
      return { person, kept: topics };
    },
  });
}

function archiveRoutes(app: FastifyInstance, context: ServerContext): void {
  const { db, heavyReads, files, guard, now } = context;
  route(app, {
    method: 'POST',
    url: archivePath(0).replace('0', ':id'),
    summary: 'Адрес архива со всем, что хранится о человеке; действует пять минут',
    access: ADMIN_ACCESS,
    params: idParams,
    answer: archiveAnswer,
    example: async (world) => ({ url: archivePath(await createExampleResident(world)) }),
    handle: async ({ params: { id }, reader, request }) => {
      await requireConfirmationIfConfigured(context, reader);
      if (!(await findPerson(db, id))) throw new ApiError('not_found');
      const auditEntry = { user: reader.user, action: 'export', resource: RESOURCE, record: id };
      await audit(db, { ...auditEntry, request: request.id });
      logSecurityEvent(request, { action: 'export', user: reader.user, record: `${RESOURCE}/${id}` });
      const until = now().getTime() + ARCHIVE_LIFETIME_MS;
      const signature = addressKey(reader, archiveCode(id, until), 'original');
      return { params: { address: `${PERSONAL_DATA_PATH}${id}/archive/${until}/?by=${signature}` } };
    },
  });

  route(app, {
    method: 'GET',
    url: `${PERSON_PATH}archive/:until/`,
    summary: 'Архив со всем, что хранится о человеке, по адресу, выданному этому сеансу',
    access: { kind: 'address', of: 'administrators' },
    params: archiveParams,
    query: z.object({ by: z.string().max(80).optional() }),
    example: async (world) => {
      const answer = await world.send('POST', { url: archivePath(await createExampleResident(world)) });
      return { url: archiveAnswer.parse(answer).params.address };
    },
    handle: async ({ params: { id, until }, query: { by = '' }, reply }) => {
      const session = addressSession(by);
      const reader = session && (await findSession(db, session, now(), guard.extraSections()));
      const isValidLink = reader && isSigned(reader, archiveCode(id, until), 'original', by) && until > now().getTime();
      if (!isValidLink || reader.status !== 'active' || !isAdministrator(reader)) throw new ApiError('not_found');
      return reply
        .header('cache-control', 'no-store')
        .header('content-disposition', `attachment; filename="person-${id}.zip"`)
        .type('application/zip')
        .send(Readable.from(createPersonArchive({ db: heavyReads, files }, id)));
    },
  });
}

function eraseRoute(app: FastifyInstance, context: ServerContext): void {
  const { db, files, now } = context;
  route(app, {
    method: 'POST',
    url: erasePath(0).replace('0', ':id'),
    summary: 'Стереть данные удалённого человека; вернуть их нельзя',
    access: ADMIN_ACCESS,
    params: idParams,
    answer: erasedAnswer,
    example: async (world) => {
      const id = await createExampleResident(world);
      await world.send('DELETE', { url: `${RESIDENTS_PATH}${id}/` });
      return { url: erasePath(id) };
    },
    handle: async ({ params: { id }, reader, request }) => {
      await requireConfirmationIfConfigured(context, reader);
      const dropped = await db.transaction().execute(async (trx) => {
        const outcome = await erasePerson(trx, id, now());
        if (outcome === null) throw new ApiError('not_found');
        if (outcome === 'present') throw new ApiError('delete_first');
        if (outcome === 'erased') return [];
        const auditEntry = { user: reader.user, action: 'erase', resource: RESOURCE, record: id };
        await audit(trx, { ...auditEntry, request: request.id });
        return outcome.dropped;
      });
      await deleteStoredBytes(db, files, dropped);
      logSecurityEvent(request, { action: 'erase', user: reader.user, record: `${RESOURCE}/${id}` });
      const person = await findPerson(db, id);
      if (!person) throw new ApiError('not_found');
      return { params: person };
    },
  });
}
