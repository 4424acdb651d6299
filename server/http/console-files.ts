import { existsSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Firebase } from '#server/config-push.ts';
import { ApiError } from './errors.ts';
import { declarePublic } from './route.ts';

const YEAR = 31_536_000;

/** Meta tag with the product name, which the console and the sign-in page read. */
const NAME_META = /(<meta name="application-name" content=")[^"]*(")/;

/** Meta tag with the company's time zone (`src/data/company-clock.ts`). */
const ZONE_META = /(<meta name="time-zone" content=")[^"]*(")/;

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

/** Cloud push settings for the browser, as a data block of the page; none of them is secret (`src/data/push/push-config.ts`). */
function pushDataBlock({ apiKey, projectId, senderId, appId, vapidKey }: Firebase): string {
  const pushJson = JSON.stringify({ apiKey, projectId, senderId, appId, vapidKey }).replaceAll('<', '\\u003c');
  return `<script type="application/json" id="push">${pushJson}</script>`;
}

/** Values inserted into the built page. */
interface PageValues {
  /** Name of the product (ERR-03). */
  productName: string;
  /** The company's time zone; changes at most once, when the company is set up. */
  timeZone: string;
  /** Cloud push settings, without the service account; undefined = no cloud push (SHELL-42). */
  firebase?: Firebase | undefined;
  /** API key of the chat, if it differs from the default (`CHAT_API_KEY` of `resources/protocol/chat/chat.ts`). */
  chatApiKey?: string | undefined;
}

/** The page of the built console; read again after a new build. */
export class ConsolePage {
  readonly #file: string;
  readonly #values: PageValues;
  #stamp = '';
  #text = '';
  #compressed = compressPage('');

  private constructor(file: string, values: PageValues) {
    this.#file = file;
    this.#values = values;
  }

  /** @returns null when there is no built page: only the API is served, or Vite serves the console */
  static async open(consoleDir: string | undefined, values: PageValues): Promise<ConsolePage | null> {
    const file = consoleDir && join(consoleDir, 'index.html');
    if (!file || !existsSync(file)) return null;
    const page = new ConsolePage(file, values);
    await page.refresh();
    return page;
  }

  /** The page with inserted values. */
  get text(): string {
    return this.#text;
  }

  /** The page in a compression the browser accepts; null when it accepts none. */
  compressedFor(accepted: string) {
    return this.#compressed(accepted);
  }

  /** Reads the page again if it has changed. While a build replaces the file, the last version is kept. */
  async refresh(): Promise<void> {
    const file = await open(this.#file).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null;
      throw error;
    });
    if (!file) return;
    try {
      const { ino, mtimeMs, size } = await file.stat();
      const stamp = `${ino} ${mtimeMs} ${size} ${this.#values.timeZone}`;
      if (stamp === this.#stamp) return;
      this.#text = insertValues(await file.readFile('utf8'), this.#values);
      this.#compressed = compressPage(this.#text);
      this.#stamp = stamp;
    } finally {
      await file.close();
    }
  }
}

/** Chat API key as a data block of the page; every chat client has it, so it is not secret. */
function chatDataBlock(apiKey: string): string {
  return `<script type="application/json" id="chat">${JSON.stringify({ apiKey })}</script>`;
}

function insertValues(page: string, { productName, timeZone, firebase, chatApiKey }: PageValues): string {
  const replaceWith = (value: string) => (_match: string, before: string, after: string) =>
    before + escapeHtml(value) + after;
  const withMeta = page.replace(NAME_META, replaceWith(productName)).replace(ZONE_META, replaceWith(timeZone));
  const notes = (firebase ? pushDataBlock(firebase) : '') + (chatApiKey ? chatDataBlock(chatApiKey) : '');
  return notes ? withMeta.replace('</head>', () => `${notes}</head>`) : withMeta;
}

/** Refreshes the page before the security headers are set, because they list the hashes of its scripts. */
export function refreshPageOnRequest(app: FastifyInstance, page: ConsolePage): void {
  app.addHook('onRequest', async (request) => {
    if (isConsolePage(request)) await page.refresh();
  });
}

/** Compressed versions of the page, made once because the page is sent at every start of the console. */
function compressPage(page: string) {
  const encodings = [
    { name: 'br', bytes: brotliCompressSync(page) },
    { name: 'gzip', bytes: gzipSync(page) },
  ];
  return (accepted: string) => encodings.find(({ name }) => accepted.includes(name)) ?? null;
}

/** Path prefixes that never belong to the console, so that a miss stays a 404. */
const NOT_CONSOLE = /^\/(api|ws|v0|dev|demo|assets|resources)(\/|$)/;

/** Whether an unmatched request opens a page of the console, whose routes only the browser knows. */
function isConsolePage(request: Pick<FastifyRequest, 'method' | 'url' | 'headers'>): boolean {
  if (request.method !== 'GET' && request.method !== 'HEAD') return false;
  const path = request.url.split('?', 1)[0] ?? '/';
  const lastSegment = path.slice(path.lastIndexOf('/') + 1);
  if (NOT_CONSOLE.test(path) || lastSegment.includes('.')) return false;
  return /text\/html|\*\/\*/.test(request.headers.accept ?? '*/*');
}

/** The built page, compressed or not; must not be served directly, because the inserted values are missing. */
const RAW_PAGE = /(^|[\\/])index\.html(\.|$)/i;

/**
 * Serves the console: built files with content hashes in their names are cached for ever, the page never, and `.br` and `.gz`
 * files are used where the build made them. The page is never the answer for a missing file or API route.
 */
export async function serveConsole(app: FastifyInstance, consoleDir: string | undefined, page: ConsolePage | null) {
  app.setNotFoundHandler((request, reply) => {
    if (!page || !isConsolePage(request)) throw new ApiError('not_found');
    const encoding = page.compressedFor(String(request.headers['accept-encoding'] ?? ''));
    if (encoding) reply.header('content-encoding', encoding.name);
    reply.header('vary', 'accept-encoding').header('cache-control', 'no-cache').type('text/html; charset=utf-8');
    return reply.send(encoding?.bytes ?? page.text);
  });
  if (!consoleDir || !page) return;
  await app.register(async (scope) => {
    declarePublic(scope, 'Файлы консоли');
    await scope.register(fastifyStatic, {
      root: consoleDir,
      // The page itself is sent by the not-found handler above, with the inserted values.
      index: false,
      allowedPath: (path) => !path.endsWith('/') && !RAW_PAGE.test(path),
      preCompressed: true,
      cacheControl: false,
      dotfiles: 'ignore',
      setHeaders: (reply, path) => {
        const isImmutable = path.includes('/assets/');
        reply.setHeader('vary', 'accept-encoding');
        reply.setHeader('cache-control', isImmutable ? `public, max-age=${YEAR}, immutable` : 'no-cache');
      },
    });
  });
}
