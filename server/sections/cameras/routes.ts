import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { fieldRule } from '#resources/language/payload.ts';
import { cameraItem, cameraOne, cameraSaved } from '#resources/protocol/cameras.ts';
import { seenVersion } from '#resources/protocol/versions.ts';
import { cameras } from '#resources/sections/cameras.ts';
import { audit } from '#server/access/audit.ts';
import { holdsAll, settleLinks } from '#server/access/links.ts';
import { reachOf } from '#server/access/reach.ts';
import type { ServerContext } from '#server/context.ts';
import { ApiError } from '#server/http/errors.ts';
import { queryIds } from '#server/http/queries.ts';
import { idParams, route, type World } from '#server/http/route.ts';
import { cameraAdded } from '#server/live/notices.ts';
import { refuseStale } from '#server/records/record-version.ts';
import {
  cameraToChange,
  deleteCamera,
  insertCamera,
  listCameras,
  oneCamera,
  updateCamera,
  versionedCamera,
} from './queries.ts';

const { name, link, buildings } = cameras.fields;
/** The rules of the definition, with the types of what they give out. */
const cameraBody = z.object({
  name: fieldRule(name) as z.ZodType<string>,
  link: fieldRule(link) as z.ZodType<string>,
  buildings: fieldRule(buildings) as z.ZodType<number[]>,
});
const changeBody = cameraBody.extend({ version: seenVersion.optional() });

const SEE = { kind: 'section', section: 'cameras', action: 'see', scope: 'buildings' } as const;
const CHANGE = { ...SEE, action: 'change' } as const;

const newBody = ({ home }: World) => ({ name: 'Двор', link: 'https://example.org/yard', buildings: [home.building] });

async function newCamera(world: World): Promise<string> {
  const made = await world.send('POST', { url: '/api/crm/cameras/', body: newBody(world) });
  return `/api/crm/cameras/${cameraSaved.parse(made).params.id}/`;
}

/** Cameras (B§2.7, CAM-*). */
export function camerasRoutes(app: FastifyInstance, { db, bus }: ServerContext): void {
  route(app, {
    method: 'GET',
    url: '/api/crm/cameras/',
    summary: 'Камеры доступных зданий',
    access: { ...SEE, outside: { building: 200, entrance: 200 } },
    query: z.object({ buildings_id: queryIds }),
    answer: z.array(cameraItem),
    example: ({ home }) => ({ url: `/api/crm/cameras/?buildings_id=${home.building}` }),
    handle: ({ reader, query }) => listCameras(db, reader, query.buildings_id),
  });

  route(app, {
    method: 'POST',
    url: '/api/crm/cameras/',
    summary: 'Новая камера',
    access: { ...CHANGE, outside: { building: 400, entrance: 400 } },
    body: cameraBody,
    once: true,
    ok: 201,
    answer: cameraSaved,
    example: (world) => ({ url: '/api/crm/cameras/', body: newBody(world) }),
    handle: ({ reader, body, once, request }) =>
      db.transaction().execute((trx) =>
        once(trx, {
          make: async () => {
            const linked = await settleLinks(trx, reader, [], body.buildings, 'buildings');
            const camera = await insertCamera(trx, { ...body, buildings: linked });
            const deed = { user: reader.user, action: 'create', resource: 'cameras', record: camera.id };
            await audit(trx, { ...deed, after: camera, request: request.id });
            await cameraAdded(bus, trx, reader.user, camera);
            return { params: camera };
          },
          stands: async ({ params }) => (await oneCamera(trx, reader, params.id)) !== null,
        }),
      ),
  });

  route(app, {
    method: 'GET',
    url: '/api/crm/cameras/:id/',
    summary: 'Камера',
    access: { ...SEE, outside: { building: 404, entrance: 200 } },
    params: idParams,
    answer: cameraOne,
    example: async (world) => ({ url: await newCamera(world) }),
    handle: async ({ reader, params }) => {
      const camera = await oneCamera(db, reader, params.id);
      if (!camera) throw new ApiError('not_found');
      return camera;
    },
  });

  route(app, {
    method: 'PUT',
    url: '/api/crm/cameras/:id/',
    summary: 'Изменить камеру; связи с недоступными зданиями остаются, с version чужая правка не затирается',
    access: { ...CHANGE, outside: { building: 404, entrance: 200 } },
    params: idParams,
    body: changeBody,
    answer: cameraSaved,
    example: async (world) => ({ url: await newCamera(world), body: newBody(world) }),
    handle: ({ reader, params, body, request }) =>
      db.transaction().execute(async (trx) => {
        const { version, ...own } = body;
        const before = await cameraToChange(trx, reader, params.id);
        if (!before) throw new ApiError('not_found');
        const reach = await reachOf(trx, reader, before.buildings);
        const seen = before.buildings.filter((id) => reach.has(id));
        const held = { resource: 'cameras', record: params.id, parts: [versionedCamera(before, seen)], stored: before };
        await refuseStale(trx, version, held);
        const linked = await settleLinks(trx, reader, before.buildings, own.buildings, 'buildings');
        const after = { ...own, id: params.id, buildings: linked };
        await updateCamera(trx, after);
        const deed = { user: reader.user, action: 'update', resource: 'cameras', record: params.id };
        await audit(trx, { ...deed, before, after, request: request.id });
        const shown = await reachOf(trx, reader, after.buildings);
        return { params: { ...after, buildings: after.buildings.filter((id) => shown.has(id)) } };
      }),
  });

  route(app, {
    method: 'DELETE',
    url: '/api/crm/cameras/:id/',
    summary: 'Удалить камеру; не удаляется, пока связана со зданием, доступным не целиком',
    access: { ...CHANGE, outside: { building: 404, entrance: 403 } },
    params: idParams,
    ok: 204,
    example: async (world) => ({ url: await newCamera(world) }),
    handle: async ({ reader, params, request }) => {
      await db.transaction().execute(async (trx) => {
        const before = await cameraToChange(trx, reader, params.id);
        if (!before) throw new ApiError('not_found');
        if (!(await holdsAll(trx, reader, before.buildings))) throw new ApiError('partial_building');
        await deleteCamera(trx, params.id);
        const deed = { user: reader.user, action: 'delete', resource: 'cameras', record: params.id };
        await audit(trx, { ...deed, before, request: request.id });
      });
      return undefined;
    },
  });
}
