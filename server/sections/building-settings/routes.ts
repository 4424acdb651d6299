import type { FastifyInstance } from 'fastify';
import {
  type BuildingSettings,
  buildingSettings,
  buildingSettingsAnswer,
} from '#resources/protocol/buildings/settings.ts';
import type { Principal } from '#server/access/reader.ts';
import type { ServerContext } from '#server/context.ts';
import type { Db } from '#server/db/tables.ts';
import { ApiError } from '#server/http/errors.ts';
import { idParams, route, type World } from '#server/http/route.ts';
import { computeRecordVersion } from '#server/records/record-version.ts';
import { selectCameras } from './camera-queries.ts';
import { saveSettings, settingsBody, settingsWrites } from './change.ts';
import { SETTINGS_URL, settingsQuery, showSettingsPage } from './page.ts';
import {
  countSettings,
  findSettings,
  linksVersionInput,
  selectBuildingSettings,
  selectSettingsPage,
  settingsVersionInput,
} from './queries.ts';

const SEE_ACCESS = { kind: 'section', section: 'buildings', action: 'see', scope: 'buildings' } as const;
const CHANGE_ACCESS = { ...SEE_ACCESS, action: 'change' } as const;

const homePath = ({ home }: World) => `${SETTINGS_URL}${home.building}/`;

async function showSettings(db: Db, principal: Principal, id: number): Promise<BuildingSettings> {
  const settings = await findSettings(db, principal, id);
  if (!settings) throw new ApiError('not_found');
  const { street, number, complex, building_type } = settings;
  const building = { id, street, number, complex, building_type };
  const cameras = await selectCameras(db, principal, id);
  const linked = cameras.filter((camera) => camera.is_selected).map((camera) => camera.id);
  const version = computeRecordVersion(settingsVersionInput(settings), linksVersionInput(linked));
  return { ...settings, building, cameras, version };
}

/** Buildings of the company and their settings (SET-*). */
export function buildingSettingsRoutes(app: FastifyInstance, context: ServerContext): void {
  const { db } = context;
  const writes = settingsWrites(context);

  route(app, {
    method: 'GET',
    url: SETTINGS_URL,
    summary: 'Объекты компании постранично или настройки показаний названных объектов',
    access: { ...SEE_ACCESS, outside: { building: 200, entrance: 200 } },
    query: settingsQuery,
    answer: buildingSettingsAnswer,
    example: ({ home }) => ({ url: `${SETTINGS_URL}?buildings_id=${home.building}` }),
    handle: async ({ reader, query }) => {
      if (query.buildings_id) return selectBuildingSettings(db, reader, query.buildings_id);
      const { page, page_size: size, sort } = query;
      const count = await countSettings(db, reader);
      if (page > 1 && (page - 1) * size >= count) throw new ApiError('not_found');
      return showSettingsPage(query, count, await selectSettingsPage(db, reader, { page, size, sort }));
    },
  });

  route(app, {
    method: 'GET',
    url: `${SETTINGS_URL}:id/`,
    summary: 'Настройки объекта: дни и виды показаний, камеры',
    access: { ...SEE_ACCESS, outside: { building: 404, entrance: 200 } },
    params: idParams,
    answer: buildingSettings,
    example: (world) => ({ url: homePath(world) }),
    handle: ({ reader, params }) => showSettings(db, reader, params.id),
  });

  route(app, {
    method: 'PUT',
    url: `${SETTINGS_URL}:id/`,
    summary: 'Изменить настройки объекта; без cameras камеры остаются, с version чужая правка не затирается',
    access: { ...CHANGE_ACCESS, outside: { building: 404, entrance: 403 } },
    params: idParams,
    body: settingsBody,
    answer: buildingSettings,
    example: (world) => ({
      url: homePath(world),
      body: { submit_start_day: 1, submit_end_day: 28, reading_types: ['water_hot_and_cold', 'gas'] },
    }),
    handle: async ({ params, body, ...call }) => {
      await saveSettings(writes, call, params.id, body);
      return showSettings(db, call.reader, params.id);
    },
  });
}
