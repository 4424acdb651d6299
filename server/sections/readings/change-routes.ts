import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { companyDay } from '#resources/days.ts';
import { idRule } from '#resources/language/kinds/kind.ts';
import { type MeterValues, readingSaved, readingsRule } from '#resources/protocol/readings/readings.ts';
import { isReadingDay, type ReadingWindow } from '#resources/rules/readings/days.ts';
import { METER_TYPES, type MeterType, toMeters } from '#resources/rules/readings/meters.ts';
import { audit } from '#server/access/audit.ts';
import type { ServerContext } from '#server/context.ts';
import type { Db } from '#server/db/tables.ts';
import { ApiError, FieldsError } from '#server/http/errors.ts';
import { idParams, route, type World } from '#server/http/route.ts';
import { METERS_URL } from './page.ts';
import {
  deletePass,
  findNewestPass,
  findOwnPass,
  insertPass,
  lockFlat,
  type StoredMeterValues,
  updatePass,
} from './queries.ts';

const CHANGE_ACCESS = { kind: 'section', section: 'readings', action: 'change', scope: 'buildings' } as const;

/**
 * Values that an employee submits within this time, ms, for further meters are added to their last submission, so that one round
 * is one submission.
 */
const ONE_ROUND_MS = 60 * 60 * 1000;

/**
 * Refuses readings outside the days of submission (READ-29), and if none are set.
 * @throws ApiError readings_closed, readings_unset
 */
function refuseClosed(building: ReadingWindow, day: number): void {
  if (isReadingDay(building, day)) return;
  const { submit_start_day: from, submit_end_day: to } = building;
  if (from === null || to === null) throw new ApiError('readings_unset');
  throw new ApiError('readings_closed', { from, to });
}

/** Stores values: in the employee's own recent submission if it lacks them, else in a new one. */
async function storeReadings(
  trx: Db,
  { unit, month, user, at }: { unit: number; month: number; user: number; at: Date },
  values: StoredMeterValues,
): Promise<number> {
  const newest = await findNewestPass(trx, unit, month);
  const meters = Object.keys(values) as MeterType[];
  const isSameRound =
    newest?.sender_type === 'employee' &&
    newest.sender_id === user &&
    at.getTime() - newest.at.getTime() < ONE_ROUND_MS &&
    meters.every((meter) => newest[meter] === null);
  if (!newest || !isSameRound) return insertPass(trx, { unit_id: unit, month, sender_id: user, at, values });
  await updatePass(trx, newest.id, { ...values, at });
  return newest.id;
}

const toNumbers = (values: MeterValues): StoredMeterValues =>
  Object.fromEntries(Object.entries(values).map(([meter, value]) => [meter, Number(value)]));

const submitBody = z.object({ unit: idRule('validation.flat'), readings: readingsRule });

const undoQuery = z.object({
  meters: z
    .string()
    .optional()
    .transform((text) => text?.split(',').filter(Boolean) ?? [...METER_TYPES])
    .pipe(z.array(z.enum(METER_TYPES, 'readings.rule.unknown')).min(1, 'readings.rule.none')),
});

const examplePassCall = ({ home }: World) => ({
  url: METERS_URL,
  body: { unit: home.unit, readings: { water_cold: '000733' } },
});

/** Routes that submit and withdraw meter readings (READ-25…29). */
export function readingsChangeRoutes(app: FastifyInstance, { db, now, settings }: ServerContext): void {
  route(app, {
    method: 'POST',
    url: METERS_URL,
    summary: 'Внести показания квартиры за текущий месяц; вне дней приёма – отказ',
    access: { ...CHANGE_ACCESS, outside: { building: 400, entrance: 400 } },
    body: submitBody,
    ok: 201,
    answer: readingSaved,
    example: examplePassCall,
    handle: ({ reader, body, request }) =>
      db.transaction().execute(async (trx) => {
        const flat = await lockFlat(trx, reader, body.unit);
        if (!flat) throw new FieldsError({ unit: ['validation.unknown'] });
        const at = now();
        const { day, month } = companyDay(at, settings.timeZone);
        refuseClosed(flat, day);
        const collected: readonly string[] = toMeters(flat.reading_types);
        if (Object.keys(body.readings).some((meter) => !collected.includes(meter))) {
          throw new FieldsError({ readings: ['readings.rule.unknown'] });
        }
        const id = await storeReadings(trx, { unit: flat.id, month, user: reader.user, at }, toNumbers(body.readings));
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
    access: { ...CHANGE_ACCESS, outside: { building: 404, entrance: 404 } },
    params: idParams,
    query: undoQuery,
    ok: 204,
    example: async (world) => {
      const saved = readingSaved.parse(await world.send('POST', examplePassCall(world)));
      return { url: `${METERS_URL}passes/${saved.params.id}/` };
    },
    handle: async ({ reader, params, query, request }) => {
      await db.transaction().execute(async (trx) => {
        const { day, month } = companyDay(now(), settings.timeZone);
        // Read again after the flat is locked, because every write locks the flat first.
        const unlockedPass = await findOwnPass(trx, reader, params.id, month);
        const flat = unlockedPass ? await lockFlat(trx, reader, unlockedPass.unit_id) : null;
        const before = flat ? await findOwnPass(trx, reader, params.id, month) : undefined;
        if (!before || !flat) throw new ApiError('not_found');
        refuseClosed(flat, day);
        const remainingMeters = METER_TYPES.filter((meter) => before[meter] !== null && !query.meters.includes(meter));
        if (remainingMeters.length === 0) await deletePass(trx, before.id);
        else await updatePass(trx, before.id, Object.fromEntries(query.meters.map((meter) => [meter, null])));
        const auditEntry = { user: reader.user, action: 'delete', resource: 'readings', record: before.id };
        await audit(trx, { ...auditEntry, before, after: { left: remainingMeters }, request: request.id });
      });
      return undefined;
    },
  });
}
