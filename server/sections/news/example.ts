import { newsCreated } from '#resources/protocol/news/news.ts';
import type { World } from '#server/http/route.ts';
import { NEWS_URL } from './page.ts';

/** A valid new announcement, for the whole home building. */
export const exampleNewsBody = ({ home }: World) => ({
  title: 'Отключение воды',
  description: 'Завтра с 10 до 14 часов не будет холодной воды.',
  type: 'info',
  attachments: [],
  target: { buildings: [home.building] },
});

/** Publishes the example announcement. @returns its path */
export async function createExampleNews(world: World): Promise<string> {
  const answer = await world.send('POST', { url: NEWS_URL, body: exampleNewsBody(world) });
  return `${NEWS_URL}${newsCreated.parse(answer).data.params.id}/`;
}
