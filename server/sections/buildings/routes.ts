import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { buildingDetails, buildingItem, porchDetails } from '#resources/protocol/buildings/buildings.ts';
import { listBuildings } from '#server/access/buildings.ts';
import type { ServerContext } from '#server/context.ts';
import { ApiError } from '#server/http/errors.ts';
import { idParams, route } from '#server/http/route.ts';
import { findBuilding, findPorch } from './queries.ts';

/**
 * Buildings and entrances the reader may see (API-13). Open to all staff, because the building selector and the pickers of all
 * sections need them; the section «Объекты» guards only the settings.
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
    answer: buildingDetails,
    example: ({ home }) => ({ url: `/api/crm/buildings/${home.building}/` }),
    handle: async ({ reader, params }) => {
      const building = await findBuilding(db, reader, params.id);
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
    answer: porchDetails,
    example: ({ home }) => ({ url: `/api/crm/porches/${home.porch}/` }),
    handle: async ({ reader, params }) => {
      const porch = await findPorch(db, reader, params.id);
      if (!porch) throw new ApiError('no_building');
      return porch;
    },
  });
}
