import type { FastifyInstance } from 'fastify';
import type { Resource } from '#resources/language/define-resource.ts';
import { recordMove } from '#resources/protocol/definitions/record-moves.ts';
import { record } from '#resources/protocol/definitions/records.ts';
import type { ServerContext } from '#server/context.ts';
import { isRepetition } from '#server/http/once.ts';
import { route, type World } from '#server/http/route.ts';
import { Backlog } from '#server/live/backlog.ts';
import type { Topics } from '#server/live/topics.ts';
import type { Changing } from './changes.ts';
import { newRecord, recordParams, SEE, show } from './declared.ts';
import { purgeFilesLater } from './files-set-aside.ts';
import { askAs } from './import-lists.ts';
import { refuseUnlisted } from './listed-values.ts';
import { recordListeners } from './listener-queries.ts';
import { moveRecord, takeMoveBack } from './moves.ts';
import { oneRecord } from './queries.ts';
import { showRecords } from './show.ts';
import { tellRecords, tellTakenBack } from './tell-records.ts';
import { refuseRecord } from './write.ts';
import { createContextDefaults, type Writing } from './writing.ts';

/** The definition says which of its readers may move a record (`mayMakeMove`). */
const MOVE = { ...SEE, writes: true, outside: { building: 404, entrance: 200 } } as const;

/** Moves a record that was just made. @returns its address */
async function movedRecord(world: World): Promise<string> {
  const url = await newRecord(world);
  await world.send('POST', { url: `${url}/move/`, body: { move: world.generic.move } });
  return url;
}

/** Moves of records from state to state, their undo, and what open consoles are told of them. */
export function moveRoutes(
  app: FastifyInstance,
  context: ServerContext,
  named: (name: string) => Resource,
  writing: Writing,
): void {
  const { db, now, bus } = context;
  const purgeFiles = purgeFilesLater(app, context);
  const defaults = createContextDefaults(context);
  tellOfMoves(app, context);

  route(app, {
    method: 'POST',
    url: '/api/records/:resource/:id/move/',
    summary: 'Перевести запись в другое состояние; повтор с тем же ключом ничего не меняет дважды',
    access: MOVE,
    params: recordParams,
    body: recordMove,
    once: true,
    answer: record,
    example: async (world) => ({ url: `${await newRecord(world)}/move/`, body: { move: world.generic.move } }),
    handle: async ({ reader, params, body, once, request }) => {
      const section = named(params.resource);
      const current = await oneRecord(db, reader, section, params.id);
      if (current && !(await isRepetition(db, request))) {
        await refuseRecord(db, reader, section, current.data, 'see');
        await refuseUnlisted(askAs(app, request), section, body.values ?? {}, current.data);
      }
      let hasLostFiles = false;
      const answer = await writing(params.resource, (trx, resource) =>
        once(trx, {
          make: async () => {
            const changing: Changing = { trx, resource, reader, request: request.id, now: now(), ...defaults() };
            const moved = await moveRecord(changing, params.id, body);
            hasLostFiles = moved.hasLostFiles;
            await tellRecords(bus, changing, [{ on: 'move', move: body.move, record: moved.after }]);
            await bus.publish(trx, 'record-moved', { section: resource.name, id: params.id, level: moved.level });
            return show(await showRecords({ db: trx, reader, ...defaults() }, resource, [moved.after]));
          },
          stands: async () => {
            const found = await oneRecord(trx, reader, resource, params.id);
            if (found) await refuseRecord(trx, reader, resource, found.data, 'see');
            return found !== null;
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
    access: MOVE,
    params: recordParams,
    answer: record,
    example: async (world) => ({ url: `${await movedRecord(world)}/move/undo/` }),
    handle: async ({ reader, params, request }) => {
      const { shown: answer, hasLostFiles } = await writing(params.resource, async (trx, resource) => {
        const changing: Changing = { trx, resource, reader, request: request.id, now: now(), ...defaults() };
        const moved = await takeMoveBack(changing, params.id);
        await tellTakenBack(changing, { moves: moved.moves, before: moved.before.data, record: moved.after });
        await bus.publish(trx, 'record-moved', { section: resource.name, id: params.id, level: moved.level });
        const shown = show(await showRecords({ db: trx, reader, ...defaults() }, resource, [moved.after]));
        return { shown, hasLostFiles: moved.hasLostFiles };
      });
      if (hasLostFiles) purgeFiles();
      return answer;
    },
  });
}

/** Tells the open consoles of the readers of a record that it was moved. */
function tellOfMoves(app: FastifyInstance, context: ServerContext): void {
  const { db, bus, delivery, now, guard, catalogue } = context;
  const waiting = new Backlog<Topics['record-moved']>({
    send: async (moved) => {
      const definitions = new Map(catalogue.generics.map((resource) => [resource.name, resource]));
      const messages = await recordListeners(db, {
        records: moved,
        sessions: delivery.sessions(),
        now: now(),
        extraSections: guard.extraSections(),
        definition: (name) => definitions.get(name),
      });
      delivery.tellSessions(messages);
    },
    onError: (error) => app.log.error({ err: error }, 'consoles cannot be told of moved records'),
    giveUp: () => delivery.sendBack(),
  });
  const stop = bus.subscribe('record-moved', (moved) => {
    if (delivery.sessions().length) waiting.push(moved);
  });
  app.addHook('onClose', async () => {
    stop();
    waiting.clear();
  });
}
