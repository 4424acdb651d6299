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

/** Where the page says what the product is called; the console and the sign-in page take the name from there. */
const NAME = /(<meta name="application-name" content=")[^"]*(")/;

/** Where the page says by whose clock days and months begin (`src/data/company-clock.ts`). */
const ZONE = /(<meta name="time-zone" content=")[^"]*(")/;

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

/** Settings of cloud push for the browser, as a data block of the page; none of it is secret (`src/data/push/push-config.ts`). */
function pushNote({ apiKey, projectId, senderId, appId, vapidKey }: Firebase): string {
  const note = JSON.stringify({ apiKey, projectId, senderId, appId, vapidKey }).replaceAll('<', '\\u003c');
  return `<script type="application/json" id="push">${note}</script>`;
}

/** How the page is made of the built one. */
interface Head {
  /** Put into its head (ERR-03). */
  productName: string;
  /** Name of the company's time zone, put into its head; it may change once, when the company is opened. */
  timeZone: string;
  /** Put into its head without the account; left out: the console takes no cloud push (SHELL-42). */
  firebase?: Firebase | undefined;
  /** Key of the chat, where it is not the usual one (`CHAT_API_KEY` of `resources/protocol/chat/chat.ts`). */
  chatApiKey?: string | undefined;
}

/** The page of the built console, read again when a build has put another in its place. */
export class Page {
  readonly #file: string;
  readonly #head: Head;
  #stamp = '';
  #text = '';
  #pack = packed('');

  private constructor(file: string, head: Head) {
    this.#file = file;
    this.#head = head;
  }

  /** @returns null when there is none: the API alone, or the console comes from Vite */
  static async open(consoleDir: string | undefined, head: Head): Promise<Page | null> {
    const file = consoleDir && join(consoleDir, 'index.html');
    if (!file || !existsSync(file)) return null;
    const page = new Page(file, head);
    await page.refresh();
    return page;
  }

  /** The page as it was last read, with what belongs into its head. */
  get text(): string {
    return this.#text;
  }

  /** The page packed in a way the browser takes; null when it takes none. */
  packedFor(accepted: string) {
    return this.#pack(accepted);
  }

  /** Reads the page if it has changed. While a build takes the other's place there is none: the last one holds. */
  async refresh(): Promise<void> {
    const file = await open(this.#file).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null;
      throw error;
    });
    if (!file) return;
    try {
      const { ino, mtimeMs, size } = await file.stat();
      const stamp = `${ino} ${mtimeMs} ${size} ${this.#head.timeZone}`;
      if (stamp === this.#stamp) return;
      this.#text = prepared(await file.readFile('utf8'), this.#head);
      this.#pack = packed(this.#text);
      this.#stamp = stamp;
    } finally {
      await file.close();
    }
  }
}

/** The key of the chat as a data block of the page: every client of a chat carries it, it is no secret. */
function chatNote(apiKey: string): string {
  return `<script type="application/json" id="chat">${JSON.stringify({ apiKey })}</script>`;
}

function prepared(page: string, { productName, timeZone, firebase, chatApiKey }: Head): string {
  const put = (value: string) => (_match: string, before: string, after: string) => before + escaped(value) + after;
  const named = page.replace(NAME, put(productName)).replace(ZONE, put(timeZone));
  const notes = (firebase ? pushNote(firebase) : '') + (chatApiKey ? chatNote(chatApiKey) : '');
  return notes ? named.replace('</head>', () => `${notes}</head>`) : named;
}

/** Before the security headers are set, which name the scripts of the page: they are to be those of the newest one. */
export function followPage(app: FastifyInstance, page: Page): void {
  app.addHook('onRequest', async (request) => {
    if (opensPage(request)) await page.refresh();
  });
}

/** How the page is sent, by what the browser takes; packed once, since it is sent at every opening. */
function packed(page: string) {
  const forms = [
    { name: 'br', bytes: brotliCompressSync(page) },
    { name: 'gzip', bytes: gzipSync(page) },
  ];
  return (accepted: string) => forms.find(({ name }) => accepted.includes(name)) ?? null;
}

/** Ways that are never a page of the console: a miss there stays a miss. */
const NO_PAGE = /^\/(api|ws|v0|dev|demo|assets|resources)(\/|$)/;

/** Whether a call that found nothing opens a page of the console, whose routes only the browser knows. */
function opensPage(request: Pick<FastifyRequest, 'method' | 'url' | 'headers'>): boolean {
  if (request.method !== 'GET' && request.method !== 'HEAD') return false;
  const path = request.url.split('?', 1)[0] ?? '/';
  const last = path.slice(path.lastIndexOf('/') + 1);
  if (NO_PAGE.test(path) || last.includes('.')) return false;
  return /text\/html|\*\/\*/.test(request.headers.accept ?? '*/*');
}

/** The page as the build wrote it, packed or not: without name and push, it is not to be served. */
const RAW_PAGE = /(^|[\\/])index\.html(\.|$)/i;

/**
 * Serves the console: built files with names made of their content for ever, the page anew each time, `.br` and `.gz`
 * beside a file where the build wrote them. A missing file or call is never answered with the page.
 */
export async function serveConsole(app: FastifyInstance, consoleDir: string | undefined, page: Page | null) {
  app.setNotFoundHandler((request, reply) => {
    if (!page || !opensPage(request)) throw new ApiError('not_found');
    const form = page.packedFor(String(request.headers['accept-encoding'] ?? ''));
    if (form) reply.header('content-encoding', form.name);
    reply.header('vary', 'accept-encoding').header('cache-control', 'no-cache').type('text/html; charset=utf-8');
    return reply.send(form?.bytes ?? page.text);
  });
  if (!consoleDir || !page) return;
  await app.register(async (scope) => {
    declarePublic(scope, 'Файлы консоли');
    await scope.register(fastifyStatic, {
      root: consoleDir,
      // The page itself goes the way of every address of the console: with its name put in.
      index: false,
      allowedPath: (path) => !path.endsWith('/') && !RAW_PAGE.test(path),
      preCompressed: true,
      cacheControl: false,
      dotfiles: 'ignore',
      setHeaders: (reply, path) => {
        const forEver = path.includes('/assets/');
        reply.setHeader('vary', 'accept-encoding');
        reply.setHeader('cache-control', forEver ? `public, max-age=${YEAR}, immutable` : 'no-cache');
      },
    });
  });
}
