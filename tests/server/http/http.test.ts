import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pino } from 'pino';
import { LOGGER_OPTIONS, maskUrl } from '#server/http/log.ts';
import { listRoutes } from '#server/http/route.ts';
import { demoPerson, type Person } from '#tests/support/server/people.ts';
import { openTestApp, PASSWORD, phoneOf, type TestApp } from '#tests/support/server/test-app.ts';

const SCRIPT = 'globalThis.bootCalls = new Map();';
const PAGE = `<!doctype html><html><head><script>${SCRIPT}</script><script type="module" src="/assets/main.js"></script></head><body></body></html>`;
let app: TestApp;
let admin: Person;
let consoleDir = '';
const log: string[] = [];

/** A log as the product writes it, kept line by line. */
const keptLog = () =>
  pino(
    LOGGER_OPTIONS,
    new Writable({
      write: (line, _encoding, done) => {
        log.push(String(line));
        done();
      },
    }),
  );

beforeAll(async () => {
  consoleDir = await mkdtemp(join(tmpdir(), 'upravdom-console-'));
  await mkdir(join(consoleDir, 'assets'));
  await writeFile(join(consoleDir, 'index.html'), PAGE);
  await writeFile(join(consoleDir, 'assets/main.js'), 'console.log(1)');
  await writeFile(join(consoleDir, '.env'), 'SECRET=1');
  app = await openTestApp({ consoleDir, log: keptLog() });
  admin = await demoPerson(app, 1);
});
afterAll(async () => {
  await app.close();
  await rm(consoleDir, { recursive: true });
});

describe('an error', () => {
  test.each([
    [401, 'GET', '/api/crm/cameras/', null],
    [404, 'GET', '/api/nothing/here/', null],
    [404, 'PATCH', '/api/crm/cameras/', 'admin'],
    [400, 'POST', '/api/auth', null],
  ] as const)(
    'API-21: %i has a sentence in Russian, a code, and the request’s id in body and header',
    async (status, method, url, who) => {
      const answer = await app.call(
        method,
        { url, ...(method === 'POST' ? { body: [] } : {}) },
        who ? admin.token : null,
      );
      expect(answer.status).toBe(status);
      expect(answer.body).toEqual({
        detail: expect.stringMatching(/[а-яё]/i),
        code: expect.stringMatching(/^[a-z_]+$/),
        request_id: answer.headers['x-request-id'],
      });
    },
  );

  test('every answer carries a request id of its own', async () => {
    const ids = await Promise.all(
      Array.from({ length: 5 }, async () => (await admin.get('/api/crm/services/')).headers['x-request-id']),
    );
    expect(new Set(ids).size).toBe(5);
    expect(ids.every(Boolean)).toBe(true);
  });

  test('what breaks inside answers 500 and says nothing of the inside; the log does', async () => {
    const broken = await openTestApp({ log: keptLog() });
    const person = await demoPerson(broken, 1);
    await broken.database.kysely.schema.alterTable('services').renameTo('services_gone').execute();
    const answer = await person.get('/api/crm/services/');
    expect(answer).toMatchObject({
      status: 500,
      body: { code: 'unexpected', detail: expect.stringMatching(/[а-яё]/i) },
    });
    expect(answer.text).not.toMatch(/services|relation|select|stack|\.ts/i);
    const id = String(answer.body.request_id);
    expect(log.some((line) => line.includes(id) && line.includes('services'))).toBe(true);
    await broken.close();
  });
});

describe('the log', () => {
  test('keeps neither passwords nor tokens nor keys of addresses', async () => {
    log.length = 0;
    const signed = await app.call('POST', { url: '/api/auth', body: { username: phoneOf(1), password: PASSWORD } });
    const token = String(signed.body.token);
    await app.call('POST', { url: '/api/auth', body: { username: phoneOf(1), password: 'Wrong-Secret-1' } });
    await app.call('GET', '/api/crm/permissions/', token);
    await app.call('GET', `/ws/notifications?token=${token}`);
    await app.call('GET', `/api/files/0123456789abcdef0123456789abcdef/preview?by=1.${'s'.repeat(43)}`);
    await app.call('GET', `/api/crm/cameras/?token=${token}&password=Wrong-Secret-1`, token);
    const text = log.join('');
    expect(log.length).toBeGreaterThanOrEqual(5);
    for (const secret of [token, PASSWORD, 'Wrong-Secret-1', 's'.repeat(43)]) expect(text).not.toContain(secret);
  });

  test('says who called what, with which status', async () => {
    log.length = 0;
    await admin.get('/api/crm/services/');
    const line = JSON.parse(log.find((text) => text.includes('/api/crm/services/')) ?? '{}');
    expect(line).toMatchObject({ status: 200, user: admin.id, req: { method: 'GET', url: '/api/crm/services/' } });
  });
});

test('whom a call comes from is believed of trusted proxies alone', async () => {
  const trusting = await openTestApp({
    empty: true,
    log: keptLog(),
    settings: { trustedProxies: ['loopback', '172.16.0.0/12'] },
  });
  const from = async (remoteAddress: string) => {
    log.length = 0;
    await trusting.app.inject({
      url: '/api/crm/services/',
      remoteAddress,
      headers: { 'x-forwarded-for': '203.0.113.9' },
    });
    return (JSON.parse(log.find((text) => text.includes('"answered"')) ?? '{}') as { req?: { ip?: string } }).req?.ip;
  };
  expect([await from('127.0.0.1'), await from('172.18.0.5'), await from('10.0.0.5')]).toEqual([
    '203.0.113.9',
    '203.0.113.9',
    '10.0.0.5',
  ]);
  await trusting.close();
});

describe('the description of the API', () => {
  test('lists every route that is declared, with its rights', async () => {
    const answer = await app.call('GET', '/api/openapi.json');
    const paths = answer.body.paths as unknown as Record<
      string,
      Record<string, { summary?: string; security?: unknown[] }>
    >;
    const missing = listRoutes(app.app)
      .filter(({ example, socket }) => example && !socket)
      .filter(({ method, url }) => !paths[url.replaceAll(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()])
      .map(({ method, url }) => `${method} ${url}`);
    expect(missing).toEqual([]);
    expect(paths['/api/crm/cameras/']?.post).toMatchObject({
      summary: expect.stringMatching(/[а-яё]/i),
      security: [{ token: [] }],
    });
    expect(paths['/api/auth']?.post?.security ?? []).toEqual([]);
  });

  test('PROF-12: says what a form is made of, and that the avatar may come as JSON instead', async () => {
    const { body } = await app.call('GET', '/api/openapi.json');
    type Content = Record<string, { schema: { properties: Record<string, unknown> } }>;
    const paths = body.paths as unknown as Record<string, { post: { requestBody: { content: Content } } }>;
    const file = { type: 'string', format: 'binary' };
    const partsOf = (path: string) => paths[path]?.post.requestBody.content['multipart/form-data']?.schema.properties;
    expect(partsOf('/api/crm/avatar/')).toEqual({ avatar: file });
    const json = paths['/api/crm/avatar/']?.post.requestBody.content['application/json']?.schema.properties;
    expect(json).toMatchObject({ avatar: { type: 'string' } });
    expect(partsOf('/api/authorized/attachments/')).toEqual({ attachments: file });
    expect(partsOf('/api/crm/import/convert_residents/')).toEqual({
      file,
      building: { type: 'string' },
      encoding: { type: 'string', description: expect.stringContaining('koi8-r') },
      hidden_rows: { type: 'string', description: expect.stringContaining('скрыты') },
    });
  });

  test('can be leafed through in a browser', async () => {
    const page = await app.call('GET', '/api/docs/');
    expect(page.status).toBe(200);
    expect(String(page.headers['content-type'])).toMatch(/html/);
    expect(page.text).toMatch(/<title>[^<]*описание API<\/title>/);
  });
});

describe('the console’s files', () => {
  test.each(['/', '/auth', '/cameras', '/edit-camera-form?id=5', '/settings/objects-form', '/zzz/не-страница'])(
    'SHELL-02: %s opens the page',
    async (url) => {
      const answer = await app.call('GET', encodeURI(url), null, { accept: 'text/html' });
      expect(answer.status).toBe(200);
      expect(answer.text).toBe(PAGE);
      expect(answer.headers['cache-control']).toBe('no-cache');
    },
  );

  test.each(['/assets/gone-1234.js', '/favicon-gone.ico', '/api/gone/', '/ws/gone', '/resources/gone', '/dev/gone'])(
    'a miss at %s stays a miss and is not answered with the page',
    async (url) => {
      const answer = await app.call('GET', url, null, { accept: 'text/html,*/*' });
      expect(answer.status).toBe(404);
      expect(answer.text).not.toContain('<!doctype html>');
    },
  );

  test('built files are kept for ever, for their names are made of their content', async () => {
    const answer = await app.call('GET', '/assets/main.js');
    expect(answer).toMatchObject({ status: 200, text: 'console.log(1)' });
    expect(String(answer.headers['cache-control'])).toMatch(/immutable/);
  });

  test.each([
    '/.env',
    '/../package.json',
    '/%2e%2e/package.json',
    '/assets/..%2f..%2fpackage.json',
    '/assets/%5c..%5c.env',
  ])('%s gives nothing away', async (url) => {
    const response = await app.app.inject({ url });
    expect(response.payload).not.toMatch(/SECRET|"upravdom"/);
  });

  test('the policy lets the page’s own script through by its hash, and no other', async () => {
    const policy = String((await app.call('GET', '/auth')).headers['content-security-policy']);
    const scripts = policy.split(';').find((part) => part.trim().startsWith('script-src ')) ?? '';
    const hash = createHash('sha256').update(SCRIPT).digest('base64');
    expect(scripts.trim().split(' ').slice(1)).toEqual(["'self'", `'sha256-${hash}'`]);
    expect(policy).toContain("object-src 'none'");
    expect(policy).toContain("frame-ancestors 'self'");
  });

  test('answers carry the usual guards', async () => {
    const { headers } = await app.call('GET', '/auth');
    expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'referrer-policy': 'same-origin' });
    expect(headers).not.toHaveProperty('x-powered-by');
  });
});

describe('what the log holds of an address', () => {
  test.each([
    ['/api/crm/residents/?search=Иванова&page=2', '/api/crm/residents/?search&page'],
    ['/api/crm/search/suggestions/?query=%2B79001234567&query=x', '/api/crm/search/suggestions/?query'],
    ['/api/files/a1/large?by=secret', '/api/files/a1/large?by'],
    ['/ws/notifications?ticket=t1', '/ws/notifications?ticket'],
    ['/api/crm/news/?filter[state]=a&Иванова=1', '/api/crm/news/?filter[state]&…………………'],
    ['/api/crm/news/?', '/api/crm/news/?'],
    ['/api/crm/news/', '/api/crm/news/'],
    ['/api/crm/%D0%98%D0%B2%D0%B0%D0%BD/+79995550142', '/api/crm/…/…'],
    ['/api/files/00112233445566778899aabbccddeeff/large', '/api/files/00112233445566778899aabbccddeeff/large'],
  ])('CONST-09: %s is %s: what was asked by, not what for', (url, logged) => {
    expect(maskUrl(url)).toBe(logged);
  });
});

test('a refusal is heard by a proxy that ends each connection, whatever is still coming of the body', async () => {
  await app.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.app.server.address() as AddressInfo;
  const length = 20_000_000;
  const call = request({
    port,
    method: 'POST',
    path: '/api/crm/cameras/',
    headers: { connection: 'close', 'content-type': 'application/octet-stream', 'content-length': length },
  });
  const answered = new Promise<string>((resolve, reject) => {
    call.once('error', reject);
    call.once('response', (answer) => resolve(text(answer)));
  });
  for (let sent = 0; sent < length; sent += 1_000_000) {
    call.write(Buffer.alloc(1_000_000));
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  call.end();
  expect(await answered).toContain('request_id');
});
