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
  NOTES_A_DAY,
  NOTES_PATH,
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
import { chatsThatWait, shiftCounts } from './count-queries.ts';
import {
  acceptHandover,
  buildingsInReach,
  countNotes,
  deleteHandover,
  deleteNote,
  handovers,
  handoverToChange,
  hasHandover,
  hasNote,
  insertHandover,
  insertNote,
  notes,
} from './queries.ts';

const DAY = 86_400_000;

/** Readers of requests or chats have shifts. */
const SEE = { kind: 'section', section: 'tasks', or: 'chats', action: 'see' } as const;
const LIST = { ...SEE, scope: 'buildings', outside: { building: 200, entrance: 200 } } as const;
const WRITE = { ...SEE, writes: true } as const;

const exampleBody = (building: number) => ({ text: `Ключи у консьержа ${Math.random()}`, buildings: [building] });

async function newHandover({ send, home }: World): Promise<string> {
  const made = handoverSaved.parse(await send('POST', { url: HANDOVERS_PATH, body: { buildings: [home.building] } }));
  return `${HANDOVERS_PATH}${made.params.id}/`;
}

/** Rounded to seconds like the filters of lists, so that their numbers agree with this page. */
const second = (ms: number) => new Date(Math.floor(ms / 1000) * 1000);

type Span = Pick<ShiftAnswer, 'begins'> & { since: Date; until: Date | null };

/**
 * From when to when a shift lasts: from the hand-over before it; where there was none, a day; where that was more than a week ago,
 * a week. @param ended the one that ended; undefined for the present one
 */
function shiftSpan(ended: ShiftHandover | undefined, last: ShiftHandover | undefined, now: Date): Span {
  const until = ended ? new Date(ended.at) : null;
  const end = (until ?? now).getTime();
  const from = ended ? ended.since : last?.at;
  if (!from) return { since: second(end - DAY), until, begins: 'day' };
  const began = new Date(from);
  if (end - began.getTime() > 7 * DAY) return { since: second(end - 7 * DAY), until, begins: 'week' };
  return { since: began, until, begins: 'handover' };
}

/** The buildings that a body names. @throws FieldsError where one of them is out of reach */
async function namedBuildings(trx: Db, reader: Reader, named: readonly number[]): Promise<number[]> {
  const found = await buildingsInReach(trx, reader, named);
  if (found.length < new Set(named).size) throw new FieldsError({ buildings: ['validation.unknown'] });
  return found;
}

/** Writes a note, unless there were too many of the reader's in the day before. */
async function writeNote(trx: Db, reader: Reader, note: Parameters<typeof insertNote>[2], at: Date) {
  const written = await countNotes(trx, reader, new Date(at.getTime() - DAY));
  if (written >= NOTES_A_DAY) throw new ApiError('too_many_notes', { max: NOTES_A_DAY });
  return insertNote(trx, reader, note, at);
}

/** The shift page: numbers, notes and hand-overs. */
export function shiftRoutes(app: FastifyInstance, context: ServerContext): void {
  readRoutes(app, context);
  handoverRoutes(app, context);
  noteRoutes(app, context);
  context.bus.subscribe('shift', () => context.delivery.tellAll({ type: 'shift-changed' }));
}

function readRoutes(app: FastifyInstance, { db, heavyReads, now, settings }: ServerContext): void {
  route(app, {
    method: 'GET',
    url: SHIFT_PATH,
    summary: 'Дежурство: что ждёт, что поступило и сделано за смену, записки и передачи смен',
    access: LIST,
    query: z.object({ buildings_id: queryIds, handover: queryId.optional() }),
    answer: shiftAnswer,
    example: ({ home }) => ({ url: `${SHIFT_PATH}?buildings_id=${home.building}` }),
    handle: async ({ reader, query: { buildings_id: buildings, handover } }) => {
      const at = now();
      const [shifts, shiftNotes] = await Promise.all([
        handovers(db, reader, buildings),
        notes(db, reader, buildings, at),
      ]);
      const ended = shifts.find(({ id }) => id === handover);
      // One that is older, or was taken back.
      if (handover !== undefined && !ended) throw new ApiError('not_found');
      const { since, until, begins } = shiftSpan(ended, shifts[0], at);
      const hasChats = settings.chatUrl === undefined;
      const counted = { buildings, now: at, since, until, hasChats };
      const { user, role, levels } = reader;
      const viewer = { user, role, levels, services: settings.featureServices };
      return {
        at: at.toISOString(),
        since: since.toISOString(),
        until: until?.toISOString() ?? null,
        begins,
        ...(await shiftCounts(heavyReads, reader, viewer, counted)),
        notes: shiftNotes,
        handovers: shifts,
      };
    },
  });

  route(app, {
    method: 'GET',
    url: WAITING_PATH,
    summary: 'Чаты с жителями, которые ждут ответа',
    access: { kind: 'section', section: 'chats', action: 'see', scope: 'buildings', outside: LIST.outside },
    query: z.object({ buildings_id: queryIds }),
    answer: waitingAnswer,
    example: ({ home }) => ({ url: `${WAITING_PATH}?buildings_id=${home.building}` }),
    handle: async ({ reader, query }) =>
      settings.chatUrl === undefined
        ? (await chatsThatWait(db, reader, query.buildings_id)).map((chat) => ({ chat }))
        : [],
  });
}

function handoverRoutes(app: FastifyInstance, { db, now, bus }: ServerContext): void {
  /** The hand-over as its page shows it. */
  const showHandover = async (trx: Db, reader: Reader, id: number) => {
    const found = (await handovers(trx, reader, null)).find((one) => one.id === id);
    if (!found) throw new ApiError('not_found');
    return { params: found };
  };
  route(app, {
    method: 'POST',
    url: HANDOVERS_PATH,
    summary: 'Сдать смену, с запиской следующей',
    access: { ...WRITE, scope: 'buildings', outside: { building: 400, entrance: 201 } },
    body: handoverBody,
    once: true,
    ok: 201,
    answer: handoverSaved,
    example: ({ home }) => ({ url: HANDOVERS_PATH, body: { buildings: [home.building], note: 'Лифт ждёт мастера' } }),
    handle: ({ reader, body, once, request }) =>
      db.transaction().execute((trx) =>
        once(trx, {
          make: async () => {
            const buildings = await (body.buildings
              ? namedBuildings(trx, reader, body.buildings)
              : buildingsInReach(trx, reader, null));
            if (!buildings.length) throw new FieldsError({ buildings: ['validation.required'] });
            const at = second(now().getTime());
            const id = await insertHandover(trx, reader, buildings, at);
            if (body.note !== undefined) await writeNote(trx, reader, { text: body.note, buildings }, at);
            const auditEntry = { user: reader.user, action: 'create', resource: 'shift', record: id };
            await audit(trx, { ...auditEntry, request: request.id });
            await bus.publish(trx, 'shift', {});
            return showHandover(trx, reader, id);
          },
          stands: ({ params }) => hasHandover(trx, params.id),
        }),
      ),
  });

  route(app, {
    method: 'POST',
    url: `${HANDOVERS_PATH}:id/accept/`,
    summary: 'Принять смену',
    access: { ...WRITE, scope: 'buildings', outside: { building: 404, entrance: 200 } },
    params: idParams,
    answer: handoverSaved,
    example: async (world) => ({ url: `${await newHandover(world)}accept/` }),
    handle: ({ reader, params: { id }, request }) =>
      db.transaction().execute(async (trx) => {
        const known = await handoverToChange(trx, reader, id, 'in reach');
        if (!known) throw new ApiError('not_found');
        if (known.accepted_at) throw new ApiError('shift_accepted');
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
    access: { ...WRITE, scope: 'own' },
    params: idParams,
    ok: 204,
    example: async (world) => ({ url: await newHandover(world) }),
    handle: async ({ reader, params: { id }, request }) => {
      await db.transaction().execute(async (trx) => {
        const known = await handoverToChange(trx, reader, id, 'own');
        if (!known) throw new ApiError('not_found');
        if (known.accepted_at) throw new ApiError('shift_accepted');
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
    access: { ...WRITE, scope: 'buildings', outside: { building: 400, entrance: 201 } },
    body: noteBody,
    once: true,
    ok: 201,
    answer: noteSaved,
    example: ({ home }) => ({ url: NOTES_PATH, body: exampleBody(home.building) }),
    handle: ({ reader, body: { text, buildings: named }, once, request }) =>
      db.transaction().execute((trx) =>
        once(trx, {
          make: async () => {
            const buildings = named && (await namedBuildings(trx, reader, named));
            const note = await writeNote(trx, reader, { text, buildings }, now());
            const auditEntry = { user: reader.user, action: 'create', resource: 'shift-notes', record: note.id };
            await audit(trx, { ...auditEntry, after: { text }, request: request.id });
            await bus.publish(trx, 'shift', {});
            return { params: note };
          },
          stands: ({ params }) => hasNote(trx, params.id),
        }),
      ),
  });

  route(app, {
    method: 'DELETE',
    url: `${NOTES_PATH}:id/`,
    summary: 'Убрать свою записку',
    access: { ...WRITE, scope: 'own' },
    params: idParams,
    ok: 204,
    example: async ({ send, home }) => {
      const made = noteSaved.parse(await send('POST', { url: NOTES_PATH, body: exampleBody(home.building) }));
      return { url: `${NOTES_PATH}${made.params.id}/` };
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
