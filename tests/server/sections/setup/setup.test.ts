// Runs first: it opens many databases, half a minute.
// Runs on PostgreSQL too: of several who open a company at once one must win.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { SECTIONS } from '#resources/language/access.ts';
import { buildApp } from '#server/app.ts';
import { readSettings } from '#server/config.ts';
import { prepare } from '#server/prepare.ts';
import { issueSetUpLink, SETUP_LINK_LIFETIME_MS } from '#server/sections/setup/queries.ts';
import { startMessage } from '#server/start-message.ts';
import { openTestApp, type TestApp } from '#tests/support/server/test-app.ts';

const URL = '/api/anonymous/setup/';
const LOOK = `${URL}look/`;

let app: TestApp;
let clock = Date.now();
beforeEach(async () => {
  clock = Date.now();
  app = await openTestApp({ empty: true, now: () => new Date(clock) });
});
afterEach(() => app.close());

const link = (phone: string | null = null) => issueSetUpLink(app.database.kysely, new Date(clock), { phone });
const opening = (token: string, other: object = {}) => ({
  token,
  company: 'УК «Лесная»',
  time_zone: 'Asia/Omsk',
  first_name: 'Мария',
  last_name: 'Орлова',
  phone: '+7 (916) 204-15-38',
  password: 'Zelenyi7les$',
  ...other,
});
const open = (token: string, other: object = {}, where = app) =>
  where.call('POST', { url: URL, body: opening(token, other) });
const look = (token: string) => app.call('POST', { url: LOOK, body: { token } });
const count = async (table: 'users' | 'companies' | 'setup_links' | 'installation') =>
  (await app.database.kysely.selectFrom(table).selectAll().execute()).length;

describe('opening a company', () => {
  test('the link lets the first administrator in, with every right, and then leads nowhere', async () => {
    const token = await link();
    expect((await look(token)).body).toEqual({
      phone: null,
      first_name: null,
      last_name: null,
      time_zone: 'Europe/Moscow',
      time_zone_fixed: false,
    });
    const answer = await open(token);
    expect([answer.status, answer.body]).toEqual([200, { role: 'admin', token: expect.stringMatching(/^[\w-]{43}$/) }]);
    const session = String(answer.body.token);
    const { body } = await app.call('GET', '/api/crm/permissions/', session);
    expect(body.sections).toMatchObject({
      ...Object.fromEntries(SECTIONS.map((section) => [section, 'write'])),
      chats: 'read',
      tasks: 'performer',
    });
    const profile = await app.call('GET', '/api/crm/profile/current/', session);
    expect(profile.body).toMatchObject({
      role: 'admin',
      phone_number: '+79162041538',
      company: { label: 'УК «Лесная»' },
    });
    const signIn = { username: '89162041538', password: opening('').password };
    expect((await app.call('POST', { url: '/api/auth', body: signIn })).body.role).toBe('admin');
    expect(await count('setup_links')).toBe(0);
    const absent = await app.call('POST', { url: '/api/anonymous/nothing/', body: {} });
    for (const closed of [await open(token), await look(token), await open(await link())]) {
      expect([closed.status, closed.body.detail]).toEqual([404, absent.body.detail]);
    }
    expect(await count('users')).toBe(1);
  });

  test('of ten at once one wins, and one company is made', async () => {
    const tokens = [await link(), await link()];
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, at) => open(tokens[at % 2] ?? '', { phone: `+791620415${10 + at}` })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(404)]);
    expect([await count('users'), await count('companies'), await count('installation')]).toEqual([1, 1, 1]);
  });

  test('a link that is unknown, too long or too old opens nothing', async () => {
    const token = await link();
    expect((await open('x'.repeat(43))).status).toBe(401);
    expect((await open('x'.repeat(101))).status).toBe(400);
    clock += SETUP_LINK_LIFETIME_MS + 1;
    expect([(await open(token)).status, (await look(token)).status]).toEqual([401, 401]);
    expect(await count('users')).toBe(0);
  });

  test('guessing is stopped, and goes on after a while', async () => {
    const token = await link();
    const statuses = new Set<number>();
    for (let at = 0; at < 45; at += 1) statuses.add((await look('guess')).status);
    expect([...statuses]).toEqual([401, 429]);
    expect((await look(token)).status).toBe(429);
    clock += 16 * 60_000;
    expect((await look(token)).status).toBe(200);
  });

  test.each([
    [{ company: ' ' }, 'company'],
    [{ company: 'К'.repeat(61) }, 'company'],
    [{ time_zone: 'Europe/Nowhere' }, 'time_zone'],
    [{ first_name: '' }, 'first_name'],
    [{ last_name: 'О'.repeat(61) }, 'last_name'],
    [{ phone: '12345' }, 'phone'],
    [{ password: 'short' }, 'password'],
    [{ password: 'Qwerty123' }, 'password'],
    [{ password: '+79162041538Aa'.slice(1) }, 'password'],
  ])('%j is refused at its field, and nothing is made', async (other, field) => {
    const answer = await open(await link(), other);
    expect([answer.status, Object.keys(answer.body)]).toEqual([400, expect.arrayContaining([field])]);
    expect([await count('users'), await count('companies')]).toEqual([0, 0]);
  });

  test('a link that was made for a phone opens the company to that phone alone', async () => {
    const token = await link('+79162041538');
    expect((await look(token)).body.phone).toBe('+79162041538');
    expect((await open(token, { phone: '+79162041539' })).body).toMatchObject({
      phone: ['ссылка выдана на другой номер'],
    });
    expect((await open(token)).status).toBe(200);
  });

  test('keeps hashes of links only, and not more than ten of them', async () => {
    const tokens: string[] = [];
    for (let at = 0; at < 12; at += 1) {
      clock += 1_000;
      tokens.push(await link());
    }
    const rows = await app.database.kysely.selectFrom('setup_links').select('hash').execute();
    expect(rows).toHaveLength(10);
    expect((await look(tokens.at(-1) ?? '')).status).toBe(200);
    expect((await look(tokens[0] ?? '')).status).toBe(401);
    const kept = rows.map(({ hash }) => Buffer.from(hash).toString('base64url'));
    expect(kept.filter((hash) => tokens.includes(hash))).toEqual([]);
  });

  test('the zone that was chosen holds in every process, also after a start; TIME_ZONE goes before it', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'upravdom-zone-'));
    await writeFile(join(folder, 'index.html'), '<head><meta name="time-zone" content=""></head>');
    const started: FastifyInstance[] = [];
    const another = async (env: Record<string, string> = {}) => {
      const settings = readSettings({
        DATA_DIR: app.dataDir,
        RESOURCES_DIR: folder,
        MAX_EVENT_LOOP_DELAY: '0',
        ...env,
      });
      const made = await buildApp({ settings, database: app.database, consoleDir: folder });
      started.push(made);
      return made;
    };
    const zoneOf = async (one: FastifyInstance) =>
      /content="(.*)"/.exec((await one.inject({ url: '/news', headers: { accept: 'text/html' } })).payload)?.[1];
    try {
      const [other, fixed] = [await another(), await another({ TIME_ZONE: 'Asia/Tokyo' })];
      expect([await zoneOf(other), await zoneOf(fixed)]).toEqual(['Europe/Moscow', 'Asia/Tokyo']);
      const asked = await fixed.inject({ method: 'POST', url: LOOK, payload: { token: await link() } });
      expect(asked.json()).toMatchObject({ time_zone: 'Asia/Tokyo', time_zone_fixed: true });
      expect((await open(await link())).status).toBe(200);
      // A process hears from the database a moment later.
      while ((await zoneOf(other)) !== 'Asia/Omsk') await new Promise((resolve) => setTimeout(resolve, 20));
      expect([await zoneOf(await another()), await zoneOf(fixed)]).toEqual(['Asia/Omsk', 'Asia/Tokyo']);
    } finally {
      for (const one of started) await one.close();
      await rm(folder, { recursive: true, force: true });
    }
  });
});

describe('the start', () => {
  const settings = () => readSettings({ DATA_DIR: app.dataDir, DEMO: 'off', PUBLIC_URL: 'https://dom.example.org' });

  test('prints the link of an empty database, which works', async () => {
    const said = await startMessage(settings(), 'http://localhost:8080/', app.database);
    const [, token] = /https:\/\/dom\.example\.org\/setup\?token=([\w-]{43})/.exec(said) ?? [];
    expect((await open(token ?? '')).status).toBe(200);
    expect(await startMessage(settings(), 'http://localhost:8080/', app.database)).not.toContain('/setup');
  });

  test('never fills a company of one’s own with the demo company', async () => {
    await open(await link());
    const demo = { ...settings(), demo: true, demoSize: 'yard' as const };
    expect(await prepare(app.database, demo, 'http://localhost:8080/', () => undefined)).toBe(false);
    expect(await count('users')).toBe(1);
    expect(await count('companies')).toBe(1);
  });
});
