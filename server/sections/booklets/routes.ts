import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { bookletItem, bookletOne } from '#resources/protocol/news/booklets.ts';
import type { Reader } from '#server/access/reader.ts';
import type { ServerContext } from '#server/context.ts';
import { type ShownFile, shownFile } from '#server/files/addresses.ts';
import { filesById } from '#server/files/queries.ts';
import { ApiError } from '#server/http/errors.ts';
import { queryIds } from '#server/http/queries.ts';
import { idParams, route, type World } from '#server/http/route.ts';
import { type BookletRow, listBooklets, oneBooklet, selectFrames } from './queries.ts';

const URL = '/api/crm/booklets/';
const SEE = { kind: 'section', section: 'news', action: 'see', scope: 'buildings' } as const;

/** Addresses of a picture, or of a film, which is only there as it came. */
function addresses(reader: Reader, file: ShownFile | undefined) {
  if (!file) throw new Error('A booklet refers to a file that is not there');
  const { medium, large, s3_file } = shownFile(reader, file);
  return { medium: medium ?? s3_file, large: large ?? s3_file };
}

function asItem(reader: Reader, row: BookletRow, files: ReadonlyMap<number, ShownFile>) {
  const { id, title, subtype } = row;
  return { id, title, subtype, cover: addresses(reader, files.get(row.cover_file_id)) };
}

/** The address of a story of the home building that the other one does not have. */
async function homeStory({ home, away, send }: World): Promise<string> {
  const storiesAt = async (building: number) =>
    z.array(bookletItem).parse(await send('GET', { url: `${URL}?buildings_id=${building}` }));
  const elsewhere = new Set((await storiesAt(away.building)).map(({ id }) => id));
  const story = (await storiesAt(home.building)).find(({ id }) => !elsewhere.has(id));
  return `${URL}${story?.id}/`;
}

/** Story booklets (STORY-01, STORY-03). They belong to the news section: readers of the feed see its strip. */
export function bookletsRoutes(app: FastifyInstance, { db }: ServerContext): void {
  route(app, {
    method: 'GET',
    url: URL,
    summary: 'Истории доступных зданий, новые сначала',
    access: { ...SEE, outside: { building: 200, entrance: 200 } },
    query: z.object({ buildings_id: queryIds }),
    answer: z.array(bookletItem),
    example: ({ home }) => ({ url: `${URL}?buildings_id=${home.building}` }),
    handle: async ({ reader, query }) => {
      const rows = await listBooklets(db, reader, query.buildings_id);
      const files = await filesById(
        db,
        rows.map((row) => row.cover_file_id),
      );
      return rows.map((row) => asItem(reader, row, files));
    },
  });

  route(app, {
    method: 'GET',
    url: `${URL}:id/`,
    summary: 'История с кадрами',
    access: { ...SEE, outside: { building: 404, entrance: 200 } },
    params: idParams,
    answer: bookletOne,
    example: async (world) => ({ url: await homeStory(world) }),
    handle: async ({ reader, params }) => {
      const row = await oneBooklet(db, reader, params.id);
      if (!row) throw new ApiError('not_found');
      const frames = await selectFrames(db, row.id);
      const files = await filesById(db, [row.cover_file_id, ...frames.map((frame) => frame.file_id)]);
      return {
        ...asItem(reader, row, files),
        duration: row.duration,
        frames: frames.map(({ id, title, description, duration, background_type: type, file_id }) => {
          const { large } = addresses(reader, files.get(file_id));
          return { id, title, description, duration, background_content: { type, large } };
        }),
      };
    },
  });
}
