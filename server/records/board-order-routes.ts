import type { FastifyInstance } from 'fastify';
import {
  boardOrderAnswer,
  boardOrderBody,
  boardOrderUndo,
  boardOrderUndone,
} from '#resources/protocol/definitions/board-order.ts';
import type { ServerContext } from '#server/context.ts';
import { route, type World } from '#server/http/route.ts';
import { orderLevel } from './board-order.ts';
import { placeRecord, undoPlacement } from './board-places.ts';
import type { ChangeContext } from './changes.ts';
import { CHANGE, createExampleRecord, recordParams } from './declared.ts';
import { createContextDefaults, type WriteSection } from './writing.ts';

/**
 * Creates two records in the same column.
 * @returns the URL of the first, and a body that places it below the second
 */
async function placedRecord(world: World) {
  const [url, other] = [await createExampleRecord(world), await createExampleRecord(world)];
  return { url: `${url}/order/`, body: { state: world.generic.state, after: Number(other.split('/').at(-1)) } };
}

/** Routes that place records on boards ordered by hand. */
export function boardOrderRoutes(app: FastifyInstance, context: ServerContext, writeSection: WriteSection): void {
  const { now, bus } = context;
  const defaults = createContextDefaults(context);
  /** Notifies open consoles of people who may see the board column of the record. */
  const publishPlaced = ({ trx, resource }: ChangeContext, id: number) =>
    bus.publish(trx, 'record-moved', { section: resource.name, id, level: orderLevel(resource) });

  route(app, {
    method: 'POST',
    url: '/api/records/:resource/:id/order/',
    summary: 'Поставить запись на место в её колонке доски, которую упорядочивают вручную',
    access: { ...CHANGE, outside: { building: 404, entrance: 200 } },
    params: recordParams,
    body: boardOrderBody,
    answer: boardOrderAnswer,
    example: placedRecord,
    handle: ({ reader, params, body, request }) =>
      writeSection(params.resource, async (trx, resource) => {
        const changing: ChangeContext = { trx, resource, reader, request: request.id, now: now(), ...defaults() };
        const answer = await placeRecord(changing, params.id, body);
        await publishPlaced(changing, params.id);
        return answer;
      }),
  });

  route(app, {
    method: 'POST',
    url: '/api/records/:resource/:id/order/undo/',
    summary: 'Вернуть запись на прежнее место в колонке, если её с тех пор никто не переставил',
    access: { ...CHANGE, outside: { building: 404, entrance: 200 } },
    params: recordParams,
    body: boardOrderUndo,
    answer: boardOrderUndone,
    example: async (world) => {
      const placed = await placedRecord(world);
      const body = boardOrderAnswer.parse(await world.send('POST', placed));
      return { url: `${placed.url}undo/`, body };
    },
    handle: ({ reader, params, body, request }) =>
      writeSection(params.resource, async (trx, resource) => {
        const changing: ChangeContext = { trx, resource, reader, request: request.id, now: now(), ...defaults() };
        const answer = await undoPlacement(changing, params.id, body);
        await publishPlaced(changing, params.id);
        return answer;
      }),
  });
}
