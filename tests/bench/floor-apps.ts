import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { build } from 'vite';

/** Applications to measure beside the console: what anybody has after ten minutes, its core alone, and a static form. */
const SOURCES = fileURLToPath(new URL('./floor/', import.meta.url));
const OUT = fileURLToPath(new URL('../../.cache/floor/', import.meta.url));
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
};
const HASHED = /\/assets\/.+-[\w-]{8}\.\w+$/;
const ROWS = 200;

interface Served {
  bytes: Buffer;
  type: string;
  cache: string;
  etag: string;
}

/** A running floor application. */
export interface FloorApp {
  address: string;
  stop(): void;
}

/** Builds `floor/<name>.tsx` with the packages of the project. @returns its folder */
async function built(name: 'bare' | 'core'): Promise<string> {
  const outDir = join(OUT, name);
  const page = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${name}</title></head><body><div id="root"></div><script type="module" src="/${name}.tsx"></script></body></html>`;
  const id = join(SOURCES, 'index.html');
  await build({
    configFile: false,
    root: SOURCES,
    logLevel: 'warn',
    resolve: name === 'core' ? { alias: { 'react-admin': 'ra-core' } } : {},
    plugins: [
      react(),
      {
        name: 'floor-page',
        enforce: 'pre',
        resolveId: (source) => (source === id ? id : null),
        load: (source) => (source === id ? page : null),
      },
    ],
    build: { outDir, emptyOutDir: true, rolldownOptions: { input: id } },
  });
  return outDir;
}

/** Every file of a folder by its address, packed as a server of static files keeps it. */
async function filesIn(folder: string): Promise<Map<string, Served>> {
  const files = new Map<string, Served>();
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const bytes = await readFile(path);
    const url = `/${relative(folder, path)}`;
    files.set(url, {
      bytes: brotliCompressSync(bytes),
      type: TYPES[extname(url)] ?? 'application/octet-stream',
      cache: HASHED.test(url) ? 'public, max-age=31536000, immutable' : 'no-cache',
      etag: `"${createHash('sha1').update(bytes).digest('hex').slice(0, 16)}"`,
    });
  }
  return files;
}

const WORDS = ['harbour', 'lantern', 'meadow', 'copper', 'window', 'orchard', 'signal', 'bridge'];
const PEOPLE = ['Anna Berg', 'Carl Dorn', 'Edda Falk', 'Gustav Holm'];
const word = (n: number) => WORDS[n % WORDS.length];
const day = (n: number) => new Date(Date.UTC(2026, 0, 1) + n * 86_400_000).toISOString().slice(0, 10);
const TABLES: Readonly<Record<string, readonly object[]>> = {
  posts: Array.from({ length: ROWS }, (_, n) => ({
    id: n + 1,
    title: `Post ${n + 1}: ${word(n)} ${word(n * 7 + 3)}`,
    author: PEOPLE[n % PEOPLE.length],
    date: day(n),
    views: (n * 7_919) % 5_000,
    published: n % 3 !== 0,
  })),
  comments: Array.from({ length: ROWS }, (_, n) => ({
    id: n + 1,
    body: `Comment ${n + 1}: ${word(n * 5)} ${word(n + 4)}`,
    author: PEOPLE[(n + 2) % PEOPLE.length],
    email: `person${n}@example.org`,
    date: day(n),
    score: (n * 31) % 100,
  })),
};

/** A list as ra-data-simple-rest asks for it. */
function answerList(url: URL, response: ServerResponse): void {
  const name = url.pathname.split('/')[2] ?? '';
  const rows = TABLES[name];
  if (!rows) return void response.writeHead(404).end('{}');
  const [from, to] = JSON.parse(url.searchParams.get('range') ?? '[0,19]') as [number, number];
  const page = rows.slice(from, to + 1);
  response.writeHead(200, {
    'content-type': 'application/json',
    'content-range': `${name} ${from}-${from + page.length - 1}/${rows.length}`,
    'cache-control': 'no-store',
  });
  response.end(JSON.stringify(page));
}

function answerFile(
  files: ReadonlyMap<string, Served>,
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
) {
  const file = files.get(path) ?? (extname(path) ? undefined : files.get('/index.html'));
  if (!file) return void response.writeHead(404).end();
  const headers = { 'content-type': file.type, 'cache-control': file.cache, etag: file.etag };
  if (request.headers['if-none-match'] === file.etag) return void response.writeHead(304, headers).end();
  response
    .writeHead(200, { ...headers, 'content-encoding': 'br', 'content-length': file.bytes.length })
    .end(file.bytes);
}

async function listening(server: Server): Promise<FloorApp> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const stop = () => {
    server.closeAllConnections();
    server.close();
  };
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop };
}

/** Builds a floor application and serves it with its data on one address. */
export async function startFloorApp(name: 'bare' | 'core' | 'form'): Promise<FloorApp> {
  const page = async () => {
    const bytes = await readFile(join(SOURCES, 'form.html'));
    return { bytes: brotliCompressSync(bytes), type: TYPES['.html'] ?? '', cache: 'no-cache', etag: '"form"' };
  };
  const files = name === 'form' ? new Map([['/index.html', await page()]]) : await filesIn(await built(name));
  return listening(
    createServer((request, response) => {
      const url = new URL(request.url ?? '/', 'http://floor');
      if (url.pathname.startsWith('/api/')) answerList(url, response);
      else answerFile(files, url.pathname, request, response);
    }),
  );
}
