import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import * as z from 'zod';
import { fieldRule } from '#resources/language/payload.ts';
import { COUNT } from '#resources/limits.ts';
import { type ResidentSaved, residentSaved, residentStatus, suspendBody } from '#resources/protocol/residents.ts';
import { seenVersion } from '#resources/protocol/versions.ts';
import { residents } from '#resources/sections/residents.ts';
import { audit } from '#server/access/audit.ts';
import { askInvitation, countInvitation } from '#server/access/invitations.ts';
import type { ServerContext } from '#server/context.ts';
import type { Gender } from '#server/db/tables/access.ts';
import type { Db } from '#server/db/tables.ts';
import { ApiError, FieldsError } from '#server/http/errors.ts';
import { idParams, route } from '#server/http/route.ts';
import { refuseStale } from '#server/records/record-version.ts';
import { newResident, RESIDENTS_URL, residentBody } from './example.ts';
import {
  insertResident,
  oneResident,
  residentToChange,
  setUnits,
  suspendResident,
  unitsInReach,
  updateResident,
  versionedResident,
} from './queries.ts';
import { hideResident, KEPT, purgeResidents, unhideResident } from './undo-queries.ts';

/**
 * Takes the flats of deleted residents once their time is over.
 * @returns call it after the commit that deleted one. What a process that ended has left goes with the next tidying (`upkeep.ts`)
 */
function purgeLater(app: FastifyInstance, { db, now }: ServerContext): () => void {
  const timers = new Set<NodeJS.Timeout>();
  app.addHook('onClose', async () => {
    for (const timer of timers) clearTimeout(timer);
  });
  return () => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      purgeResidents(db, now()).catch((error: unknown) =>
        app.log.error({ err: error }, 'a deleted resident cannot be tidied away'),
      );
    }, KEPT);
    timer.unref();
    timers.add(timer);
  };
}

/**
 * The units of a resident after a change: those chosen, in their order, then those that are not the manager's to touch, which
 * stay whether or not the payload names them.
 * @param before every unit he has, and those of them in the manager's reach; none for a new resident
 * @throws FieldsError for a unit that is unknown or out of reach, and for more than ten
 */
async function settleUnits(
  trx: Db,
  holder: { readonly user: number },
  before: { units: readonly number[]; seen: readonly number[] },
  chosen: readonly number[],
): Promise<number[]> {
  const fixed = before.units.filter((id) => !before.seen.includes(id));
  const wanted = chosen.filter((id) => !fixed.includes(id));
  const reached = await unitsInReach(trx, holder, wanted);
  if (wanted.some((id) => !reached.has(id))) throw new FieldsError({ units: ['validation.unknown'] });
  const units = [...wanted, ...fixed];
  if (units.length > COUNT.residentUnitsMax) throw new FieldsError({ units: ['validation.unitsMax'] });
  return units;
}

const { name, surname, phoneNumber, gender, units } = residents.fields;
/** The rules of the definition, with the types of what they give out. */
const payload = z.object({
  first_name: fieldRule(name) as z.ZodType<string>,
  last_name: fieldRule(surname) as z.ZodType<string>,
  phone_number: fieldRule(phoneNumber) as z.ZodType<string>,
  gender: fieldRule(gender) as z.ZodType<Gender>,
  units: fieldRule(units) as z.ZodType<number[]>,
});

const changeBody = payload.extend({ version: seenVersion.optional() });

const CHANGE = {
  kind: 'section',
  section: 'residents',
  action: 'change',
  scope: 'buildings',
  outside: { building: 404, entrance: 404 },
} as const;

const personal = ({ first_name, last_name, phone_number, gender }: z.output<typeof payload>) => ({
  first_name,
  last_name,
  phone: phone_number,
  gender,
});

const taken = () => new FieldsError({ phone_number: ['validation.phoneTaken'] });

/** Runs a write; a telephone that somebody else got meanwhile is said of its field. */
async function unlessTaken<T>(write: Promise<T>): Promise<T> {
  try {
    return await write;
  } catch (error) {
    const { code, constraint } = error as { code?: unknown; constraint?: unknown };
    if (code === '23505' && constraint === 'users_phone_key') throw taken();
    throw error;
  }
}

/** Residents to write (B§3, B§7, RES-17…20, RES-35…41). */
export function residentsChangeRoutes(app: FastifyInstance, building: ServerContext): void {
  const { db, invitations, now } = building;
  const purge = purgeLater(app, building);

  /** An answer with whether the invitation has gone out; after the commit. The person is saved in any case. */
  const invited = async ({ params }: { params: ResidentSaved }, log: FastifyBaseLogger) => ({
    params: { ...params, invited: await invitations.deliver(params.id, log) },
  });

  route(app, {
    method: 'POST',
    url: RESIDENTS_URL,
    summary: 'Пригласить резидента; приглашение уходит в СМС',
    access: { ...CHANGE, outside: { building: 400, entrance: 400 } },
    body: payload,
    once: true,
    ok: 201,
    answer: residentSaved,
    example: (world) => ({ url: RESIDENTS_URL, body: residentBody(world) }),
    handle: async ({ reader, body, once, request }) => {
      const told = (saved: { params: ResidentSaved }) => invited(saved, request.log);
      const made = await db.transaction().execute((trx) =>
        once(trx, {
          told,
          make: async () => {
            const homes = await settleUnits(trx, reader, { units: [], seen: [] }, body.units);
            const id = await insertResident(trx, personal(body), now());
            if (id === null) throw taken();
            await setUnits(trx, id, homes);
            const made = { ...body, id, user: id, units: homes, status: 'created' as const };
            const deed = { user: reader.user, action: 'create', resource: 'residents', record: id };
            await audit(trx, { ...deed, after: made, request: request.id });
            await askInvitation(trx, id, null, now(), await countInvitation(trx, body.phone_number, now()));
            return { params: made };
          },
          stands: async ({ params }) => (await oneResident(trx, reader, params.id)) !== null,
        }),
      );
      return told(made);
    },
  });

  route(app, {
    method: 'PUT',
    url: `${RESIDENTS_URL}:id/`,
    summary: 'Изменить резидента; помещения в недоступных подъездах остаются, с version чужая правка не затирается',
    access: CHANGE,
    params: idParams,
    body: changeBody,
    answer: residentSaved,
    example: async (world) => ({ url: await newResident(world), body: residentBody(world) }),
    handle: async ({ reader, params, body: { version, ...body }, request }) => {
      const { id } = params;
      const { after, renewed } = await unlessTaken(
        db.transaction().execute(async (trx) => {
          const before = await residentToChange(trx, reader, id);
          if (!before) throw new ApiError('not_found');
          const parts = [versionedResident(before, before.seen)];
          await refuseStale(trx, version, { resource: 'residents', record: id, parts, stored: before });
          const homes = await settleUnits(trx, reader, before, body.units);
          await updateResident(trx, id, personal(body), now());
          await setUnits(trx, id, homes);
          const deed = { user: reader.user, action: 'update', resource: 'residents', record: id };
          const stored = { ...personal(body), id, units: homes };
          await audit(trx, { ...deed, before, after: stored, request: request.id });
          const seen = await unitsInReach(trx, reader, homes);
          const status = before.status as 'active' | 'created' | 'suspended';
          const after = { ...body, id, user: id, status, units: homes.filter((unit) => seen.has(unit)) };
          // Who was invited by a number that was wrong is invited by the right one.
          const renewed = status === 'created' && before.phone !== body.phone_number;
          if (renewed) await askInvitation(trx, id, null, now(), await countInvitation(trx, body.phone_number, now()));
          return { after, renewed };
        }),
      );
      return renewed ? invited({ params: after }, request.log) : { params: after };
    },
  });

  route(app, {
    method: 'POST',
    url: `${RESIDENTS_URL}:id/suspend/`,
    summary: 'Заблокировать или разблокировать резидента',
    access: CHANGE,
    params: idParams,
    body: suspendBody,
    answer: residentStatus,
    example: async (world) => ({ url: `${await newResident(world)}suspend/`, body: { flag: true } }),
    handle: ({ reader, params, body, request }) =>
      db.transaction().execute(async (trx) => {
        const before = await residentToChange(trx, reader, params.id);
        if (!before) throw new ApiError('not_found');
        const status = await suspendResident(trx, before, body.flag, now());
        const deed = { user: reader.user, action: body.flag ? 'suspend' : 'unsuspend', resource: 'residents' };
        const states = { before: { status: before.status }, after: { status } };
        await audit(trx, { ...deed, record: params.id, ...states, request: request.id });
        return { params: { id: params.id, user: params.id, status } };
      }),
  });

  route(app, {
    method: 'DELETE',
    url: `${RESIDENTS_URL}:id/`,
    summary: 'Удалить резидента; 10 секунд его можно вернуть',
    access: CHANGE,
    params: idParams,
    ok: 204,
    example: async (world) => ({ url: await newResident(world) }),
    handle: async ({ reader, params, request }) => {
      await db.transaction().execute(async (trx) => {
        const before = await residentToChange(trx, reader, params.id);
        if (!before) throw new ApiError('not_found');
        // Whoever also lives elsewhere is not this manager's alone to delete.
        if (before.seen.length < before.units.length) throw new ApiError('elsewhere');
        await hideResident(trx, before, now());
        const deed = { user: reader.user, action: 'delete', resource: 'residents', record: params.id };
        await audit(trx, { ...deed, before, request: request.id });
      });
      purge();
      return undefined;
    },
  });

  route(app, {
    method: 'POST',
    url: `${RESIDENTS_URL}:id/restore/`,
    summary: 'Вернуть резидента, удалённого только что',
    access: CHANGE,
    params: idParams,
    answer: residentStatus,
    example: async (world) => {
      const url = await newResident(world);
      await world.send('DELETE', { url });
      return { url: `${url}restore/` };
    },
    handle: ({ reader, params, request }) =>
      unlessTaken(
        db.transaction().execute(async (trx) => {
          const found = await residentToChange(trx, reader, params.id, true);
          if (!found) throw new ApiError('not_found');
          const restored = await unhideResident(trx, params.id, now());
          if (restored === 'late') throw new ApiError('not_found');
          if (restored === 'taken') throw taken();
          const after = { id: params.id, user: params.id, status: restored.status };
          const deed = { user: reader.user, action: 'restore', resource: 'residents', record: params.id };
          await audit(trx, { ...deed, after, request: request.id });
          return { params: after };
        }),
      ),
  });
}
