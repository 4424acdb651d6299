import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { fieldRule } from '#resources/language/payload.ts';
import { cameraDetails, cameraItem, cameraSaved } from '#resources/protocol/buildings/cameras.ts';
import { editedVersion } from '#resources/protocol/versions.ts';
import { cameras } from '#resources/sections/cameras.ts';
import { mayRemoveAllLinks, resolveBuildingLinks } from '#server/access/links.ts';
import { readScope } from '#server/access/scope.ts';
import type { ServerContext } from '#server/context.ts';
import type { Db } from '#server/db/tables.ts';
import { ApiError } from '#server/http/errors.ts';
import { queryIds } from '#server/http/queries.ts';
import { idParams, route, type World } from '#server/http/route.ts';
import { recordWrites } from '#server/records/kit/writes.ts';
import {
  cameraFields,
  cameraVersionInput,
  deleteCamera,
  findCamera,
  insertCamera,
  listCameras,
  lockCamera,
  type StoredCamera,
  updateCamera,
} from './queries.ts';

const cameraBody = z.object({
  ...cameraFields.rules,
  buildings: fieldRule(cameras.fields.buildings),
});
const changeBody = cameraBody.extend({ version: editedVersion.optional() });

const SEE_ACCESS = { kind: 'section', section: 'cameras', action: 'see', scope: 'buildings' } as const;
const CHANGE_ACCESS = { ...SEE_ACCESS, action: 'change' } as const;

const exampleCameraBody = ({ home }: World) => ({
  name: 'Двор',
  link: 'https://example.org/yard',
  buildings: [home.building],
});

async function createExampleCamera(world: World): Promise<string> {
  const answer = await world.send('POST', { url: '/api/crm/cameras/', body: exampleCameraBody(world) });
  return `/api/crm/cameras/${cameraSaved.parse(answer).params.id}/`;
}

/** Cameras (CAM-*). */
export function camerasRoutes(app: FastifyInstance, context: ServerContext): void {
  readRoutes(app, context);
  writeRoutes(app, context);
}

function readRoutes(app: FastifyInstance, { db }: ServerContext): void {
  route(app, {
    method: 'GET',
    url: '/api/crm/cameras/',
    summary: 'Камеры доступных зданий',
    access: { ...SEE_ACCESS, outside: { building: 200, entrance: 200 } },
    query: z.object({ buildings_id: queryIds }),
    answer: z.array(cameraItem),
    example: ({ home }) => ({ url: `/api/crm/cameras/?buildings_id=${home.building}` }),
    handle: ({ reader, query }) => listCameras(db, reader, query.buildings_id),
  });

  route(app, {
    method: 'GET',
    url: '/api/crm/cameras/:id/',
    summary: 'Камера',
    access: { ...SEE_ACCESS, outside: { building: 404, entrance: 200 } },
    params: idParams,
    answer: cameraDetails,
    example: async (world) => ({ url: await createExampleCamera(world) }),
    handle: async ({ reader, params }) => {
      const camera = await findCamera(db, reader, params.id);
      if (!camera) throw new ApiError('not_found');
      return camera;
    },
  });
}

function writeRoutes(app: FastifyInstance, context: ServerContext): void {
  const writes = recordWrites(context, cameras, { find: lockCamera });

  route(app, {
    method: 'POST',
    url: '/api/crm/cameras/',
    summary: 'Новая камера',
    access: { ...CHANGE_ACCESS, outside: { building: 400, entrance: 400 } },
    body: cameraBody,
    once: true,
    ok: 201,
    answer: cameraSaved,
    example: (world) => ({ url: '/api/crm/cameras/', body: exampleCameraBody(world) }),
    handle: ({ body, ...call }) =>
      writes.create(call, {
        create: async (trx) => {
          const linked = await resolveBuildingLinks(trx, call.reader, [], body.buildings, 'buildings');
          const camera = await insertCamera(trx, cameraFields.toRow(body), linked);
          const places = { buildings: camera.buildings, porches: [] };
          return { id: camera.id, answer: { params: camera }, after: camera, places };
        },
        isStillVisible: async (trx, { params }) => (await findCamera(trx, call.reader, params.id)) !== null,
      }),
  });

  route(app, {
    method: 'PUT',
    url: '/api/crm/cameras/:id/',
    summary: 'Изменить камеру; связи с недоступными зданиями остаются, с version чужая правка не затирается',
    access: { ...CHANGE_ACCESS, outside: { building: 404, entrance: 200 } },
    params: idParams,
    body: changeBody,
    answer: cameraSaved,
    example: async (world) => ({ url: await createExampleCamera(world), body: exampleCameraBody(world) }),
    handle: ({ params, body, ...call }) => {
      const filterInReach = async (trx: Db, buildings: readonly number[]) => {
        const reach = await readScope(trx, call.reader, buildings);
        return buildings.filter((id) => reach.has(id));
      };
      const base = {
        version: body.version,
        parts: async (trx: Db, camera: StoredCamera) => [
          cameraVersionInput(camera, await filterInReach(trx, camera.buildings)),
        ],
        auditValues: (camera: StoredCamera) => camera,
      };
      return writes.change(call, { id: params.id, base }, async (trx, before) => {
        const linked = await resolveBuildingLinks(trx, call.reader, before.buildings, body.buildings, 'buildings');
        const after = { ...cameraFields.toRow(body, before), id: params.id, buildings: linked };
        await updateCamera(trx, after);
        const visibleCamera = { ...after, buildings: await filterInReach(trx, linked) };
        return { result: { params: visibleCamera }, logged: { before, after } };
      });
    },
  });

  route(app, {
    method: 'DELETE',
    url: '/api/crm/cameras/:id/',
    summary: 'Удалить камеру; не удаляется, пока связана со зданием, доступным не целиком',
    access: { ...CHANGE_ACCESS, outside: { building: 404, entrance: 403 } },
    params: idParams,
    ok: 204,
    example: async (world) => ({ url: await createExampleCamera(world) }),
    handle: async ({ params, ...call }) => {
      await writes.remove(call, params.id, async (trx, camera) => {
        if (!(await mayRemoveAllLinks(trx, call.reader, camera.buildings))) throw new ApiError('partial_building');
        await deleteCamera(trx, params.id);
        return camera;
      });
      return undefined;
    },
  });
}
