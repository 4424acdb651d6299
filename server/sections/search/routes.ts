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
import { loadAvatars } from '#server/files/avatars.ts';
import { ApiError } from '#server/http/errors.ts';
import { databaseForList } from '#server/http/purpose.ts';
import { queryIds } from '#server/http/queries.ts';
import { route } from '#server/http/route.ts';
import { searchEverything } from './everything.ts';
import { type FoundRow, selectReachableBuildings, selectUnitsByTags } from './found-queries.ts';
import { findSuggestions } from './suggestions.ts';
import { hasNoTags, readContextTags, readQueryTags, searchPageLink, searchTagsQuery } from './tags.ts';

/** Groups found units by building, in their order, and serialises them. */
async function showFoundBuildings(db: Db, reader: Reader, rows: readonly FoundRow[]): Promise<FoundBuilding[]> {
  const pictures = await loadAvatars(
    db,
    reader,
    rows.flatMap(({ residents }) => residents),
  );
  const mayChat = can(reader.levels, 'chats', 'see');
  const buildings = new Map<number, FoundBuilding>();
  for (const { building, residents, ...unit } of rows) {
    const shownBuilding = buildings.get(building.id) ?? { ...building, units: [] };
    buildings.set(building.id, shownBuilding);
    shownBuilding.units.push({
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
const SEE_ACCESS = {
  kind: 'section',
  section: 'residents',
  action: 'see',
  scope: 'buildings',
  // Without access to an entrance people get fewer results, not an error.
  outside: { building: 200, entrance: 200 },
} as const;

/**
 * The smart search of residents: suggestions while typing, and results of the chosen tags (RES-01…13). Also our search over
 * everything.
 */
export function searchRoutes(app: FastifyInstance, context: ServerContext): void {
  const { db, heavyReads } = context;
  route(app, {
    method: 'POST',
    url: `${SEARCH_URL}smart_search/`,
    summary: 'Подсказки умного поиска: объекты и условия «содержит»',
    access: SEE_ACCESS,
    body: smartSearchBody,
    answer: smartSearchAnswer,
    example: () => ({ url: `${SEARCH_URL}smart_search/`, body: { search: 'Лесная', context: [] } }),
    handle: async ({ reader, body }) => {
      const { residents, ...lists } = await findSuggestions(db, reader, readContextTags(body.context), body.search);
      const pictures = await loadAvatars(db, reader, residents);
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
    access: { ...SEE_ACCESS, outside: { building: 404, entrance: 200 } },
    query: searchTagsQuery,
    answer: searchPage,
    example: ({ home }) => ({ url: `${SEARCH_URL}smart_search_by_tags/?buildings_id=${home.building}&page_size=100` }),
    handle: async ({ reader, query, request }) => {
      const reads = databaseForList(context, request);
      const tags = readQueryTags(query);
      const { page, page_size } = query;
      const offset = (page - 1) * page_size;
      const emptyPage = { count: 0, rows: [] };
      const result = hasNoTags(tags)
        ? emptyPage
        : await selectUnitsByTags(reads, reader, tags, { offset, size: page_size });
      if (!result.count && tags.buildings) {
        // It is an error if none of the chosen buildings is in reach; a building in reach without results is none (RES-10).
        const reachableBuildings = await selectReachableBuildings(reads, reader, tags.buildings);
        if (!tags.buildings.some((id) => reachableBuildings.has(id))) throw new ApiError('no_building');
      }
      const buildLink = (number: number | null) => searchPageLink(`${SEARCH_URL}smart_search_by_tags/`, query, number);
      return {
        count: result.count,
        previous: buildLink(page > 1 && result.count > 0 ? page - 1 : null),
        next: buildLink(offset + page_size < result.count ? page + 1 : null),
        number: page,
        page_size,
        results: await showFoundBuildings(reads, reader, result.rows),
      };
    },
  });

  route(app, {
    method: 'GET',
    url: EVERYTHING_PATH,
    summary: 'Поиск по всем разделам, которые открыты вошедшему: лучшее первым',
    // Each section is searched only if the person may see it.
    access: { kind: 'staff', scope: 'buildings', outside: { building: 200, entrance: 200 } },
    query: z.object({ q: z.string().max(EVERYTHING_MAX, 'validation.tooLong'), buildings_id: queryIds }),
    answer: everythingAnswer,
    example: () => ({ url: `${EVERYTHING_PATH}?q=${encodeURIComponent('Лесная 12')}` }),
    handle: ({ reader, query }) =>
      searchEverything({ ...context, db: heavyReads }, reader, query.q, query.buildings_id ?? []),
  });
}
