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
import { placeRecord, takePlacingBack } from './board-places.ts';
import type { Changing } from './changes.ts';
import { CHANGE, newRecord, recordParams } from './declared.ts';
import { createContextDefaults, type Writing } from './writing.ts';

/** Makes two records in the first column of the section that the access matrix tries. @returns the address of the first, and where it is to stand */
async function placedRecord(world: World) {
  const [url, other] = [await newRecord(world), await newRecord(world)];
  return { url: `${url}/order/`, body: { state: world.generic.state, after: Number(other.split('/').at(-1)) } };
}

/** Places of records on boards that are ordered by hand. */
export function boardOrderRoutes(app: FastifyInstance, context: ServerContext, writing: Writing): void {
  const { now, bus } = context;
  const defaults = createContextDefaults(context);
  /** Tells the open consoles of those who see in which column the record stands. */
  const tellPlaced = ({ trx, resource }: Changing, id: number) =>
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
      writing(params.resource, async (trx, resource) => {
        const changing: Changing = { trx, resource, reader, request: request.id, now: now(), ...defaults() };
        const answer = await placeRecord(changing, params.id, body);
        await tellPlaced(changing, params.id);
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
      writing(params.resource, async (trx, resource) => {
        const changing: Changing = { trx, resource, reader, request: request.id, now: now(), ...defaults() };
        const answer = await takePlacingBack(changing, params.id, body);
        await tellPlaced(changing, params.id);
        return answer;
      }),
  });
}
