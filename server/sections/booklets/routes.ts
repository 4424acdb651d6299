import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { bookletDetails, bookletItem } from '#resources/protocol/news/booklets.ts';
import type { Reader } from '#server/access/reader.ts';
import type { ServerContext } from '#server/context.ts';
import { type ShownFile, shownFile } from '#server/files/addresses.ts';
import { filesById } from '#server/files/queries.ts';
import { ApiError } from '#server/http/errors.ts';
import { queryIds } from '#server/http/queries.ts';
import { idParams, route, type World } from '#server/http/route.ts';
import { type BookletRow, findBooklet, listBooklets, selectFrames } from './queries.ts';

const BOOKLETS_PATH = '/api/crm/booklets/';
const SEE_ACCESS = { kind: 'section', section: 'news', action: 'see', scope: 'buildings' } as const;

/** URLs of a picture; a video has only its original. */
function fileUrls(reader: Reader, file: ShownFile | undefined) {
  if (!file) throw new Error('A booklet refers to a file that is not there');
  const { medium, large, s3_file } = shownFile(reader, file);
  return { medium: medium ?? s3_file, large: large ?? s3_file };
}

function showBooklet(reader: Reader, row: BookletRow, files: ReadonlyMap<number, ShownFile>) {
  const { id, title, subtype } = row;
  return { id, title, subtype, cover: fileUrls(reader, files.get(row.cover_file_id)) };
}

/** Path of a story of the home building that the other building does not have. */
async function findHomeStoryPath({ home, away, send }: World): Promise<string> {
  const selectStoriesAt = async (building: number) =>
    z.array(bookletItem).parse(await send('GET', { url: `${BOOKLETS_PATH}?buildings_id=${building}` }));
  const otherStories = new Set((await selectStoriesAt(away.building)).map(({ id }) => id));
  const story = (await selectStoriesAt(home.building)).find(({ id }) => !otherStories.has(id));
  return `${BOOKLETS_PATH}${story?.id}/`;
}

/**
 * Story booklets (STORY-01, STORY-03). They belong to the section of announcements: whoever reads the feed sees the stories above
 * it.
 */
export function bookletsRoutes(app: FastifyInstance, { db }: ServerContext): void {
  route(app, {
    method: 'GET',
    url: BOOKLETS_PATH,
    summary: 'Истории доступных зданий, новые сначала',
    access: { ...SEE_ACCESS, outside: { building: 200, entrance: 200 } },
    query: z.object({ buildings_id: queryIds }),
    answer: z.array(bookletItem),
    example: ({ home }) => ({ url: `${BOOKLETS_PATH}?buildings_id=${home.building}` }),
    handle: async ({ reader, query }) => {
      const rows = await listBooklets(db, reader, query.buildings_id);
      const files = await filesById(
        db,
        rows.map((row) => row.cover_file_id),
      );
      return rows.map((row) => showBooklet(reader, row, files));
    },
  });

  route(app, {
    method: 'GET',
    url: `${BOOKLETS_PATH}:id/`,
    summary: 'История с кадрами',
    access: { ...SEE_ACCESS, outside: { building: 404, entrance: 200 } },
    params: idParams,
    answer: bookletDetails,
    example: async (world) => ({ url: await findHomeStoryPath(world) }),
    handle: async ({ reader, params }) => {
      const row = await findBooklet(db, reader, params.id);
      if (!row) throw new ApiError('not_found');
      const frames = await selectFrames(db, row.id);
      const files = await filesById(db, [row.cover_file_id, ...frames.map((frame) => frame.file_id)]);
      return {
        ...showBooklet(reader, row, files),
        duration: row.duration,
        frames: frames.map(({ id, title, description, duration, background_type: type, file_id }) => {
          const { large } = fileUrls(reader, files.get(file_id));
          return { id, title, description, duration, background_content: { type, large } };
        }),
      };
    },
  });
}
