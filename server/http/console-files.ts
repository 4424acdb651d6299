import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
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

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

/** What a browser must know to take cloud push, as a data block of the page; none of it is secret (`src/data/push-config.ts`). */
function pushNote({ apiKey, projectId, senderId, appId, vapidKey }: Firebase): string {
  const note = JSON.stringify({ apiKey, projectId, senderId, appId, vapidKey }).replaceAll('<', '\\u003c');
  return `<script type="application/json" id="push">${note}</script>`;
}

/**
 * The page of the built console; null when there is none (the API alone, or the console comes from Vite).
 * @param productName put into its head (ERR-03)
 * @param firebase put into its head without the account; left out: the console takes no cloud push (SHELL-42)
 */
export async function readPage(
  consoleDir: string | undefined,
  productName: string,
  firebase?: Firebase,
): Promise<string | null> {
  const file = consoleDir && join(consoleDir, 'index.html');
  if (!file || !existsSync(file)) return null;
  const page = await readFile(file, 'utf8');
  const named = page.replace(NAME, (_match, before: string, after: string) => before + escaped(productName) + after);
  return firebase ? named.replace('</head>', () => `${pushNote(firebase)}</head>`) : named;
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
export function opensPage(request: Pick<FastifyRequest, 'method' | 'url' | 'headers'>): boolean {
  if (request.method !== 'GET' && request.method !== 'HEAD') return false;
  const path = request.url.split('?', 1)[0] ?? '/';
  const last = path.slice(path.lastIndexOf('/') + 1);
  if (NO_PAGE.test(path) || last.includes('.')) return false;
  return /text\/html|\*\/\*/.test(request.headers.accept ?? '*/*');
}

/**
 * Serves the console: built files with names made of their content for ever, the page anew each time, `.br` and `.gz`
 * beside a file where the build wrote them. A missing file or call is never answered with the page.
 */
export async function serveConsole(app: FastifyInstance, consoleDir: string | undefined, page: string | null) {
  const pack = page ? packed(page) : null;
  app.setNotFoundHandler((request, reply) => {
    if (!page || !opensPage(request)) throw new ApiError('not_found');
    const form = pack?.(String(request.headers['accept-encoding'] ?? ''));
    if (form) reply.header('content-encoding', form.name);
    reply.header('vary', 'accept-encoding').header('cache-control', 'no-cache').type('text/html; charset=utf-8');
    return reply.send(form?.bytes ?? page);
  });
  if (!consoleDir || !page) return;
  await app.register(async (scope) => {
    declarePublic(scope, 'Файлы консоли');
    await scope.register(fastifyStatic, {
      root: consoleDir,
      // The page itself goes the way of every address of the console: with its name put in.
      index: false,
      allowedPath: (path) => !path.endsWith('/'),
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
