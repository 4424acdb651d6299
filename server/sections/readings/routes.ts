import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { companyDay } from '#resources/days.ts';
import { meterDetails, metersPage, readingListData } from '#resources/protocol/readings/readings.ts';
import { commonWindow, isReadingDay } from '#resources/rules/readings/days.ts';
import { addMonths } from '#resources/rules/readings/month.ts';
import type { ServerContext } from '#server/context.ts';
import { ApiError } from '#server/http/errors.ts';
import { databaseForList } from '#server/http/purpose.ts';
import { queryIds } from '#server/http/queries.ts';
import { idParams, route } from '#server/http/route.ts';
import { selectLastPassesBefore } from './last-queries.ts';
import { METERS_URL, metersPageLink, metersQuery } from './page.ts';
import { findFlatInReach, selectFlatsPage } from './page-queries.ts';
import { selectPasses, selectReadingSettings } from './queries.ts';
import { listSilentMeters, serializeFlat, serializeFlatMeters, USUAL_MONTHS } from './results.ts';

const SEE_ACCESS = { kind: 'section', section: 'readings', action: 'see', scope: 'buildings' } as const;

/**
 * Number of months before the requested one that are read for a row of the list, and for usual values; a card reads all months.
 */
const MONTHS_READ = { row: 3, norms: USUAL_MONTHS } as const;

/** Read routes of meter readings (READ-*); write routes are in `change-routes.ts`. */
export function readingsRoutes(app: FastifyInstance, context: ServerContext): void {
  const { db, now, settings } = context;
  const today = () => companyDay(now(), settings.timeZone);

  route(app, {
    method: 'GET',
    url: '/api/crm/scenarios/reading-list-data/',
    summary: 'Виды показаний и дни приёма выбранных зданий',
    access: { ...SEE_ACCESS, outside: { building: 200, entrance: 200 } },
    query: z.object({ buildings_id: queryIds }),
    answer: readingListData,
    example: ({ home }) => ({ url: `/api/crm/scenarios/reading-list-data/?buildings_id=${home.building}` }),
    handle: async ({ reader, query }) => {
      const buildings = await selectReadingSettings(db, reader, query.buildings_id);
      const { date, day } = today();
      return {
        reading_types: [...new Set(buildings.flatMap(({ reading_types }) => reading_types))],
        ...commonWindow(buildings),
        open_buildings: buildings
          // A building that collects no readings accepts none, whatever its days.
          .filter((building) => building.reading_types.length > 0 && isReadingDay(building, day))
          .map(({ id }) => id),
        today: date,
      };
    },
  });

  route(app, {
    method: 'GET',
    url: METERS_URL,
    summary: 'Показания квартир за месяц, по страницам',
    access: { ...SEE_ACCESS, outside: { building: 200, entrance: 200 } },
    query: metersQuery,
    answer: metersPage,
    example: ({ home }) => ({ url: `${METERS_URL}?buildings_id=${home.building}&page=1&page_size=10` }),
    handle: async ({ reader, query, request }) => {
      const reads = databaseForList(context, request);
      const month = query.date ?? today().month;
      const { page, page_size, norms } = query;
      const filters = {
        buildings: query.buildings_id,
        missing: query.missing ? month : null,
        number: query.flat_number || null,
        porch: query.porch ?? null,
        order: query.sort === 'flat' ? ('asc' as const) : ('desc' as const),
      };
      const offset = (page - 1) * page_size;
      const start = query.after === undefined ? { offset } : { after: query.after };
      // Reads one row more than the page, to know whether there is a next page.
      const { count, flats: rows } = await selectFlatsPage(reads, reader, filters, { ...start, limit: page_size + 1 });
      const flats = rows.slice(0, page_size);
      const last = flats.at(-1);
      if (flats.length === 0 && query.after === undefined && page > 1) throw new ApiError('not_found');
      const next = query.after === undefined ? { page: page + 1 } : { after: last?.id ?? query.after };
      const from = addMonths(month, -(norms ? MONTHS_READ.norms : MONTHS_READ.row));
      const units = flats.map(({ id }) => id);
      const passes = await selectPasses(reads, units, { from, to: month });
      // A meter without readings in these months may still have an older last value.
      const silent = norms ? flats.flatMap((flat) => listSilentMeters(flat, passes.get(flat.id) ?? [], month)) : [];
      const older = await selectLastPassesBefore(reads, silent, from);
      return {
        count,
        next: rows.length > page_size ? metersPageLink(query, month, next) : null,
        previous: page > 1 ? metersPageLink(query, month, { page: page - 1 }) : null,
        number: page,
        page_size,
        results: flats.map((flat) =>
          serializeFlat(flat, { passes: passes.get(flat.id) ?? [], older: older.get(flat.id) ?? [] }, month, norms),
        ),
      };
    },
  });

  route(app, {
    method: 'GET',
    url: `${METERS_URL}:id/`,
    summary: 'Квартира: последние показания и история передач',
    access: { ...SEE_ACCESS, outside: { building: 404, entrance: 404 } },
    params: idParams,
    answer: meterDetails,
    example: ({ home }) => ({ url: `${METERS_URL}${home.unit}/` }),
    handle: async ({ reader, params }) => {
      const flat = await findFlatInReach(db, reader, params.id);
      if (!flat) throw new ApiError('not_found');
      const { month } = today();
      const passes = await selectPasses(db, [flat.id], { from: 0, to: month });
      return serializeFlatMeters(flat, passes.get(flat.id) ?? [], month);
    },
  });
}
