import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import * as z from 'zod';
import { fieldRule } from '#resources/language/payload.ts';
import { COUNT } from '#resources/limits.ts';
import {
  type ResidentSaved,
  residentSaved,
  residentStatus,
  suspendBody,
} from '#resources/protocol/people/residents.ts';
import { editedVersion } from '#resources/protocol/versions.ts';
import { residents } from '#resources/sections/residents.ts';
import { requireConfirmationIfConfigured } from '#server/access/confirmed.ts';
import { countInvitation, queueInvitation } from '#server/access/invitations.ts';
import { lockReachableUnits } from '#server/access/links.ts';
import type { Principal } from '#server/access/reader.ts';
import { endTokens } from '#server/access/tokens.ts';
import type { ServerContext } from '#server/context.ts';
import type { Db } from '#server/db/tables.ts';
import { ApiError, FieldsError } from '#server/http/errors.ts';
import { idParams, route } from '#server/http/route.ts';
import { hidePerson, restorePerson } from '#server/records/kit/deleted-people.ts';
import { purgeAfterUndo } from '#server/records/kit/undo.ts';
import { recordWrites } from '#server/records/kit/writes.ts';
import { createExampleInvitee, exampleResidentBody, RESIDENTS_URL } from './example.ts';
import {
  type ChangedResident,
  findResident,
  insertResident,
  lockResident,
  purgeResidents,
  replaceResidentUnits,
  residentFields,
  residentVersionInput,
  suspendResident,
  updateResident,
} from './queries.ts';

/**
 * Units of a resident after a change: the chosen ones, in their order, then those out of the manager's reach, which stay whether
 * or not the payload names them.
 * @param before all units of the resident, and those of them in the manager's reach; none for a new resident
 * @throws FieldsError for a unit that is unknown or out of reach, and for more than ten units
 */
async function settleUnits(
  trx: Db,
  principal: Principal,
  before: { units: readonly number[]; seen: readonly number[] },
  chosenIds: readonly number[],
): Promise<number[]> {
  const fixedIds = before.units.filter((id) => !before.seen.includes(id));
  const editableIds = chosenIds.filter((id) => !fixedIds.includes(id));
  const reachableUnits = await lockReachableUnits(trx, principal, editableIds);
  if (editableIds.some((id) => !reachableUnits.has(id))) throw new FieldsError({ units: ['validation.unknown'] });
  const units = [...editableIds, ...fixedIds];
  if (units.length > COUNT.residentUnitsMax) throw new FieldsError({ units: ['validation.unitsMax'] });
  return units;
}

const payload = z.object({
  ...residentFields.rules,
  units: fieldRule(residents.fields.units),
});

const changeBody = payload.extend({ version: editedVersion.optional() });

const CHANGE_ACCESS = {
  kind: 'section',
  section: 'residents',
  action: 'change',
  scope: 'buildings',
  outside: { building: 404, entrance: 404 },
} as const;

const phoneTakenError = () => new FieldsError({ phone_number: ['validation.phoneTaken'] });

/** Runs a write; a phone that was taken meanwhile is reported at its field. */
async function reportTakenPhone<T>(write: Promise<T>): Promise<T> {
  try {
    return await write;
  } catch (error) {
    const { code, constraint } = error as { code?: unknown; constraint?: unknown };
    if (code === '23505' && constraint === 'users_phone_key') throw phoneTakenError();
    throw error;
  }
}

const residentWrites = (context: ServerContext) =>
  recordWrites(context, residents, {
    find: (trx, reader, id) => lockResident(trx, reader, id),
  });

type Writes = ReturnType<typeof residentWrites>;

/** Write routes of residents (RES-17…20, RES-35…41). */
export function residentsChangeRoutes(app: FastifyInstance, context: ServerContext): void {
  const writes = residentWrites(context);
  savingRoutes(app, context, writes);
  suspensionRoutes(app, context, writes);
  deletionRoutes(app, context, writes);
}

function savingRoutes(app: FastifyInstance, { invitations, settings, now }: ServerContext, writes: Writes): void {
  /**
   * Sends the invitation and adds to the answer whether it was sent. It runs after the commit, so that a failed invitation does
   * not undo the change.
   */
  const deliverInvitation = async ({ params }: { params: ResidentSaved }, log: FastifyBaseLogger) => ({
    params: { ...params, invited: await invitations.deliver(params.id, log) },
  });

  route(app, {
    method: 'POST',
    url: RESIDENTS_URL,
    summary: 'Пригласить резидента; приглашение уходит в СМС',
    access: { ...CHANGE_ACCESS, outside: { building: 400, entrance: 400 } },
    body: payload,
    once: true,
    ok: 201,
    answer: residentSaved,
    example: (world) => ({ url: RESIDENTS_URL, body: exampleResidentBody(world) }),
    handle: ({ body, ...call }) =>
      writes.create(call, {
        afterCommit: (saved: { params: ResidentSaved }) => deliverInvitation(saved, call.request.log),
        create: async (trx) => {
          const homes = await settleUnits(trx, call.reader, { units: [], seen: [] }, body.units);
          const row = residentFields.toRow(body);
          const id = await insertResident(trx, row, now());
          if (id === null) throw phoneTakenError();
          await replaceResidentUnits(trx, id, homes);
          await queueInvitation(trx, id, null, now(), await countInvitation(trx, row.phone, now()));
          const created = { ...residentFields.toWire(row), id, user: id, units: homes, status: 'created' as const };
          return { id, answer: { params: created }, after: created };
        },
        isStillVisible: async (trx, { params }) => (await findResident(trx, call.reader, params.id)) !== null,
      }),
  });

  route(app, {
    method: 'PUT',
    url: `${RESIDENTS_URL}:id/`,
    summary: 'Изменить резидента; помещения в недоступных подъездах остаются, с version чужая правка не затирается',
    access: CHANGE_ACCESS,
    params: idParams,
    body: changeBody,
    answer: residentSaved,
    example: async (world) => ({ url: await createExampleInvitee(world), body: exampleResidentBody(world) }),
    handle: async ({ params: { id }, body, ...call }) => {
      const base = {
        version: body.version,
        parts: (_trx: Db, resident: ChangedResident) => [residentVersionInput(resident, resident.seen)],
        auditValues: (resident: ChangedResident) => resident,
      };
      const change = writes.change(call, { id, base }, async (trx, before) => {
        const row = residentFields.toRow(body, before);
        if (before.phone !== row.phone) await requireConfirmationIfConfigured({ db: trx, settings, now }, call.reader);
        const homes = await settleUnits(trx, call.reader, before, body.units);
        await updateResident(trx, id, row, now());
        await replaceResidentUnits(trx, id, homes);
        const reachableUnits = await lockReachableUnits(trx, call.reader, homes);
        const status = before.status as 'active' | 'created' | 'suspended';
        // With another phone the invitation is sent again, to the new number.
        const isReinvited = status === 'created' && before.phone !== row.phone;
        if (isReinvited) await queueInvitation(trx, id, null, now(), await countInvitation(trx, row.phone, now()));
        const units = homes.filter((unit) => reachableUnits.has(unit));
        const after = { ...residentFields.toWire(row), id, user: id, status, units };
        return { result: { after, renewed: isReinvited }, logged: { before, after: { ...row, id, units: homes } } };
      });
      const { after, renewed } = await reportTakenPhone(change);
      return renewed ? deliverInvitation({ params: after }, call.request.log) : { params: after };
    },
  });
}

function suspensionRoutes(app: FastifyInstance, { now }: ServerContext, writes: Writes): void {
  route(app, {
    method: 'POST',
    url: `${RESIDENTS_URL}:id/suspend/`,
    summary: 'Заблокировать или разблокировать резидента',
    access: CHANGE_ACCESS,
    params: idParams,
    body: suspendBody,
    answer: residentStatus,
    example: async (world) => ({ url: `${await createExampleInvitee(world)}suspend/`, body: { flag: true } }),
    handle: ({ params: { id }, body, ...call }) =>
      writes.change(call, { id, action: body.flag ? 'suspend' : 'unsuspend' }, async (trx, before) => {
        const status = await suspendResident(trx, before, body.flag, now());
        const logged = { before: { status: before.status }, after: { status } };
        return { result: { params: { id, user: id, status } }, logged };
      }),
  });
}

function deletionRoutes(app: FastifyInstance, { db, bus, now }: ServerContext, writes: Writes): void {
  const purge = purgeAfterUndo(app, 'residents', () => purgeResidents(db, now()));

  route(app, {
    method: 'DELETE',
    url: `${RESIDENTS_URL}:id/`,
    summary: 'Удалить резидента; 10 секунд его можно вернуть',
    access: CHANGE_ACCESS,
    params: idParams,
    ok: 204,
    example: async (world) => ({ url: await createExampleInvitee(world) }),
    handle: async ({ params: { id }, ...call }) => {
      await writes.remove(call, id, async (trx, before) => {
        // A resident who also has homes out of the manager's reach may not be deleted.
        if (before.seen.length < before.units.length) throw new ApiError('elsewhere');
        await hidePerson(trx, 'resident_deletions', before, now());
        await endTokens(trx, bus, ({ eb }) => eb('user_id', '=', id));
        return before;
      });
      purge();
      return undefined;
    },
  });

  route(app, {
    method: 'POST',
    url: `${RESIDENTS_URL}:id/restore/`,
    summary: 'Вернуть резидента, удалённого только что',
    access: CHANGE_ACCESS,
    params: idParams,
    answer: residentStatus,
    example: async (world) => {
      const url = await createExampleInvitee(world);
      await world.send('DELETE', { url });
      return { url: `${url}restore/` };
    },
    handle: ({ params: { id }, ...call }) =>
      reportTakenPhone(
        writes.restore(call, id, async (trx) => {
          if (!(await lockResident(trx, call.reader, id, true))) throw new ApiError('not_found');
          const restored = await restorePerson(trx, 'resident_deletions', id, now());
          if (restored === 'late') throw new ApiError('not_found');
          if (restored === 'taken') throw phoneTakenError();
          const after = { id, user: id, status: restored.status };
          return { result: { params: after }, after };
        }),
      ),
  });
}
