import * as z from 'zod';
import type { World } from '#server/http/route.ts';
import type { Directory } from './directory.ts';

/** A unique title. */
const uniqueTitle = () => `Пример ${Math.random().toString(36).slice(2)}`;

/** A picture of one pixel. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** Uploads a picture. @returns its id */
async function uploadPicture({ send }: World): Promise<number> {
  const files = [{ field: 'attachments', name: 'picture.png', bytes: PICTURE }];
  const answer = await send('POST', { url: '/api/authorized/attachments/', files });
  const [uploaded] = z.array(z.object({ id: z.number() })).parse(answer);
  return uploaded?.id ?? 0;
}

const EXAMPLES: Readonly<Record<Directory['name'], (world: World) => object | Promise<object>>> = {
  services: () => ({ name: uniqueTitle(), icon: 'bolt', place: 3, closed: false }),
  complexes: () => ({ name: uniqueTitle() }),
  organisations: () => ({
    label: uniqueTitle(),
    name_short: 'ООО «Пример»',
    name_full: 'Общество с ограниченной ответственностью «Пример»',
    phones: ['Диспетчерская: +7 (495) 123-45-67'],
  }),
  stories: async (world) => ({
    title: uniqueTitle(),
    subtype: 'safety',
    buildings: [world.home.building],
    cover: [await uploadPicture(world)],
    pictures: [await uploadPicture(world)],
    headings: ['Закройте воду'],
  }),
  webhooks: () => ({ name: `example-${Math.random().toString(36).slice(2)}`, address: 'https://ledger.example/hook' }),
  answers: () => ({ title: uniqueTitle(), text: 'Здравствуйте, {имя}!' }),
};

/** A valid new record of a directory. */
export const directoryExample = ({ name }: Directory, world: World): object | Promise<object> => EXAMPLES[name](world);
