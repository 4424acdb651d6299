import { newsCreated } from '#resources/protocol/news/news.ts';
import type { World } from '#server/http/route.ts';
import { NEWS_URL } from './page.ts';

/** A valid new announcement, for the whole home building. */
export const newsBody = ({ home }: World) => ({
  title: 'Отключение воды',
  description: 'Завтра с 10 до 14 часов не будет холодной воды.',
  type: 'info',
  attachments: [],
  target: { buildings: [home.building] },
});

/** Publishes one. @returns its address */
export async function newNews(world: World): Promise<string> {
  const made = await world.send('POST', { url: NEWS_URL, body: newsBody(world) });
  return `${NEWS_URL}${newsCreated.parse(made).data.params.id}/`;
}
