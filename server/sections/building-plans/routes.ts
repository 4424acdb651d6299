import { randomInt } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { pointerTo } from '#resources/language/kinds/traits.ts';
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
import { buildingOne } from '#resources/protocol/buildings/buildings.ts';
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
  close,
  makeBuilding,
  removeUnit,
  savePassport,
  saveUnit,
  shownPassport,
} from './change.ts';
import { closedToOpen, findPassport, hasUnit, reopenBuilding, selectClosedBuildings } from './change-queries.ts';
import { importBuildings } from './import.ts';
import { importUnits } from './import-units.ts';
import { holdersOfAll } from './make-queries.ts';
import { tiesOfBuilding, tiesOfUnit, type UnitField } from './ties-queries.ts';

const ADMINISTRATORS = { kind: 'administrator', scope: 'none' } as const;
/** Of one building: every entrance has to be theirs. */
const OF_ONE = { kind: 'administrator', scope: 'buildings', outside: { building: 404, entrance: 404 } } as const;
/** The most closed buildings that are listed. */
const CLOSED_MOST = 200;

const unitParams = idParams.extend({ unit: idParams.shape.id });

const newBody = () => ({
  street: 'ул. Проверочная',
  number: String(randomInt(1_000_000, 1_000_000_000)),
  building_type: 'tenement',
  entrances: [{ floors: 2, flats: 2 }],
});

/** Makes a building. @returns its address */
async function newBuilding(world: World): Promise<string> {
  const made = await world.send('POST', { url: BUILDING_SETTINGS_PATH, body: newBody() });
  return `${BUILDING_SETTINGS_PATH}${buildingMade.parse(made).params.id}/`;
}

/** A building that was just made, with its first entrance and flat. */
async function findInside(world: World): Promise<{ url: string; porch: number; unit: number }> {
  const url = await newBuilding(world);
  const one = buildingOne.parse(await world.send('GET', { url: url.replace('/settings/building/', '/buildings/') }));
  return { url, porch: one.porches[0]?.id ?? 0, unit: one.units[0]?.object.id ?? 0 };
}

/** Making buildings and changing what they are made of: an addition of ours, for administrators. */
export function buildingPlansRoutes(app: FastifyInstance, context: ServerContext): void {
  makeRoutes(app, context);
  partRoutes(app, context);
  closeRoutes(app, context);
}

function makeRoutes(app: FastifyInstance, context: ServerContext): void {
  const { db } = context;
  const writes = buildingWrites(context);

  route(app, {
    method: 'POST',
    url: BUILDING_SETTINGS_PATH,
    summary: 'Новый дом по его плану: подъезды, этажи, стояки и помещения',
    access: ADMINISTRATORS,
    body: newBuildingBody,
    once: true,
    ok: 201,
    answer: buildingMade,
    example: () => ({ url: BUILDING_SETTINGS_PATH, body: newBody() }),
    handle: ({ body, ...call }) => makeBuilding(writes, call, body),
  });

  route(app, {
    method: 'POST',
    url: `${BUILDING_SETTINGS_PATH}import/`,
    summary: 'Дома из строк таблицы: проверить их или сохранить годные; повтор той же отправки ничего не удваивает',
    access: ADMINISTRATORS,
    body: recordImportCall,
    answer: recordImportAnswer,
    example: () => {
      const { street, number } = newBody();
      const rows = [{ row: 2, cells: { street, number, entrances: '2', floors: '9', flats: '4' } }];
      return { url: `${BUILDING_SETTINGS_PATH}import/`, body: { key: 'rows-of-a-table', check: true, rows } };
    },
    handle: async ({ body, ...call }) => ({ rows: await importBuildings(context, call, body) }),
  });

  route(app, {
    method: 'POST',
    url: `${BUILDING_SETTINGS_PATH}units/import/`,
    summary: 'Помещения из строк таблицы: проверить их или добавить годные; дома, которых ещё нет, появляются сами',
    access: ADMINISTRATORS,
    body: recordImportCall,
    answer: recordImportAnswer,
    example: () => {
      const { street, number } = newBody();
      const rows = [{ row: 2, cells: { street, number, entrance: '1', floor: '2', label: '5' } }];
      return { url: `${BUILDING_SETTINGS_PATH}units/import/`, body: { key: 'rows-of-a-table', check: true, rows } };
    },
    handle: async ({ body, ...call }) => ({ rows: await importUnits(context, call, body) }),
  });

  route(app, {
    method: 'GET',
    url: `${BUILDING_SETTINGS_PATH}:id/passport/`,
    summary: 'Адрес, комплекс и вид дома',
    access: OF_ONE,
    params: idParams,
    answer: passportSaved,
    example: async (world) => ({ url: `${await newBuilding(world)}passport/` }),
    handle: async ({ reader, params }) => ({ params: await shownPassport(db, reader, params.id) }),
  });

  route(app, {
    method: 'PUT',
    url: `${BUILDING_SETTINGS_PATH}:id/passport/`,
    summary: 'Изменить адрес, комплекс и вид дома; с version чужая правка не затирается',
    access: OF_ONE,
    params: idParams,
    body: passportBody,
    answer: passportSaved,
    example: async (world) => ({ url: `${await newBuilding(world)}passport/`, body: newBody() }),
    handle: async ({ params, body, ...call }) => {
      await savePassport(writes, call, params.id, body);
      return { params: await shownPassport(db, call.reader, params.id) };
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
    access: OF_ONE,
    params: idParams,
    body: partsBody,
    answer: partsAdded,
    example: async (world) => {
      const { url, porch } = await findInside(world);
      const units = [{ entrance: porch, floor: 1, unit_type: 'office', label: 'оф. 1' }];
      return { url: `${url}parts/`, body: { units } };
    },
    handle: ({ params, body, ...call }) => addParts(writes, call, params.id, body),
  });

  route(app, {
    method: 'PUT',
    url: `${BUILDING_SETTINGS_PATH}:id/units/:unit/`,
    summary: 'Переименовать помещение; всё, что к нему относится, остаётся',
    access: OF_ONE,
    params: unitParams,
    body: unitBody,
    answer: unitSaved,
    example: async (world) => {
      const { url, unit } = await findInside(world);
      return { url: `${url}units/${unit}/`, body: { label: '101А', unit_type: 'flat' } };
    },
    handle: ({ params, body, ...call }) => saveUnit(writes, call, params, body),
  });

  route(app, {
    method: 'DELETE',
    url: `${BUILDING_SETTINGS_PATH}:id/units/:unit/`,
    summary: 'Удалить помещение, к которому ничего не относится',
    access: OF_ONE,
    params: unitParams,
    ok: 204,
    example: async (world) => {
      const { url, unit } = await findInside(world);
      return { url: `${url}units/${unit}/` };
    },
    handle: ({ params, ...call }) => removeUnit(writes, call, params, unitFields(catalogue)),
  });
}

/** Fields of added sections that keep ids of units. */
const unitFields = ({ generics }: ServerContext['catalogue']): UnitField[] =>
  generics.flatMap(({ name, fields }) =>
    Object.entries(fields).flatMap(([field, shape]) =>
      pointerTo(shape, 'unit') ? [{ resource: name, field: shape.wire ?? field }] : [],
    ),
  );

function closeRoutes(app: FastifyInstance, context: ServerContext): void {
  const { db, catalogue, now } = context;
  const writes = buildingWrites(context);

  route(app, {
    method: 'GET',
    url: `${BUILDING_SETTINGS_PATH}:id/ties/`,
    summary: 'Что относится к дому или, с unit, к его помещению: сколько жителей, заявок, показаний',
    access: OF_ONE,
    params: idParams,
    query: z.object({ unit: queryId.optional() }),
    answer: tiesAnswer,
    example: async (world) => ({ url: `${await newBuilding(world)}ties/` }),
    handle: async ({ reader, params, query }) => {
      const found = await findPassport(db, reader, params.id);
      if (!found) throw new ApiError('not_found');
      if (!found.whole) throw new ApiError('partial_building');
      if (query.unit === undefined) return tiesOfBuilding(db, params.id);
      if (!(await hasUnit(db, params.id, query.unit))) throw new ApiError('not_found');
      return tiesOfUnit(db, query.unit, unitFields(catalogue));
    },
  });

  route(app, {
    method: 'POST',
    url: `${BUILDING_SETTINGS_PATH}:id/close/`,
    summary: 'Закрыть дом, у которого нет незавершённых заявок: он пропадает отовсюду, но ничего не теряется',
    access: OF_ONE,
    params: idParams,
    answer: buildingClosed,
    example: async (world) => ({ url: `${await newBuilding(world)}close/` }),
    handle: ({ params, ...call }) => close(writes, call, params.id, now()),
  });

  route(app, {
    method: 'GET',
    url: `${BUILDING_SETTINGS_PATH}closed/`,
    summary: 'Закрытые дома, последние сверху',
    access: ADMINISTRATORS,
    answer: closedBuildings,
    example: () => ({ url: `${BUILDING_SETTINGS_PATH}closed/` }),
    handle: async ({ reader }) => ({ results: await selectClosedBuildings(db, reader, CLOSED_MOST) }),
  });

  route(app, {
    method: 'POST',
    url: `${BUILDING_SETTINGS_PATH}:id/reopen/`,
    summary: 'Открыть закрытый дом снова тем, кому он был доступен',
    access: ADMINISTRATORS,
    params: idParams,
    answer: buildingClosed,
    example: async (world) => {
      const url = await newBuilding(world);
      await world.send('POST', { url: `${url}close/` });
      return { url: `${url}reopen/` };
    },
    handle: ({ params: { id }, reader, request }) =>
      db.transaction().execute(async (trx) => {
        const building = await closedToOpen(trx, reader, id);
        if (!building) throw new ApiError('not_found');
        await reopenBuilding(trx, id, await holdersOfAll(trx));
        const auditEntry = { user: reader.user, action: 'reopen', resource: 'buildings', record: id, after: building };
        await audit(trx, { ...auditEntry, request: request.id });
        return { params: { id } };
      }),
  });
}
