import type { Person } from './people.ts';
import type { Answer, Json, TestApp } from './test-app.ts';

export const NEWS_URL = '/api/crm/news/';

/** A valid new announcement. */
export const announcement = (target: object, change: object = {}) => ({
  title: 'Отключение воды',
  description: 'Завтра с 10 до 14 часов не будет холодной воды.',
  type: 'info',
  attachments: [],
  target,
  ...change,
});

/** Publishes an announcement. @returns its id */
export async function publish(by: Person, target: object, change: object = {}): Promise<number> {
  const answer = await by.post(NEWS_URL, announcement(target, change));
  if (answer.status !== 201) throw new Error(`publishing answered ${answer.status}: ${answer.text}`);
  return Number(answer.body.data?.params?.id);
}

/** The announcements of a page. */
export const resultsOf = ({ body }: Answer): Json[] => (body.results ?? []) as unknown as Json[];

/** Ids of the announcements somebody sees, from page to page. */
export async function seenBy(person: Person, query = ''): Promise<number[]> {
  const ids: number[] = [];
  let next: string | null = `${NEWS_URL}?page_size=50${query}`;
  while (next) {
    const answer: Answer = await person.get(next);
    ids.push(...resultsOf(answer).map((item) => Number(item.id)));
    next = (answer.body.next ?? null) as unknown as string | null;
  }
  return ids;
}

/** Uploads a text of its own. @returns its id */
export async function uploadText(by: Person, name = 'смета.txt'): Promise<number> {
  const files = [{ field: 'attachments', name, bytes: Buffer.from(`Смета ${Math.random()}`) }];
  const { list } = await by.call('POST', { url: '/api/authorized/attachments/', files });
  return Number(list[0]?.id);
}

/** A file as it is stored; undefined when there is none. */
export const fileRow = ({ database }: TestApp, id: number) =>
  database.kysely.selectFrom('files').selectAll().where('id', '=', id).executeTakeFirst();

/** The recipients of an announcement as they are stored. */
export const targetRows = ({ database }: TestApp, id: number) =>
  database.kysely.selectFrom('news_targets').selectAll().where('news_id', '=', id).orderBy('id').execute();
