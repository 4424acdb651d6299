import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { type IncomingMessage, request as plainRequest } from 'node:http';
import { join } from 'node:path';
import { findProxy } from '#tests/run/proxies.mjs';
import { patientContext } from '#tests/support/browser/profiles.ts';
import { fitted, type ProxySetup, type RunningProxy, startProxy } from '#tests/support/browser/proxies.ts';
import { raiseStage } from '#tests/support/browser/stage.ts';
import { makeCertificate } from '#tests/support/certificate.ts';
import { announcement } from '#tests/support/server/announcements.ts';

const stage = raiseStage();
const { cert, key } = makeCertificate(new Date(Date.now() - 86_400_000), new Date(Date.now() + 86_400_000));
const exampleOf = (name: string) => readFile(new URL(`../../docs/deployment/${name}`, import.meta.url), 'utf8');
/** Where the console listens. */
const upstream = () => new URL(stage.product.address.replace('localhost', '127.0.0.1')).host;

async function prepareNginx({ folder, plain, secure }: ProxySetup) {
  await writeFile(join(folder, 'cert.pem'), cert);
  await writeFile(join(folder, 'key.pem'), key);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  const config = [
    ...(process.getuid?.() === 0 ? ['user root;'] : []),
    `pid ${folder}/pid;`,
    'worker_processes 1;',
    'events {}',
    'http {',
    'access_log off;',
    ...temporary.map((name) => `${name}_temp_path ${folder}/${name};`),
    fitted(await exampleOf('nginx.conf'), [
      ['    listen 80;\n    listen [::]:80;\n', `    listen 127.0.0.1:${plain};\n`],
      ['    listen 443 ssl http2;\n    listen [::]:443 ssl http2;\n', `    listen 127.0.0.1:${secure} ssl http2;\n`],
      ['server 127.0.0.1:8080 ', `server ${upstream()} `],
      ['/etc/ssl/upravdom/fullchain.pem', join(folder, 'cert.pem')],
      ['/etc/ssl/upravdom/privkey.pem', join(folder, 'key.pem')],
    ]),
    '}',
  ];
  await writeFile(join(folder, 'nginx.conf'), config.join('\n'));
  return { args: ['-e', 'stderr', '-p', folder, '-c', join(folder, 'nginx.conf'), '-g', 'daemon off;'] };
}

/** The example as it is, behind what is of this machine alone: its ports, and a folder for the certificates that it makes. */
async function prepareCaddy({ folder, plain, secure }: ProxySetup) {
  const options = [
    'admin off',
    'skip_install_trust',
    `http_port ${plain}`,
    `https_port ${secure}`,
    `storage file_system ${folder}/storage`,
  ];
  const file = join(folder, 'Caddyfile');
  await writeFile(file, `{\n${options.map((line) => `\t${line}\n`).join('')}}\n${await exampleOf('Caddyfile')}`);
  const env = { SITE_ADDRESS: '127.0.0.1', UPSTREAMS: upstream(), HOME: folder, XDG_CONFIG_HOME: folder };
  return { args: ['run', '--config', file, '--adapter', 'caddyfile'], env };
}

const FORGED = '203.0.113.66';

describe.each(
  ([['nginx', prepareNginx] as const, ['caddy', prepareCaddy] as const] as const).filter(([name]) => findProxy(name)),
)('%s as the documentation has it', (name, prepare) => {
  let proxy: RunningProxy;
  beforeAll(async () => {
    proxy = await startProxy(name, prepare);
  });
  afterAll(() => proxy?.stop());

  test('lets the console sign in, show its lists and follow changes', async () => {
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
    const answer = await proxy.call('POST', '/api/crm/news/', headers, JSON.stringify(news));
    expect(answer.text).toContain('params');
    await page.getByTestId('notices').getByRole('listitem').first().waitFor();
    await context.close();
  });

  test('leads from plain HTTP to TLS, hides what is inside, and says itself who calls', async () => {
    const sent = plainRequest({ host: '127.0.0.1', port: proxy.plain, path: '/news?a=1' }).end();
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    answer.resume();
    expect([301, 308]).toContain(answer.statusCode);
    expect(answer.headers.location).toBe('https://127.0.0.1/news?a=1');
    for (const path of ['/metrics', '/dev/outbox']) expect((await proxy.call('GET', path)).status).toBe(404);
    const body = JSON.stringify({ username: '+79000000001', password: 'wrong' });
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': FORGED };
    expect((await proxy.call('POST', '/api/auth', headers, body)).status).toBe(400);
    expect(stage.product.said()).not.toContain(FORGED);
  });

  test('lets the largest list through, and not more', async () => {
    const authorization = `Token ${await stage.token(1)}`;
    const headers = { authorization, 'content-type': 'multipart/form-data; boundary=part' };
    // The console refuses what is no list with its own sentence: it has come there.
    const taken = await proxy.call('POST', '/api/crm/import/residents/', headers, Buffer.alloc(50_331_648));
    expect([taken.status, taken.text]).toEqual([expect.any(Number), expect.stringContaining('request_id')]);
    const refused = await proxy
      .call('POST', '/api/crm/import/residents/', headers, Buffer.alloc(58_000_000))
      .catch(() => null);
    // It may close the connection before all was sent.
    expect([null, 413]).toContain(refused?.status ?? null);
  });
});
