import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { companyDay } from '#resources/days.ts';
import { idRule } from '#resources/language/kinds/kind.ts';
import { type MeterValues, readingSaved, readingsRule } from '#resources/protocol/readings/readings.ts';
import { isOpen, type ReadingWindow } from '#resources/rules/readings/days.ts';
import { METER_TYPES, type MeterType, metersOf } from '#resources/rules/readings/meters.ts';
import { audit } from '#server/access/audit.ts';
import type { ServerContext } from '#server/context.ts';
import type { Db } from '#server/db/tables.ts';
import { ApiError, FieldsError } from '#server/http/errors.ts';
import { idParams, route, type World } from '#server/http/route.ts';
import { METERS_URL } from './page.ts';
import { changePass, deletePass, flatToRead, insertPass, newestPass, ownPass, type Values } from './queries.ts';

const CHANGE = { kind: 'section', section: 'readings', action: 'change', scope: 'buildings' } as const;

/** Readings that an employee gives within this time for further meters join their last submission: one round, one line. */
const ONE_ROUND_MS = 60 * 60 * 1000;

/** @throws ApiError 400 outside the window (READ-29) and where none is set */
function refuseClosed(building: ReadingWindow, day: number): void {
  if (isOpen(building, day)) return;
  const { submit_start_day: from, submit_end_day: to } = building;
  if (from === null || to === null) throw new ApiError('readings_unset');
  throw new ApiError('readings_closed', { from, to });
}

/** Writes values down: into one's own submission of a moment ago where it lacks them, else into a new one. */
async function give(
  trx: Db,
  { unit, month, user, at }: { unit: number; month: number; user: number; at: Date },
  values: Values,
): Promise<number> {
  const newest = await newestPass(trx, unit, month);
  const meters = Object.keys(values) as MeterType[];
  const joins =
    newest?.sender_type === 'employee' &&
    newest.sender_id === user &&
    at.getTime() - newest.at.getTime() < ONE_ROUND_MS &&
    meters.every((meter) => newest[meter] === null);
  if (!newest || !joins) return insertPass(trx, { unit_id: unit, month, sender_id: user, at, values });
  await changePass(trx, newest.id, { ...values, at });
  return newest.id;
}

const numbers = (values: MeterValues): Values =>
  Object.fromEntries(Object.entries(values).map(([meter, value]) => [meter, Number(value)]));

const giveBody = z.object({ unit: idRule('validation.flat'), readings: readingsRule });

const undoQuery = z.object({
  meters: z
    .string()
    .optional()
    .transform((text) => text?.split(',').filter(Boolean) ?? [...METER_TYPES])
    .pipe(z.array(z.enum(METER_TYPES, 'readings.rule.unknown')).min(1, 'readings.rule.none')),
});

const newPass = ({ home }: World) => ({
  url: METERS_URL,
  body: { unit: home.unit, readings: { water_cold: '000733' } },
});

/** Meter readings to give (READ-25…29). */
export function readingsChangeRoutes(app: FastifyInstance, { db, now, settings }: ServerContext): void {
  route(app, {
    method: 'POST',
    url: METERS_URL,
    summary: 'Внести показания квартиры за текущий месяц; вне дней приёма – отказ',
    access: { ...CHANGE, outside: { building: 400, entrance: 400 } },
    body: giveBody,
    ok: 201,
    answer: readingSaved,
    example: newPass,
    handle: ({ reader, body, request }) =>
      db.transaction().execute(async (trx) => {
        const flat = await flatToRead(trx, reader, body.unit);
        if (!flat) throw new FieldsError({ unit: ['validation.unknown'] });
        const at = now();
        const { day, month } = companyDay(at, settings.timeZone);
        refuseClosed(flat, day);
        const collected: readonly string[] = metersOf(flat.reading_types);
        if (Object.keys(body.readings).some((meter) => !collected.includes(meter))) {
          throw new FieldsError({ readings: ['readings.rule.unknown'] });
        }
        const id = await give(trx, { unit: flat.id, month, user: reader.user, at }, numbers(body.readings));
        const after = { unit: flat.id, month, readings: body.readings };
        const auditEntry = { user: reader.user, action: 'create', resource: 'readings', record: id };
        await audit(trx, { ...auditEntry, after, request: request.id });
        return { params: { id, unit: flat.id, readings: after.readings } };
      }),
  });

  route(app, {
    method: 'DELETE',
    url: `${METERS_URL}passes/:id/`,
    summary: 'Взять назад собственные показания, пока идёт приём; meters – только названные счётчики',
    access: { ...CHANGE, outside: { building: 404, entrance: 404 } },
    params: idParams,
    query: undoQuery,
    ok: 204,
    example: async (world) => {
      const made = readingSaved.parse(await world.send('POST', newPass(world)));
      return { url: `${METERS_URL}passes/${made.params.id}/` };
    },
    handle: async ({ reader, params, query, request }) => {
      await db.transaction().execute(async (trx) => {
        const { day, month } = companyDay(now(), settings.timeZone);
        // Every write locks the flat first; only then are its values certain.
        const found = await ownPass(trx, reader, params.id, month);
        const flat = found ? await flatToRead(trx, reader, found.unit_id) : null;
        const before = flat ? await ownPass(trx, reader, params.id, month) : undefined;
        if (!before || !flat) throw new ApiError('not_found');
        refuseClosed(flat, day);
        const remainingMeters = METER_TYPES.filter((meter) => before[meter] !== null && !query.meters.includes(meter));
        if (remainingMeters.length === 0) await deletePass(trx, before.id);
        else await changePass(trx, before.id, Object.fromEntries(query.meters.map((meter) => [meter, null])));
        const auditEntry = { user: reader.user, action: 'delete', resource: 'readings', record: before.id };
        await audit(trx, { ...auditEntry, before, after: { left: remainingMeters }, request: request.id });
      });
      return undefined;
    },
  });
}
