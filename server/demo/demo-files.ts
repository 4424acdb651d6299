import { readFile } from 'node:fs/promises';
import type { FileKind } from '#server/db/tables/system.ts';
import type { FileStore } from '#server/files/store.ts';
import { zip } from './archive.ts';
import { letter, scan, spreadsheet } from './documents.ts';
import { drawPortrait, drawScene, type Picture, picturePath } from './pictures.ts';
import type { NewRow } from './rows.ts';
import { digest } from './seeded.ts';
import { CLEANING, ESTIMATE, MINUTES, REPAIR_RULES, TAPS, WORKS } from './texts/papers.ts';

/** Content of a file: a scene, a portrait by number, a paper of `PAPERS`, or the film. */
type Content = `scene:${string}` | `portrait:${number}` | `paper:${PaperName}` | 'film';

/** Facts known of a file when it is asked for. */
interface Order {
  content: Content;
  /** Name without extension. */
  name: string;
  kind: FileKind;
  owner: number | null;
  at: Date;
}

/** Gives out ids of files at once and draws their bytes later, outside of the transaction. */
export interface DemoFiles {
  /** Orders a file. @returns its id */
  order(order: Order): number;
  /** Address name of a file that was ordered. */
  fileCode(id: number): string;
  /** Draws each content once, stores the bytes, and returns the rows. */
  deliver(store: FileStore): Promise<{ files: NewRow<'files'>[]; variants: NewRow<'file_variants'>[] }>;
}

const JPEG = 'image/jpeg';
const OFFICE = 'application/vnd.openxmlformats-officedocument';

/** Papers by name: extension, type, and how they are made. */
const PAPERS = {
  estimate: paper('xlsx', `${OFFICE}.spreadsheetml.sheet`, () => spreadsheet('Смета', ESTIMATE)),
  works: paper('xlsx', `${OFFICE}.spreadsheetml.sheet`, () => spreadsheet('Работы', WORKS)),
  taps: paper('docx', `${OFFICE}.wordprocessingml.document`, () => letter(TAPS)),
  minutes: paper('docx', `${OFFICE}.wordprocessingml.document`, () => letter(MINUTES)),
  cleaning: paper('csv', 'text/csv', () =>
    Buffer.from(`\uFEFF${CLEANING.map((row) => row.join(';')).join('\r\n')}\r\n`),
  ),
  repair: paper('txt', 'text/plain', () => Buffer.from(`${REPAIR_RULES.join('\r\n')}\r\n`)),
  plan: paper('pdf', 'application/pdf', async () => scan((await drawScene('parking-plan', false)).large)),
  photos: paper('zip', 'application/zip', async () =>
    zip([
      { name: 'двор.jpg', bytes: (await drawScene('yard', true)).large.bytes },
      { name: 'площадка.jpg', bytes: (await drawScene('playground', true)).large.bytes },
    ]),
  ),
};

/** Name of a paper. */
export type PaperName = keyof typeof PAPERS;

function paper(extension: string, mime: string, make: () => Buffer | Promise<Buffer>) {
  return { extension, mime, make };
}

/** Files of a demo, none ordered yet. @param draft pictures are drawn half as wide: for tests */
export function openDemoFiles(draft: boolean): DemoFiles {
  const orders: Order[] = [];
  const fileCode = (id: number) => digest(`file ${id}`).slice(0, 32);
  return {
    order: (order) => orders.push(order),
    fileCode,
    deliver: async (store) => {
      const ready = await makeAll([...new Set(orders.map(({ content }) => content))], store, draft);
      const files: NewRow<'files'>[] = [];
      const variants: NewRow<'file_variants'>[] = [];
      for (const [index, { content, name, kind, owner, at }] of orders.entries()) {
        const made = ready.get(content);
        if (!made) continue;
        const { extension, sizes, ...file } = made;
        const id = index + 1;
        const common = { status: 'done', linked: true, created_at: at } as const;
        files.push({ id, code: fileCode(id), owner_id: owner, name: `${name}.${extension}`, kind, ...file, ...common });
        variants.push(...sizes.map((size) => ({ file_id: id, ...size })));
      }
      return { files, variants };
    },
  };
}

/** A content that stands in the store. */
interface Ready extends Pick<NewRow<'files'>, 'sha256' | 'size' | 'mime' | 'width' | 'height'> {
  extension: string;
  sizes: Omit<NewRow<'file_variants'>, 'file_id'>[];
}

/** Drawing and writing wait for each other: some at a time keep both busy without filling the memory. */
const AT_ONCE = 6;

async function makeAll(contents: readonly Content[], store: FileStore, draft: boolean): Promise<Map<Content, Ready>> {
  const ready = new Map<Content, Ready>();
  const waiting = [...contents];
  const worker = async () => {
    for (let content = waiting.pop(); content; content = waiting.pop())
      ready.set(content, await make(content, store, draft));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return ready;
}

async function make(content: Content, store: FileStore, draft: boolean): Promise<Ready> {
  if (content === 'film') {
    const kept = await store.put(await readFile(picturePath('scenes/snow.webm')));
    return { ...kept, mime: 'video/webm', extension: 'webm', width: 432, height: 768, sizes: [] };
  }
  const [kind, name = ''] = content.split(':');
  if (kind === 'paper') {
    const { extension, mime, make: write } = PAPERS[name as PaperName];
    return { ...(await store.put(await write())), mime, extension, width: null, height: null, sizes: [] };
  }
  return keep(kind === 'portrait' ? await drawPortrait(Number(name), draft) : await drawScene(name, draft), store);
}

async function keep({ large, medium, preview }: Picture, store: FileStore): Promise<Ready> {
  const original = { ...(await store.put(large.bytes)), width: large.width, height: large.height };
  const sizes: Ready['sizes'] = [];
  for (const [variant, { bytes, width, height }] of [['medium', medium] as const, ['preview', preview] as const]) {
    sizes.push({ variant, ...(await store.put(bytes)), mime: JPEG, width, height });
  }
  return { ...original, mime: JPEG, extension: 'jpg', sizes };
}
