import { randomInt } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { getPointerTo } from '#resources/language/kinds/traits.ts';
import {
  buildingClosed,
  buildingMade,
  closedBuildings,
  newBuildingBody,
  partsAdded,
  partsBody,
  passportBody,
  passportSaved,
  tiesAnswer,
  unitBody,
  unitSaved,
} from '#resources/protocol/buildings/building-plan.ts';
import { buildingDetails } from '#resources/protocol/buildings/buildings.ts';
import { recordImportAnswer, recordImportCall } from '#resources/protocol/definitions/record-import.ts';
import { BUILDING_SETTINGS_PATH } from '#resources/protocol/paths/buildings.ts';
import { audit } from '#server/access/audit.ts';
import type { ServerContext } from '#server/context.ts';
import { ApiError } from '#server/http/errors.ts';
import { queryId } from '#server/http/queries.ts';
import { idParams, route, type World } from '#server/http/route.ts';
import {
  addParts,
  buildingWrites,
  closeOwnBuilding,
  createBuilding,
  removeUnit,
  savePassport,
  saveUnit,
  showPassport,
} from './change.ts';
import { findPassport, hasUnit, lockClosedBuilding, reopenBuilding, selectClosedBuildings } from './change-queries.ts';
import { importBuildings } from './import.ts';
import { importUnits } from './import-units.ts';
import { selectHoldersOfAll } from './make-queries.ts';
import { countBuildingTies, countUnitReferences, type UnitField } from './ties-queries.ts';

const ADMIN_ACCESS = { kind: 'administrator', scope: 'none' } as const;
/** For calls about one building: every entrance has to be the administrator's. */
const ONE_BUILDING_ACCESS = {
  kind: 'administrator',
  scope: 'buildings',
  outside: { building: 404, entrance: 404 },
} as const;
/** Maximum number of closed buildings that are listed. */
const CLOSED_BUILDINGS_MAX = 200;

const unitParams = idParams.extend({ unit: idParams.shape.id });

const exampleBuildingBody = () => ({
  street: 'ул. Проверочная',
  number: String(randomInt(1_000_000, 1_000_000_000)),
  building_type: 'tenement',
  entrances: [{ floors: 2, flats: 2 }],
});

/** Creates an example building. @returns its path */
async function createExampleBuilding(world: World): Promise<string> {
  const answer = await world.send('POST', { url: BUILDING_SETTINGS_PATH, body: exampleBuildingBody() });
  return `${BUILDING_SETTINGS_PATH}${buildingMade.parse(answer).params.id}/`;
}

/** Creates an example building. @returns its path, first entrance and first flat */
async function createExampleParts(world: World): Promise<{ url: string; porch: number; unit: number }> {
  const url = await createExampleBuilding(world);
  const createdBuilding = buildingDetails.parse(
    await world.send('GET', { url: url.replace('/settings/building/', '/buildings/') }),
  );
  return { url, porch: createdBuilding.porches[0]?.id ?? 0, unit: createdBuilding.units[0]?.object.id ?? 0 };
}

/** Creating buildings and changing their parts: an addition of ours, for administrators. */
export function buildingPlansRoutes(app: FastifyInstance, context: ServerContext): void {
  createRoutes(app, context);
  partRoutes(app, context);
  closeRoutes(app, context);
}

function createRoutes(app: FastifyInstance, context: ServerContext): void {
  const { db } = context;
  const writes = buildingWrites(context);

  route(app, {
    method: 'POST',
    url: BUILDING_SETTINGS_PATH,
    summary: 'Новый дом по его плану: подъезды, этажи, стояки и помещения',
    access: ADMIN_ACCESS,
    body: newBuildingBody,
    once: true,
    ok: 201,
    answer: buildingMade,
    example: () => ({ url: BUILDING_SETTINGS_PATH, body: exampleBuildingBody() }),
    handle: ({ body, ...call }) => createBuilding(writes, call, body),
  });

  route(app, {
    method: 'POST',
    url: `${BUILDING_SETTINGS_PATH}import/`,
    summary: 'Дома из строк таблицы: проверить их или сохранить годные; повтор той же отправки ничего не удваивает',
    access: ADMIN_ACCESS,
    body: recordImportCall,
    answer: recordImportAnswer,
    example: () => {
      const { street, number } = exampleBuildingBody();
      const rows = [{ row: 2, cells: { street, number, entrances: '2', floors: '9', flats: '4' } }];
      return { url: `${BUILDING_SETTINGS_PATH}import/`, body: { key: 'rows-of-a-table', check: true, rows } };
    },
    handle: async ({ body, ...call }) => ({ rows: await importBuildings(context, call, body) }),
  });

  route(app, {
    method: 'POST',
    url: `${BUILDING_SETTINGS_PATH}units/import/`,
    summary: 'Помещения из строк таблицы: проверить их или добавить годные; дома, которых ещё нет, появляются сами',
    access: ADMIN_ACCESS,
    body: recordImportCall,
    answer: recordImportAnswer,
    example: () => {
      const { street, number } = exampleBuildingBody();
      const rows = [{ row: 2, cells: { street, number, entrance: '1', floor: '2', label: '5' } }];
      return { url: `${BUILDING_SETTINGS_PATH}units/import/`, body: { key: 'rows-of-a-table', check: true, rows } };
    },
    handle: async ({ body, ...call }) => ({ rows: await importUnits(context, call, body) }),
  });

  route(app, {
    method: 'GET',
    url: `${BUILDING_SETTINGS_PATH}:id/passport/`,
    summary: 'Адрес, комплекс и вид дома',
    access: ONE_BUILDING_ACCESS,
    params: idParams,
    answer: passportSaved,
    example: async (world) => ({ url: `${await createExampleBuilding(world)}passport/` }),
    handle: async ({ reader, params }) => ({ params: await showPassport(db, reader, params.id) }),
  });

  route(app, {
    method: 'PUT',
    url: `${BUILDING_SETTINGS_PATH}:id/passport/`,
    summary: 'Изменить адрес, комплекс и вид дома; с version чужая правка не затирается',
    access: ONE_BUILDING_ACCESS,
    params: idParams,
    body: passportBody,
    answer: passportSaved,
    example: async (world) => ({ url: `${await createExampleBuilding(world)}passport/`, body: exampleBuildingBody() }),
    handle: async ({ params, body, ...call }) => {
      await savePassport(writes, call, params.id, body);
      return { params: await showPassport(db, call.reader, params.id) };
    },
  });
}

function partRoutes(app: FastifyInstance, context: ServerContext): void {
  const { catalogue } = context;
  const writes = buildingWrites(context);

  route(app, {
    method: 'POST',
    url: `${BUILDING_SETTINGS_PATH}:id/parts/`,
    summary: 'Добавить дому подъезды, этажи и помещения',
    access: ONE_BUILDING_ACCESS,
    params: idParams,
    body: partsBody,
    answer: partsAdded,
    example: async (world) => {
      const { url, porch } = await createExampleParts(world);
      const units = [{ entrance: porch, floor: 1, unit_type: 'office', label: 'оф. 1' }];
      return { url: `${url}parts/`, body: { units } };
    },
    handle: ({ params, body, ...call }) => addParts(writes, call, params.id, body),
  });

  route(app, {
    method: 'PUT',
    url: `${BUILDING_SETTINGS_PATH}:id/units/:unit/`,
    summary: 'Переименовать помещение; всё, что к нему относится, остаётся',
    access: ONE_BUILDING_ACCESS,
    params: unitParams,
    body: unitBody,
    answer: unitSaved,
    example: async (world) => {
      const { url, unit } = await createExampleParts(world);
      return { url: `${url}units/${unit}/`, body: { label: '101А', unit_type: 'flat' } };
    },
    handle: ({ params, body, ...call }) => saveUnit(writes, call, params, body),
  });

  route(app, {
    method: 'DELETE',
    url: `${BUILDING_SETTINGS_PATH}:id/units/:unit/`,
    summary: 'Удалить помещение, к которому ничего не относится',
    access: ONE_BUILDING_ACCESS,
    params: unitParams,
    ok: 204,
    example: async (world) => {
      const { url, unit } = await createExampleParts(world);
      return { url: `${url}units/${unit}/` };
    },
    handle: ({ params, ...call }) => removeUnit(writes, call, params, unitFields(catalogue)),
  });
}

/** Fields of added sections that hold ids of units. */
const unitFields = ({ generics }: ServerContext['catalogue']): UnitField[] =>
  generics.flatMap(({ name, fields }) =>
    Object.entries(fields).flatMap(([field, shape]) =>
      getPointerTo(shape, 'unit') ? [{ resource: name, field: shape.wire ?? field }] : [],
    ),
  );

function closeRoutes(app: FastifyInstance, context: ServerContext): void {
  const { db, catalogue, now } = context;
  const writes = buildingWrites(context);

  route(app, {
    method: 'GET',
    url: `${BUILDING_SETTINGS_PATH}:id/ties/`,
    summary: 'Что относится к дому или, с unit, к его помещению: сколько жителей, заявок, показаний',
    access: ONE_BUILDING_ACCESS,
    params: idParams,
    query: z.object({ unit: queryId.optional() }),
    answer: tiesAnswer,
    example: async (world) => ({ url: `${await createExampleBuilding(world)}ties/` }),
    handle: async ({ reader, params, query }) => {
      const passport = await findPassport(db, reader, params.id);
      if (!passport) throw new ApiError('not_found');
      if (!passport.whole) throw new ApiError('partial_building');
      if (query.unit === undefined) return countBuildingTies(db, params.id);
      if (!(await hasUnit(db, params.id, query.unit))) throw new ApiError('not_found');
      return countUnitReferences(db, query.unit, unitFields(catalogue));
    },
  });

  route(app, {
    method: 'POST',
    url: `${BUILDING_SETTINGS_PATH}:id/close/`,
    summary: 'Закрыть дом, у которого нет незавершённых заявок: он пропадает отовсюду, но ничего не теряется',
    access: ONE_BUILDING_ACCESS,
    params: idParams,
    answer: buildingClosed,
    example: async (world) => ({ url: `${await createExampleBuilding(world)}close/` }),
    handle: ({ params, ...call }) => closeOwnBuilding(writes, call, params.id, now()),
  });

  route(app, {
    method: 'GET',
    url: `${BUILDING_SETTINGS_PATH}closed/`,
    summary: 'Закрытые дома, последние сверху',
    access: ADMIN_ACCESS,
    answer: closedBuildings,
    example: () => ({ url: `${BUILDING_SETTINGS_PATH}closed/` }),
    handle: async ({ reader }) => ({ results: await selectClosedBuildings(db, reader, CLOSED_BUILDINGS_MAX) }),
  });

  route(app, {
    method: 'POST',
    url: `${BUILDING_SETTINGS_PATH}:id/reopen/`,
    summary: 'Открыть закрытый дом снова тем, кому он был доступен',
    access: ADMIN_ACCESS,
    params: idParams,
    answer: buildingClosed,
    example: async (world) => {
      const url = await createExampleBuilding(world);
      await world.send('POST', { url: `${url}close/` });
      return { url: `${url}reopen/` };
    },
    handle: ({ params: { id }, reader, request }) =>
      db.transaction().execute(async (trx) => {
        const building = await lockClosedBuilding(trx, reader, id);
        if (!building) throw new ApiError('not_found');
        await reopenBuilding(trx, id, await selectHoldersOfAll(trx));
        const auditEntry = { user: reader.user, action: 'reopen', resource: 'buildings', record: id, after: building };
        await audit(trx, { ...auditEntry, request: request.id });
        return { params: { id } };
      }),
  });
}
