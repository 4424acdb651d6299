import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { buildingItem, buildingOne, porchOne } from '#resources/protocol/buildings/buildings.ts';
import { listBuildings } from '#server/access/buildings.ts';
import type { ServerContext } from '#server/context.ts';
import { ApiError } from '#server/http/errors.ts';
import { idParams, route } from '#server/http/route.ts';
import { oneBuilding, onePorch } from './queries.ts';

/**
 * Buildings and entrances the reader may see (API-13). Every member of staff: the selector and the pickers of all sections
 * are made of them; the section «Объекты» guards their settings.
 */
export function buildingsRoutes(app: FastifyInstance, { db }: ServerContext): void {
  route(app, {
    method: 'GET',
    url: '/api/crm/buildings/',
    summary: 'Доступные здания',
    access: { kind: 'staff', scope: 'buildings', outside: { building: 200, entrance: 200 } },
    answer: z.array(buildingItem),
    example: () => ({ url: '/api/crm/buildings/' }),
    handle: ({ reader }) => listBuildings(db, reader),
  });

  route(app, {
    method: 'GET',
    url: '/api/crm/buildings/:id/',
    summary: 'Здание: подъезды, этажи, стояки, помещения',
    access: { kind: 'staff', scope: 'buildings', outside: { building: 404, entrance: 200 } },
    params: idParams,
    answer: buildingOne,
    example: ({ home }) => ({ url: `/api/crm/buildings/${home.building}/` }),
    handle: async ({ reader, params }) => {
      const building = await oneBuilding(db, reader, params.id);
      if (!building) throw new ApiError('no_building');
      return building;
    },
  });

  route(app, {
    method: 'GET',
    url: '/api/crm/porches/:id/',
    summary: 'Подъезд: этажи, стояки, помещения',
    access: { kind: 'staff', scope: 'buildings', outside: { building: 404, entrance: 404 } },
    params: idParams,
    answer: porchOne,
    example: ({ home }) => ({ url: `/api/crm/porches/${home.porch}/` }),
    handle: async ({ reader, params }) => {
      const porch = await onePorch(db, reader, params.id);
      if (!porch) throw new ApiError('no_building');
      return porch;
    },
  });
}
