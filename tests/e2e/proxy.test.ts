import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { request as plainRequest } from 'node:http';
import { request } from 'node:https';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { findNginx } from '#tests/run/nginx.mjs';
import { patientContext } from '#tests/support/browser/profiles.ts';
import { raiseStage } from '#tests/support/browser/stage.ts';
import { makeCertificate } from '#tests/support/certificate.ts';
import { announcement } from '#tests/support/server/announcements.ts';

const stage = raiseStage();
const { cert, key } = makeCertificate(new Date(Date.now() - 86_400_000), new Date(Date.now() + 86_400_000));

/** A proxy that runs. */
let proxy: { plain: number; secure: number; stop(): Promise<void> };

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  return typeof address === 'object' && address ? address.port : 0;
}

/** The example of the documentation with the addresses of this test in it. @throws when it has no such line any more */
function fitted(config: string, folder: string, plain: number, secure: number): string {
  const { host } = new URL(stage.product.address.replace('localhost', '127.0.0.1'));
  const changes: [string, string][] = [
    ['    listen 80;\n    listen [::]:80;\n', `    listen 127.0.0.1:${plain};\n`],
    ['    listen 443 ssl http2;\n    listen [::]:443 ssl http2;\n', `    listen 127.0.0.1:${secure} ssl http2;\n`],
    ['server 127.0.0.1:8080 ', `server ${host} `],
    ['/etc/ssl/upravdom/fullchain.pem', join(folder, 'cert.pem')],
    ['/etc/ssl/upravdom/privkey.pem', join(folder, 'key.pem')],
  ];
  return changes.reduce((text, [from, to]) => {
    if (text.split(from).length !== 2) throw new Error(`docs/deployment/nginx.conf has not one of ${from}`);
    return text.replace(from, to);
  }, config);
}

/** Starts nginx on the example of the documentation and waits until it answers. @throws with what it said when it does not */
async function startNginx() {
  const program = findNginx();
  if (!program) throw new Error('No nginx: `npm test` installs it where CI says so, or install Debian’s nginx-light.');
  const folder = await mkdtemp(join(tmpdir(), 'upravdom-nginx-'));
  const [plain, secure] = [await freePort(), await freePort()];
  await writeFile(join(folder, 'cert.pem'), cert);
  await writeFile(join(folder, 'key.pem'), key);
  const example = await readFile(new URL('../../docs/deployment/nginx.conf', import.meta.url), 'utf8');
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  const config = [
    ...(process.getuid?.() === 0 ? ['user root;'] : []),
    `pid ${folder}/pid;`,
    'worker_processes 1;',
    'events {}',
    'http {',
    'access_log off;',
    ...temporary.map((name) => `${name}_temp_path ${folder}/${name};`),
    fitted(example, folder, plain, secure),
    '}',
  ];
  await writeFile(join(folder, 'nginx.conf'), config.join('\n'));
  const args = ['-e', 'stderr', '-p', folder, '-c', join(folder, 'nginx.conf'), '-g', 'daemon off;'];
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.on('data', (chunk) => {
    said += String(chunk);
  });
  const ended = once(child, 'exit');
  const answers = () =>
    call('GET', '/health/live', {}, '', secure).then(
      ({ status }) => status === 200,
      () => false,
    );
  while (!(await answers())) {
    if (child.exitCode !== null) throw new Error(`nginx did not start:\n${said}`);
    await pause(50);
  }
  return {
    plain,
    secure,
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** One call through the proxy. */
async function call(
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body: Buffer | string = '',
  port = proxy.secure,
) {
  const sent = request({ host: '127.0.0.1', port, path, method, headers, ca: cert });
  sent.end(body);
  const [answer] = (await once(sent, 'response')) as [import('node:http').IncomingMessage];
  return { status: answer.statusCode, text: await textOf(answer) };
}

beforeAll(async () => {
  proxy = await startNginx();
});
afterAll(() => proxy?.stop());

const FORGED = '203.0.113.66';

test('through nginx as the documentation has it the console signs in, shows its lists and follows changes', async () => {
  const baseURL = `https://127.0.0.1:${proxy.secure}`;
  const context = await patientContext(stage.browser, { baseURL, ignoreHTTPSErrors: true, locale: 'ru-RU' });
  const page = await context.newPage();
  const followed = new Promise<string>((resolve) => {
    page.on('websocket', (socket) => {
      if (socket.url().includes('/ws/notifications')) socket.once('framereceived', () => resolve(socket.url()));
    });
  });
  await page.goto('/auth');
  await page.getByLabel('Телефон', { exact: true }).pressSequentially('9000000001');
  await page.getByLabel('Пароль', { exact: true }).fill('Demo2026!');
  await page.getByRole('button', { name: 'Войти в систему' }).click();
  await page.waitForURL('**/news');
  await page.locator('article').first().waitFor();
  expect(await followed).toMatch(/^wss:/);
  const news = announcement({ for_all_objects: true });
  const headers = { authorization: `Token ${await stage.token(2)}`, 'content-type': 'application/json' };
  const answer = await call('POST', '/api/crm/news/', headers, JSON.stringify(news));
  expect(answer.text).toContain('params');
  await page.getByTestId('notices').getByRole('listitem').first().waitFor();
  await context.close();
});

test('nginx leads from plain HTTP to TLS, hides what is inside, and says itself who calls', async () => {
  const sent = plainRequest({ host: '127.0.0.1', port: proxy.plain, path: '/news?a=1' }).end();
  const [answer] = (await once(sent, 'response')) as [import('node:http').IncomingMessage];
  answer.resume();
  expect([answer.statusCode, answer.headers.location]).toEqual([301, 'https://127.0.0.1/news?a=1']);
  for (const path of ['/metrics', '/dev/outbox']) expect((await call('GET', path)).status).toBe(404);
  const body = JSON.stringify({ username: '+79000000001', password: 'wrong' });
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': FORGED };
  expect((await call('POST', '/api/auth', headers, body)).status).toBe(400);
  expect(stage.product.said()).not.toContain(FORGED);
});

test('nginx lets the largest list through, and not more', async () => {
  const authorization = `Token ${await stage.token(1)}`;
  const headers = { authorization, 'content-type': 'application/octet-stream' };
  // The console refuses this kind of body with its own sentence: it has come there.
  const taken = await call('POST', '/api/crm/import/residents/', headers, Buffer.alloc(50_331_648));
  expect([taken.status, taken.text]).toEqual([expect.any(Number), expect.stringContaining('request_id')]);
  const refused = await call('POST', '/api/crm/import/residents/', headers, Buffer.alloc(58_000_000)).catch(() => null);
  // It may close the connection before all was sent.
  expect([null, 413]).toContain(refused?.status ?? null);
});
