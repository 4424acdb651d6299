import type { FastifyInstance } from 'fastify';
import type { Resource } from '#resources/language/define-resource.ts';
import { recordMove } from '#resources/protocol/definitions/record-moves.ts';
import { record } from '#resources/protocol/definitions/records.ts';
import type { ServerContext } from '#server/context.ts';
import { isRepetition } from '#server/http/once.ts';
import { route, type World } from '#server/http/route.ts';
import { Backlog } from '#server/live/backlog.ts';
import type { Topics } from '#server/live/topics.ts';
import type { ChangeContext } from './changes.ts';
import { createExampleRecord, onlyItem, recordParams, SEE } from './declared.ts';
import { createFilePurgeScheduler } from './files-set-aside.ts';
import { createFetchList } from './import-lists.ts';
import { refuseUnlisted } from './listed-values.ts';
import { selectRecordMessages } from './listener-queries.ts';
import { moveRecord, undoRecordMove } from './moves.ts';
import { notifyMoveUndone, notifyRecords } from './notify-records.ts';
import { findVisibleRecord } from './queries.ts';
import { showRecords } from './show.ts';
import { requireRecordAction } from './write.ts';
import { createContextDefaults, type WriteSection } from './writing.ts';

/** Access to move a record: everyone who may see it; the definition limits that further (`canMakeMove`). */
const MOVE_ACCESS = { ...SEE, writes: true, outside: { building: 404, entrance: 200 } } as const;

/**
 * Creates a record and moves it.
 * @returns its URL
 */
async function movedRecord(world: World): Promise<string> {
  const url = await createExampleRecord(world);
  await world.send('POST', { url: `${url}/move/`, body: { move: world.generic.move } });
  return url;
}

/** Routes that move records between states and undo moves, and the messages about moves to open consoles. */
export function moveRoutes(
  app: FastifyInstance,
  context: ServerContext,
  requireDefinition: (name: string) => Resource,
  writeSection: WriteSection,
): void {
  const { db, now, bus } = context;
  const purgeFiles = createFilePurgeScheduler(app, context);
  const defaults = createContextDefaults(context);
  publishMoves(app, context);

  route(app, {
    method: 'POST',
    url: '/api/records/:resource/:id/move/',
    summary: 'Перевести запись в другое состояние; повтор с тем же ключом ничего не меняет дважды',
    access: MOVE_ACCESS,
    params: recordParams,
    body: recordMove,
    once: true,
    answer: record,
    example: async (world) => ({
      url: `${await createExampleRecord(world)}/move/`,
      body: { move: world.generic.move },
    }),
    handle: async ({ reader, params, body, once, request }) => {
      const section = requireDefinition(params.resource);
      const current = await findVisibleRecord(db, reader, section, params.id);
      if (current && !(await isRepetition(db, request))) {
        await requireRecordAction(db, reader, section, current.data, 'see');
        await refuseUnlisted(createFetchList(app, request), section, body.values ?? {}, current.data);
      }
      let hasLostFiles = false;
      const answer = await writeSection(params.resource, (trx, resource) =>
        once(trx, {
          create: async () => {
            const changing: ChangeContext = { trx, resource, reader, request: request.id, now: now(), ...defaults() };
            const moved = await moveRecord(changing, params.id, body);
            hasLostFiles = moved.hasLostFiles;
            await notifyRecords(bus, changing, [{ on: 'move', move: body.move, record: moved.after }]);
            await bus.publish(trx, 'record-moved', { section: resource.name, id: params.id, level: moved.level });
            return onlyItem(await showRecords({ db: trx, reader, ...defaults() }, resource, [moved.after]));
          },
          isStillVisible: async () => {
            const existing = await findVisibleRecord(trx, reader, resource, params.id);
            if (existing) await requireRecordAction(trx, reader, resource, existing.data, 'see');
            return existing !== null;
          },
        }),
      );
      if (hasLostFiles) purgeFiles();
      return answer;
    },
  });

  route(app, {
    method: 'POST',
    url: '/api/records/:resource/:id/move/undo/',
    summary: 'Отменить свой перевод записи в другое состояние, сделанный только что',
    access: MOVE_ACCESS,
    params: recordParams,
    answer: record,
    example: async (world) => ({ url: `${await movedRecord(world)}/move/undo/` }),
    handle: async ({ reader, params, request }) => {
      const { shown: answer, hasLostFiles } = await writeSection(params.resource, async (trx, resource) => {
        const changing: ChangeContext = { trx, resource, reader, request: request.id, now: now(), ...defaults() };
        const moved = await undoRecordMove(changing, params.id);
        await notifyMoveUndone(changing, { moves: moved.moves, before: moved.before.data, record: moved.after });
        await bus.publish(trx, 'record-moved', { section: resource.name, id: params.id, level: moved.level });
        const shown = onlyItem(await showRecords({ db: trx, reader, ...defaults() }, resource, [moved.after]));
        return { shown, hasLostFiles: moved.hasLostFiles };
      });
      if (hasLostFiles) purgeFiles();
      return answer;
    },
  });
}

/** Notifies the open consoles of a record's readers that it was moved. */
function publishMoves(app: FastifyInstance, context: ServerContext): void {
  const { db, bus, delivery, now, guard, catalogue } = context;
  const backlog = new Backlog<Topics['record-moved']>({
    send: async (moved) => {
      const definitions = new Map(catalogue.generics.map((resource) => [resource.name, resource]));
      const messages = await selectRecordMessages(db, {
        records: moved,
        sessions: delivery.sessions(),
        now: now(),
        extraSections: guard.extraSections(),
        definition: (name) => definitions.get(name),
      });
      delivery.sendToSessions(messages);
    },
    onError: (error) => app.log.error({ err: error }, 'cannot notify open consoles of moved records'),
    giveUp: () => delivery.reconnectAll(),
  });
  const stop = bus.subscribe('record-moved', (moved) => {
    if (delivery.sessions().length) backlog.push(moved);
  });
  app.addHook('onClose', async () => {
    stop();
    backlog.clear();
  });
}
