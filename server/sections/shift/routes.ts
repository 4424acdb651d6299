import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import {
  handoverBody,
  handoverSaved,
  noteBody,
  noteSaved,
  type ShiftAnswer,
  type ShiftHandover,
  shiftAnswer,
  waitingAnswer,
} from '#resources/protocol/shift/shift.ts';
import {
  HANDOVERS_PATH,
  NOTES_PATH,
  NOTES_PER_DAY,
  SHIFT_PATH,
  WAITING_PATH,
} from '#resources/protocol/shift/shift-bounds.ts';
import { audit } from '#server/access/audit.ts';
import type { Reader } from '#server/access/reader.ts';
import type { ServerContext } from '#server/context.ts';
import type { Db } from '#server/db/tables.ts';
import { ApiError, FieldsError } from '#server/http/errors.ts';
import { queryId, queryIds } from '#server/http/queries.ts';
import { idParams, route, type World } from '#server/http/route.ts';
import { countShift, listWaitingChats } from './count-queries.ts';
import {
  acceptHandover,
  countNotes,
  deleteHandover,
  deleteNote,
  hasHandover,
  hasNote,
  insertHandover,
  insertNote,
  listHandovers,
  listNotes,
  lockHandover,
  selectShiftBuildings,
} from './queries.ts';

const DAY_MS = 86_400_000;

/** People who see requests or chats have shifts. */
const SEE_ACCESS = { kind: 'section', section: 'tasks', or: 'chats', action: 'see' } as const;
const LIST_ACCESS = { ...SEE_ACCESS, scope: 'buildings', outside: { building: 200, entrance: 200 } } as const;
const WRITE_ACCESS = { ...SEE_ACCESS, writes: true } as const;

const exampleNoteBody = (building: number) => ({ text: `Ключи у консьержа ${Math.random()}`, buildings: [building] });

async function createExampleHandover({ send, home }: World): Promise<string> {
  const saved = handoverSaved.parse(await send('POST', { url: HANDOVERS_PATH, body: { buildings: [home.building] } }));
  return `${HANDOVERS_PATH}${saved.params.id}/`;
}

/** Rounds down to seconds, like the filters of lists, so that their numbers agree with this page. */
const roundToSecond = (ms: number) => new Date(Math.floor(ms / 1000) * 1000);

type ShiftSpan = Pick<ShiftAnswer, 'begins'> & { since: Date; until: Date | null };

/**
 * Period of a shift: since the hand-over before it; one day if there was none; one week if that was more than a week ago.
 * @param ended a finished shift; undefined for the current one
 */
function findShiftSpan(ended: ShiftHandover | undefined, last: ShiftHandover | undefined, now: Date): ShiftSpan {
  const until = ended ? new Date(ended.at) : null;
  const end = (until ?? now).getTime();
  const from = ended ? ended.since : last?.at;
  if (!from) return { since: roundToSecond(end - DAY_MS), until, begins: 'day' };
  const startedAt = new Date(from);
  if (end - startedAt.getTime() > 7 * DAY_MS) return { since: roundToSecond(end - 7 * DAY_MS), until, begins: 'week' };
  return { since: startedAt, until, begins: 'handover' };
}

/** Buildings in the body of a call. @throws FieldsError if one of them is out of reach */
async function findNamedBuildings(trx: Db, reader: Reader, ids: readonly number[]): Promise<number[]> {
  const inReach = await selectShiftBuildings(trx, reader, ids);
  if (inReach.length < new Set(ids).size) throw new FieldsError({ buildings: ['validation.unknown'] });
  return inReach;
}

/** Inserts a note, unless the reader has written too many in the last 24 hours. @throws ApiError too_many_notes */
async function writeNote(trx: Db, reader: Reader, note: Parameters<typeof insertNote>[2], at: Date) {
  const noteCount = await countNotes(trx, reader, new Date(at.getTime() - DAY_MS));
  if (noteCount >= NOTES_PER_DAY) throw new ApiError('too_many_notes', { max: NOTES_PER_DAY });
  return insertNote(trx, reader, note, at);
}

/** The shift page: numbers, notes and hand-overs. */
export function shiftRoutes(app: FastifyInstance, context: ServerContext): void {
  readRoutes(app, context);
  handoverRoutes(app, context);
  noteRoutes(app, context);
  context.bus.subscribe('shift', () => context.delivery.sendToAll({ type: 'shift-changed' }));
}

function readRoutes(app: FastifyInstance, { db, heavyReads, now, settings }: ServerContext): void {
  route(app, {
    method: 'GET',
    url: SHIFT_PATH,
    summary: 'Дежурство: что ждёт, что поступило и сделано за смену, записки и передачи смен',
    access: LIST_ACCESS,
    query: z.object({ buildings_id: queryIds, handover: queryId.optional() }),
    answer: shiftAnswer,
    example: ({ home }) => ({ url: `${SHIFT_PATH}?buildings_id=${home.building}` }),
    handle: async ({ reader, query: { buildings_id: buildings, handover } }) => {
      const at = now();
      const [shifts, shiftNotes] = await Promise.all([
        listHandovers(db, reader, buildings),
        listNotes(db, reader, buildings, at),
      ]);
      const ended = shifts.find(({ id }) => id === handover);
      // The hand-over is older than those listed, or was taken back.
      if (handover !== undefined && !ended) throw new ApiError('not_found');
      const { since, until, begins } = findShiftSpan(ended, shifts[0], at);
      const hasChats = settings.chatUrl === undefined;
      const countFilter = { buildings, now: at, since, until, hasChats };
      const { user, role, levels } = reader;
      const viewer = { user, role, levels, services: settings.featureServices };
      return {
        at: at.toISOString(),
        since: since.toISOString(),
        until: until?.toISOString() ?? null,
        begins,
        ...(await countShift(heavyReads, reader, viewer, countFilter)),
        notes: shiftNotes,
        handovers: shifts,
      };
    },
  });

  route(app, {
    method: 'GET',
    url: WAITING_PATH,
    summary: 'Чаты с жителями, которые ждут ответа',
    access: { kind: 'section', section: 'chats', action: 'see', scope: 'buildings', outside: LIST_ACCESS.outside },
    query: z.object({ buildings_id: queryIds }),
    answer: waitingAnswer,
    example: ({ home }) => ({ url: `${WAITING_PATH}?buildings_id=${home.building}` }),
    handle: async ({ reader, query }) =>
      settings.chatUrl === undefined
        ? (await listWaitingChats(db, reader, query.buildings_id)).map((chat) => ({ chat }))
        : [],
  });
}

function handoverRoutes(app: FastifyInstance, { db, now, bus }: ServerContext): void {
  /** Serialises a hand-over for the shift page. */
  const showHandover = async (trx: Db, reader: Reader, id: number) => {
    const handover = (await listHandovers(trx, reader, null)).find((item) => item.id === id);
    if (!handover) throw new ApiError('not_found');
    return { params: handover };
  };
  route(app, {
    method: 'POST',
    url: HANDOVERS_PATH,
    summary: 'Сдать смену, с запиской следующей',
    access: { ...WRITE_ACCESS, scope: 'buildings', outside: { building: 400, entrance: 201 } },
    body: handoverBody,
    once: true,
    ok: 201,
    answer: handoverSaved,
    example: ({ home }) => ({ url: HANDOVERS_PATH, body: { buildings: [home.building], note: 'Лифт ждёт мастера' } }),
    handle: ({ reader, body, once, request }) =>
      db.transaction().execute((trx) =>
        once(trx, {
          create: async () => {
            const buildings = await (body.buildings
              ? findNamedBuildings(trx, reader, body.buildings)
              : selectShiftBuildings(trx, reader, null));
            if (!buildings.length) throw new FieldsError({ buildings: ['validation.required'] });
            const at = roundToSecond(now().getTime());
            const id = await insertHandover(trx, reader, buildings, at);
            if (body.note !== undefined) await writeNote(trx, reader, { text: body.note, buildings }, at);
            const auditEntry = { user: reader.user, action: 'create', resource: 'shift', record: id };
            await audit(trx, { ...auditEntry, request: request.id });
            await bus.publish(trx, 'shift', {});
            return showHandover(trx, reader, id);
          },
          isStillVisible: ({ params }) => hasHandover(trx, params.id),
        }),
      ),
  });

  route(app, {
    method: 'POST',
    url: `${HANDOVERS_PATH}:id/accept/`,
    summary: 'Принять смену',
    access: { ...WRITE_ACCESS, scope: 'buildings', outside: { building: 404, entrance: 200 } },
    params: idParams,
    answer: handoverSaved,
    example: async (world) => ({ url: `${await createExampleHandover(world)}accept/` }),
    handle: ({ reader, params: { id }, request }) =>
      db.transaction().execute(async (trx) => {
        const handover = await lockHandover(trx, reader, id, 'in reach');
        if (!handover) throw new ApiError('not_found');
        if (handover.accepted_at) throw new ApiError('shift_accepted');
        await acceptHandover(trx, reader, id, now());
        await audit(trx, { user: reader.user, action: 'update', resource: 'shift', record: id, request: request.id });
        await bus.publish(trx, 'shift', {});
        return showHandover(trx, reader, id);
      }),
  });

  route(app, {
    method: 'DELETE',
    url: `${HANDOVERS_PATH}:id/`,
    summary: 'Отменить сдачу смены, пока её никто не принял',
    access: { ...WRITE_ACCESS, scope: 'own' },
    params: idParams,
    ok: 204,
    example: async (world) => ({ url: await createExampleHandover(world) }),
    handle: async ({ reader, params: { id }, request }) => {
      await db.transaction().execute(async (trx) => {
        const handover = await lockHandover(trx, reader, id, 'own');
        if (!handover) throw new ApiError('not_found');
        if (handover.accepted_at) throw new ApiError('shift_accepted');
        await deleteHandover(trx, id);
        await audit(trx, { user: reader.user, action: 'delete', resource: 'shift', record: id, request: request.id });
        await bus.publish(trx, 'shift', {});
      });
      return undefined;
    },
  });
}

function noteRoutes(app: FastifyInstance, { db, now, bus }: ServerContext): void {
  route(app, {
    method: 'POST',
    url: NOTES_PATH,
    summary: 'Записка следующей смене',
    access: { ...WRITE_ACCESS, scope: 'buildings', outside: { building: 400, entrance: 201 } },
    body: noteBody,
    once: true,
    ok: 201,
    answer: noteSaved,
    example: ({ home }) => ({ url: NOTES_PATH, body: exampleNoteBody(home.building) }),
    handle: ({ reader, body: { text, buildings: buildingIds }, once, request }) =>
      db.transaction().execute((trx) =>
        once(trx, {
          create: async () => {
            const buildings = buildingIds && (await findNamedBuildings(trx, reader, buildingIds));
            const note = await writeNote(trx, reader, { text, buildings }, now());
            const auditEntry = { user: reader.user, action: 'create', resource: 'shift-notes', record: note.id };
            await audit(trx, { ...auditEntry, after: { text }, request: request.id });
            await bus.publish(trx, 'shift', {});
            return { params: note };
          },
          isStillVisible: ({ params }) => hasNote(trx, params.id),
        }),
      ),
  });

  route(app, {
    method: 'DELETE',
    url: `${NOTES_PATH}:id/`,
    summary: 'Убрать свою записку',
    access: { ...WRITE_ACCESS, scope: 'own' },
    params: idParams,
    ok: 204,
    example: async ({ send, home }) => {
      const saved = noteSaved.parse(await send('POST', { url: NOTES_PATH, body: exampleNoteBody(home.building) }));
      return { url: `${NOTES_PATH}${saved.params.id}/` };
    },
    handle: async ({ reader, params: { id }, request }) => {
      await db.transaction().execute(async (trx) => {
        const text = await deleteNote(trx, reader, id);
        if (text === null) throw new ApiError('not_found');
        const auditEntry = { user: reader.user, action: 'delete', resource: 'shift-notes', record: id };
        await audit(trx, { ...auditEntry, before: { text }, request: request.id });
        await bus.publish(trx, 'shift', {});
      });
      return undefined;
    },
  });
}
