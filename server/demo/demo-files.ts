import { readFile } from 'node:fs/promises';
import type { FileKind } from '#server/db/tables/system.ts';
import type { FileStore } from '#server/files/store.ts';
import { createZip } from './archive.ts';
import { createLetter, createScan, createSpreadsheet } from './documents.ts';
import { type DemoPicture, drawPortrait, drawScene, picturePath } from './pictures.ts';
import type { NewRow } from './rows.ts';
import { sha256Hex } from './seeded.ts';
import { CLEANING, ESTIMATE, MINUTES, REPAIR_RULES, TAPS, WORKS } from './texts/papers.ts';

/** Content of a file: a scene, a portrait by number, a document of `PAPERS`, or the film. */
type FileContent = `scene:${string}` | `portrait:${number}` | `paper:${PaperName}` | 'film';

/** What must be known when a file is ordered. */
interface FileOrder {
  content: FileContent;
  /** Name without extension. */
  name: string;
  kind: FileKind;
  owner: number | null;
  at: Date;
}

/** Assigns file ids at once, and draws the bytes later, outside of the transaction. */
export interface DemoFiles {
  /** Orders a file. @returns its id */
  order(order: FileOrder): number;
  /** Code of an ordered file for its URL. */
  fileCode(id: number): string;
  /** Draws each content once, stores the bytes and returns the rows. */
  deliver(store: FileStore): Promise<{ files: NewRow<'files'>[]; variants: NewRow<'file_variants'>[] }>;
}

const JPEG = 'image/jpeg';
const OFFICE = 'application/vnd.openxmlformats-officedocument';

/** Documents by name: extension, MIME type and how they are generated. */
const PAPERS = {
  estimate: paper('xlsx', `${OFFICE}.spreadsheetml.sheet`, () => createSpreadsheet('Смета', ESTIMATE)),
  works: paper('xlsx', `${OFFICE}.spreadsheetml.sheet`, () => createSpreadsheet('Работы', WORKS)),
  taps: paper('docx', `${OFFICE}.wordprocessingml.document`, () => createLetter(TAPS)),
  minutes: paper('docx', `${OFFICE}.wordprocessingml.document`, () => createLetter(MINUTES)),
  cleaning: paper('csv', 'text/csv', () =>
    Buffer.from(`\uFEFF${CLEANING.map((row) => row.join(';')).join('\r\n')}\r\n`),
  ),
  repair: paper('txt', 'text/plain', () => Buffer.from(`${REPAIR_RULES.join('\r\n')}\r\n`)),
  plan: paper('pdf', 'application/pdf', async () => createScan((await drawScene('parking-plan', false)).large)),
  photos: paper('zip', 'application/zip', async () =>
    createZip([
      { name: 'двор.jpg', bytes: (await drawScene('yard', true)).large.bytes },
      { name: 'площадка.jpg', bytes: (await drawScene('playground', true)).large.bytes },
    ]),
  ),
};

/** Name of a document. */
export type PaperName = keyof typeof PAPERS;

function paper(extension: string, mime: string, make: () => Buffer | Promise<Buffer>) {
  return { extension, mime, make };
}

/** Creates an empty list of demo files. @param draft draw pictures at half size, for tests */
export function createDemoFiles(draft: boolean): DemoFiles {
  const orders: FileOrder[] = [];
  const fileCode = (id: number) => sha256Hex(`file ${id}`).slice(0, 32);
  return {
    order: (order) => orders.push(order),
    fileCode,
    deliver: async (store) => {
      const ready = await createAllContents([...new Set(orders.map(({ content }) => content))], store, draft);
      const files: NewRow<'files'>[] = [];
      const variants: NewRow<'file_variants'>[] = [];
      for (const [index, { content, name, kind, owner, at }] of orders.entries()) {
        const stored = ready.get(content);
        if (!stored) continue;
        const { extension, sizes, ...file } = stored;
        const id = index + 1;
        const common = { status: 'done', linked: true, created_at: at } as const;
        files.push({ id, code: fileCode(id), owner_id: owner, name: `${name}.${extension}`, kind, ...file, ...common });
        variants.push(...sizes.map((size) => ({ file_id: id, ...size })));
      }
      return { files, variants };
    },
  };
}

/** Content that is in the file store. */
interface StoredContent extends Pick<NewRow<'files'>, 'sha256' | 'size' | 'mime' | 'width' | 'height'> {
  extension: string;
  sizes: Omit<NewRow<'file_variants'>, 'file_id'>[];
}

/** Concurrent drawings: drawing and writing wait for each other, so several keep both busy without filling the memory. */
const CONCURRENCY = 6;

async function createAllContents(
  contents: readonly FileContent[],
  store: FileStore,
  draft: boolean,
): Promise<Map<FileContent, StoredContent>> {
  const ready = new Map<FileContent, StoredContent>();
  const remaining = [...contents];
  const worker = async () => {
    for (let content = remaining.pop(); content; content = remaining.pop())
      ready.set(content, await createContent(content, store, draft));
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
  return ready;
}

async function createContent(content: FileContent, store: FileStore, draft: boolean): Promise<StoredContent> {
  if (content === 'film') {
    const storedFile = await store.put(await readFile(picturePath('scenes/snow.webm')));
    return { ...storedFile, mime: 'video/webm', extension: 'webm', width: 432, height: 768, sizes: [] };
  }
  const [kind, name = ''] = content.split(':');
  if (kind === 'paper') {
    const { extension, mime, make: write } = PAPERS[name as PaperName];
    return { ...(await store.put(await write())), mime, extension, width: null, height: null, sizes: [] };
  }
  return storePicture(
    kind === 'portrait' ? await drawPortrait(Number(name), draft) : await drawScene(name, draft),
    store,
  );
}

async function storePicture({ large, medium, preview }: DemoPicture, store: FileStore): Promise<StoredContent> {
  const original = { ...(await store.put(large.bytes)), width: large.width, height: large.height };
  const sizes: StoredContent['sizes'] = [];
  for (const [variant, { bytes, width, height }] of [['medium', medium] as const, ['preview', preview] as const]) {
    sizes.push({ variant, ...(await store.put(bytes)), mime: JPEG, width, height });
  }
  return { ...original, mime: JPEG, extension: 'jpg', sizes };
}
