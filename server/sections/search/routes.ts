import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { can } from '#resources/language/access.ts';
import { EVERYTHING_MAX, EVERYTHING_PATH, everythingAnswer } from '#resources/protocol/search/everything.ts';
import {
  type FoundBuilding,
  searchPage,
  smartSearchAnswer,
  smartSearchBody,
} from '#resources/protocol/search/search.ts';
import type { Reader } from '#server/access/reader.ts';
import type { ServerContext } from '#server/context.ts';
import type { Db } from '#server/db/tables.ts';
import { portraits } from '#server/files/avatars.ts';
import { ApiError } from '#server/http/errors.ts';
import { listReads } from '#server/http/purpose.ts';
import { queryIds } from '#server/http/queries.ts';
import { route } from '#server/http/route.ts';
import { searchEverything } from './everything.ts';
import { type FoundRow, reachedBuildings, unitsByTags } from './found-queries.ts';
import { suggestions } from './suggestions.ts';
import { contextTags, noTags, pageLink, queriedTags, tagsQuery } from './tags.ts';

/** Units in their order as buildings with their units, as they stand on the wire. */
async function showFound(db: Db, reader: Reader, rows: readonly FoundRow[]): Promise<FoundBuilding[]> {
  const pictures = await portraits(
    db,
    reader,
    rows.flatMap(({ residents }) => residents),
  );
  const mayChat = can(reader.levels, 'chats', 'see');
  const buildings = new Map<number, FoundBuilding>();
  for (const { building, residents, ...unit } of rows) {
    const shown = buildings.get(building.id) ?? { ...building, units: [] };
    buildings.set(building.id, shown);
    shown.units.push({
      ...unit,
      residents: residents.map(({ avatar_file_id, chat_id, ...person }) => ({
        ...person,
        avatar: pictures(avatar_file_id),
        chat: mayChat && person.status === 'active' ? chat_id : null,
      })),
    });
  }
  return [...buildings.values()];
}

const SEARCH_URL = '/api/crm/search/';
const SEE = {
  kind: 'section',
  section: 'residents',
  action: 'see',
  scope: 'buildings',
  // A reader of another entrance finds less, without a word of the rest.
  outside: { building: 200, entrance: 200 },
} as const;

/**
 * The smart search of residents: what is being typed, and what the chosen tags find (RES-01…13). Beside it our
 * search over everything.
 */
export function searchRoutes(app: FastifyInstance, context: ServerContext): void {
  const { db, heavyReads } = context;
  route(app, {
    method: 'POST',
    url: `${SEARCH_URL}smart_search/`,
    summary: 'Подсказки умного поиска: объекты и условия «содержит»',
    access: SEE,
    body: smartSearchBody,
    answer: smartSearchAnswer,
    example: () => ({ url: `${SEARCH_URL}smart_search/`, body: { search: 'Лесная', context: [] } }),
    handle: async ({ reader, body }) => {
      const { residents, ...lists } = await suggestions(db, reader, contextTags(body.context), body.search);
      const pictures = await portraits(db, reader, residents);
      return {
        ...lists,
        residents: residents.map(({ avatar_file_id, ...person }) => ({ ...person, avatar: pictures(avatar_file_id) })),
      };
    },
  });

  route(app, {
    method: 'GET',
    url: `${SEARCH_URL}smart_search_by_tags/`,
    summary: 'Здания и помещения по условиям умного поиска',
    access: { ...SEE, outside: { building: 404, entrance: 200 } },
    query: tagsQuery,
    answer: searchPage,
    example: ({ home }) => ({ url: `${SEARCH_URL}smart_search_by_tags/?buildings_id=${home.building}&page_size=100` }),
    handle: async ({ reader, query, request }) => {
      const reads = listReads(context, request);
      const tags = queriedTags(query);
      const { page, page_size } = query;
      const offset = (page - 1) * page_size;
      const nothing = { count: 0, rows: [] };
      const result = noTags(tags) ? nothing : await unitsByTags(reads, reader, tags, { offset, size: page_size });
      if (!result.count && tags.buildings) {
        // A chosen building that is gone says so; one in reach where nothing fits is no mistake (RES-10).
        const reached = await reachedBuildings(reads, reader, tags.buildings);
        if (!tags.buildings.some((id) => reached.has(id))) throw new ApiError('no_building');
      }
      const link = (number: number | null) => pageLink(`${SEARCH_URL}smart_search_by_tags/`, query, number);
      return {
        count: result.count,
        previous: link(page > 1 && result.count > 0 ? page - 1 : null),
        next: link(offset + page_size < result.count ? page + 1 : null),
        number: page,
        page_size,
        results: await showFound(reads, reader, result.rows),
      };
    },
  });

  route(app, {
    method: 'GET',
    url: EVERYTHING_PATH,
    summary: 'Поиск по всем разделам, которые открыты вошедшему: лучшее первым',
    // Each section is searched only for its readers.
    access: { kind: 'staff', scope: 'buildings', outside: { building: 200, entrance: 200 } },
    query: z.object({ q: z.string().max(EVERYTHING_MAX, 'validation.tooLong'), buildings_id: queryIds }),
    answer: everythingAnswer,
    example: () => ({ url: `${EVERYTHING_PATH}?q=${encodeURIComponent('Лесная 12')}` }),
    handle: ({ reader, query }) =>
      searchEverything({ ...context, db: heavyReads }, reader, query.q, query.buildings_id ?? []),
  });
}
