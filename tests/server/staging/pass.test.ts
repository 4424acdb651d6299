import { execFile } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTls } from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { FastifyInstance } from 'fastify';
import WebSocket, { WebSocketServer } from 'ws';
import { buildApp } from '#server/app.ts';
import { readSettings } from '#server/config.ts';
import { makeCertificate } from '#tests/support/certificate.ts';
import { keysDefinition } from '#tests/support/definitions.ts';

const DAY = 86_400_000;
let home = '';
let upstream: Server;
let app: FastifyInstance;
let console_ = '';
/** Address of the staging server, which stands within a path. */
let inner = '';
/** Calls that ended before they were answered. */
const given = new EventEmitter();
const upgrades: { url: string; origin: string | undefined; cookie: string | undefined }[] = [];
const seen: { method: string; url: string; token: string; key: string; body: string }[] = [];

const listening = async (server: Server): Promise<number> => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
};

/** The console beside a staging server, with more patience than a test has: nothing ends for lack of it. @returns its address */
async function consoleAt(
  stagingUrl: string,
  patience = 3_600_000,
  files = '',
): Promise<{ app: FastifyInstance; address: string }> {
  const settings = readSettings({
    DATA_DIR: home,
    RESOURCES_DIR: join(home, 'resources'),
    STAGING_URL: stagingUrl,
    STAGING_FILES: files,
  });
  const made = await buildApp({ settings, database: null, stagingTimeoutMs: patience });
  return { app: made, address: await made.listen({ port: 0, host: '127.0.0.1' }) };
}

const page = '<!doctype html><title>nginx</title>';
const html = (response: ServerResponse, status: number) =>
  response.writeHead(status, { 'content-type': 'text/html' }).end(page);
const json = (response: ServerResponse, body: unknown, status = 200) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

const ANSWERS: Readonly<Record<string, (response: ServerResponse, request: IncomingMessage) => unknown>> = {
  '/inner/api/page': (to) => html(to, 200),
  '/inner/api/nowhere': (to) => html(to, 404),
  '/inner/api/failed': (to) => html(to, 500),
  '/inner/api/closed': (to) => html(to, 503),
  '/inner/api/slow': (to) => html(to, 504),
  '/inner/api/own-words': (to) => json(to, { detail: 'Свои слова' }, 500),
  '/inner/api/broken': (to) => to.destroy(),
  '/inner/api/silent': () => undefined,
  '/inner/api/given-up': (to, { url }) => to.on('close', () => given.emit('up', url)),
  '/media/photo.png': (to) => to.writeHead(200, { 'content-type': 'image/png' }).end('png'),
  '/media/page.html': (to) => html(to, 200),
  '/media/act.pdf': (to) =>
    to
      .writeHead(200, { 'content-type': 'application/pdf', 'content-disposition': 'inline; filename="act.pdf"' })
      .end('pdf'),
  '/media/none.png': (to) => html(to, 404),
  '/inner/api/crm/profile/current/': (to, { headers }) =>
    json(to, { role: headers.authorization === 'Token admin' ? 'admin' : 'employee' }),
};

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'staging-pass-'));
  await mkdir(join(home, 'resources'));
  await writeFile(join(home, 'resources', 'keys.json'), JSON.stringify(keysDefinition()));
  await writeFile(join(home, 'resources', 'broken.json'), '{');
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { method = '', url = '', headers } = request;
    seen.push({
      method,
      url,
      token: String(headers.authorization),
      key: String(headers['idempotency-key']),
      body: Buffer.concat(chunks).toString(),
    });
    const answer = ANSWERS[url.split('?')[0] ?? ''];
    if (answer) answer(response, request);
    else json(response, { ok: true });
  });
  const sockets = new WebSocketServer({ noServer: true });
  sockets.on('connection', (socket, { url }) => {
    socket.on('message', (message) => {
      if (String(message) === 'bye') socket.close(4003, 'rights have changed');
      else socket.send(`${url} ${String(message)}`);
    });
  });
  server.on('upgrade', (request, socket, head) => {
    upgrades.push({ url: request.url ?? '', origin: request.headers.origin, cookie: request.headers.cookie });
    const status = /refused-(\d+)/.exec(request.url ?? '')?.[1];
    if (status) socket.end(`HTTP/1.1 ${status} No\r\nContent-Length: 0\r\n\r\n`);
    else if (request.url?.startsWith('/inner/ws/broken')) socket.destroy();
    else sockets.handleUpgrade(request, socket, head, (open) => sockets.emit('connection', open, request));
  });
  upstream = server;
  inner = `http://127.0.0.1:${await listening(server)}/inner/`;
  ({ app, address: console_ } = await consoleAt(inner));
});
afterAll(async () => {
  await app.close();
  if ('closeAllConnections' in upstream) (upstream as unknown as { closeAllConnections(): void }).closeAllConnections();
  await new Promise((resolve) => upstream.close(resolve));
  await rm(home, { recursive: true, force: true });
});

const ask = async (path: string, address = console_) => {
  const answer = await fetch(`${address}${path}`, { headers: { accept: 'application/json' } });
  return { status: answer.status, body: (await answer.json()) as { detail?: string; code?: string } };
};

describe('STAGING_URL', () => {
  test('the path within it, the query, the body, the token and the key of a creating call get there as they are', async () => {
    const body = JSON.stringify({ title: 'Ёлка', nested: [1, { two: 2 }] });
    const headers = {
      authorization: 'Token abc',
      'content-type': 'application/json',
      'idempotency-key': '"key-of-a-call"',
    };
    const answer = await fetch(`${console_}/api/crm/news/?buildings_id=1,2&q=%D1%91`, {
      method: 'POST',
      headers,
      body,
    });
    expect([answer.status, await answer.json()]).toEqual([200, { ok: true }]);
    expect(seen.at(-1)).toEqual({
      method: 'POST',
      url: '/inner/api/crm/news/?buildings_id=1,2&q=%D1%91',
      token: 'Token abc',
      key: '"key-of-a-call"',
      body,
    });
  });

  test('a socket is passed on both ways', async () => {
    const socket = new WebSocket(`${console_.replace('http', 'ws')}/ws/echo/?token=abc`);
    const said = await new Promise<string>((resolve, reject) => {
      socket.on('open', () => socket.send('привет'));
      socket.on('message', (message) => resolve(String(message)));
      socket.on('error', reject);
    });
    socket.close();
    expect(said).toBe('/inner/ws/echo/?token=abc привет');
  });

  /** Status of the answer to an upgrade; 101 when it was opened. */
  const upgraded = (path: string, address = console_) =>
    new Promise<number>((resolve, reject) => {
      const socket = new WebSocket(`${address.replace('http', 'ws')}${path}`, {
        origin: 'https://console.example.org',
        headers: { cookie: 'a=1' },
      });
      socket.on('open', () => {
        resolve(101);
        socket.close();
      });
      socket.on('unexpected-response', (_, { statusCode }) => resolve(Number(statusCode)));
      socket.on('error', reject);
    });

  test('a socket that is refused there is refused here, with its status', async () => {
    for (const status of [401, 403, 404, 500, 503])
      expect([status, await upgraded(`/ws/refused-${status}?token=abc`)]).toEqual([status, status]);
    expect(upgrades.at(-1)).toEqual({ url: '/inner/ws/refused-503?token=abc', origin: undefined, cookie: 'a=1' });
    expect(await upgraded('/ws/echo/')).toBe(101);
    expect(await upgraded('/ws/broken')).toBe(502);
    // Nothing out of the prefix gets there, however it is written.
    const before = upgrades.length;
    expect(await upgraded('/v0/channels')).toBe(404);
    expect(await upgraded('/ws/%2e%2e/api/x')).toBe(404);
    expect(upgrades).toHaveLength(before);
    const nowhere = await consoleAt('http://127.0.0.1:1');
    expect(await upgraded('/ws/echo/', nowhere.address)).toBe(502);
    await nowhere.app.close();
  });

  test('the code with which it is closed there comes through', async () => {
    const socket = new WebSocket(`${console_.replace('http', 'ws')}/ws/echo/`);
    socket.on('open', () => socket.send('bye'));
    const [code, reason] = (await once(socket, 'close')) as [number, Buffer];
    expect([code, String(reason)]).toEqual([4003, 'rights have changed']);
  });

  test('a call that the browser gives up is given up there', async () => {
    const controller = new AbortController();
    const end = once(given, 'up');
    const before = seen.length;
    const answer = fetch(`${console_}/api/given-up?n=1`, { signal: controller.signal });
    const refused = expect(answer).rejects.toThrow();
    while (seen.length === before) await new Promise((resolve) => setImmediate(resolve));
    controller.abort();
    await refused;
    expect(await end).toEqual(['/inner/api/given-up?n=1']);
  });

  test('files that are named without a host come from there, and are never a page that runs here', async () => {
    const got = async (path: string, method = 'GET') => {
      const answer = await fetch(`${console_}${path}`, { method });
      const [type, said, policy] = ['content-type', 'content-disposition', 'content-security-policy'].map((name) =>
        answer.headers.get(name),
      );
      return { status: answer.status, type, said, policy, body: await answer.text() };
    };
    const policy = "default-src 'none'; sandbox";
    expect(await got('/media/photo.png')).toEqual({
      status: 200,
      type: 'image/png',
      said: 'inline',
      policy,
      body: 'png',
    });
    expect(await got('/media/page.html')).toMatchObject({ status: 200, said: 'attachment', policy });
    expect(await got('/media/act.pdf')).toMatchObject({ said: 'attachment; filename="act.pdf"', policy, body: 'pdf' });
    expect((await got('/media/none.png')).status).toBe(404);
    const before = seen.length;
    expect((await got('/media/photo.png', 'POST')).status).toBe(404);
    expect((await got('/files/photo.png')).status).toBe(404);
    expect(seen).toHaveLength(before);
    const other = await consoleAt(inner, undefined, '/files/,/media');
    for (const path of ['/files/photo.png', '/media/photo.png'])
      expect((await fetch(`${other.address}${path}`)).status).toBe(200);
    await other.app.close();
  });

  test('what goes wrong is said in a clear sentence, another one for each reason', async () => {
    const expected: readonly [string, number, string, RegExp][] = [
      ['page', 502, 'staging_html', /Вместо данных пришла страница/],
      ['failed', 502, 'staging_failed', /ответил ошибкой 500/],
      ['closed', 503, 'staging_unavailable', /временно не работает/],
      ['slow', 504, 'staging_late', /не ответил вовремя/],
      ['broken', 502, 'staging_broken', /оборвал соединение/],
    ];
    const said = new Set<string>();
    for (const [path, status, code, sentence] of expected) {
      const answer = await ask(`/api/${path}`);
      expect([path, answer.status, answer.body.code]).toEqual([path, status, code]);
      expect(answer.body.detail).toMatch(sentence);
      said.add(String(answer.body.detail));
    }
    expect(said.size).toBe(expected.length);
    // Silence is waited for no longer than the patience, and is the same to the person as a proxy that gave up.
    const impatient = await consoleAt(inner, 300);
    expect((await ask('/api/silent', impatient.address)).body.code).toBe('staging_late');
    await impatient.app.close();
    // A page that says that there is nothing keeps its status.
    expect(await ask('/api/nowhere')).toMatchObject({ status: 404, body: { code: 'staging_html' } });
    expect(await ask('/api/own-words')).toEqual({ status: 500, body: { detail: 'Свои слова' } });
  });

  test('a server that is not there and a certificate nobody trusts have theirs', async () => {
    const made = makeCertificate(new Date(Date.now() - DAY), new Date(Date.now() + DAY));
    let heard = 0;
    const stranger = createTls(made, (_, response) => {
      heard += 1;
      response.end('{}');
    });
    const tls = await listening(stranger);
    const cases = [
      // Nobody listens there, whatever ports others on this machine take meanwhile.
      ['http://127.0.0.1:1', 'staging_refused'],
      [`https://127.0.0.1:${tls}`, 'staging_certificate'],
    ] as const;
    for (const [url, code] of cases) {
      const there = await consoleAt(url);
      const answer = await ask('/api/crm/news/', there.address);
      await there.app.close();
      expect([url, answer.body.code]).toEqual([url, code]);
    }
    // Nobody who cannot be trusted has been told anything.
    expect(heard).toBe(0);
    stranger.closeAllConnections();
    await new Promise((resolve) => stranger.close(resolve));
  });

  test('a certificate that has expired has a sentence of its own', async () => {
    const made = makeCertificate(new Date('2020-01-01'), new Date('2020-02-01'));
    const file = join(home, 'expired.pem');
    await writeFile(file, made.cert);
    const expired = createTls(made, (_, response) => response.end('{}'));
    const port = await listening(expired);
    // A process reads its trusted certificates when it starts.
    const script = `
      import { buildApp } from '#server/app.ts';
      import { readSettings } from '#server/config.ts';
      const settings = readSettings({ DATA_DIR: ${JSON.stringify(home)}, STAGING_URL: 'https://127.0.0.1:${port}' });
      const app = await buildApp({ settings, database: null });
      console.log((await app.inject('/api/crm/news/')).payload);
      await app.close();
    `;
    const env = { PATH: process.env.PATH ?? '', NODE_EXTRA_CA_CERTS: file };
    const args = ['--import', 'tsx', '--input-type=module', '-e', script];
    const { stdout } = await promisify(execFile)(process.execPath, args, { env });
    expired.closeAllConnections();
    await new Promise((resolve) => expired.close(resolve));
    expect(JSON.parse(stdout)).toMatchObject({ code: 'staging_expired', detail: expect.stringMatching(/истёк/) });
  });

  test('definitions are given to all; what is wrong with a file to those whom that server knows as administrators', async () => {
    const told = async (token: string | null) => {
      const headers: Record<string, string> = token ? { authorization: `Token ${token}` } : {};
      const answer = await fetch(`${console_}/resources/definitions/`, { headers });
      return (await answer.json()) as { definitions: { name: string }[]; problems: { file: string }[] };
    };
    for (const token of [null, 'employee', 'admin']) {
      const { definitions, problems } = await told(token);
      expect(definitions.map(({ name }) => name)).toEqual(['keys']);
      expect(problems.map(({ file }) => file)).toEqual(token === 'admin' ? ['broken.json'] : []);
    }
  });
});
