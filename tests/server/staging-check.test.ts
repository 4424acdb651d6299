import type { IncomingMessage, ServerResponse } from 'node:http';
import { sql } from 'kysely';
import { troubleOf } from '#server/staging/ask.ts';
import { READ_CALLS, type ReadCall } from '#server/staging/calls.ts';
import { checkStaging, type Finding, reportOf } from '#server/staging/check.ts';
import { READ_FRAMES } from '#server/staging/frames.ts';
import { type SpoilFrame, stagingServer } from '#tests/support/server/staging-servers.ts';
import { openTestApp, PASSWORD, phoneOf, type TestApp } from '#tests/support/server/test-app.ts';

/** What a sign-in leaves: the session, the count of tries, its line in the log. */
const SIGN_IN: ReadonlySet<string> = new Set(['tokens', 'attempts', 'audit']);
let app: TestApp;
let upstream = '';
beforeAll(async () => {
  app = await openTestApp();
  upstream = await app.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => app.close());

type Deviation = (response: ServerResponse, body: string) => void;
const json = (response: ServerResponse, body: string, status = 200) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(body);

/** The backend in the box with faults by the beginning of the address. @returns the calls that were made, too */
async function behind(
  faults: Readonly<Record<string, Deviation>>,
  look: (url: string) => Promise<void>,
  spoil?: SpoilFrame,
) {
  const calls: string[] = [];
  const frames: string[] = [];
  const answering = async (
    { url = '', method = '', headers: given }: IncomingMessage,
    sent: Buffer,
    response: ServerResponse,
  ) => {
    calls.push(`${method} ${url.split('?')[0]}`);
    const headers = { 'content-type': 'application/json', authorization: String(given.authorization ?? '') };
    const body = method === 'POST' ? { method, body: new Uint8Array(sent) } : {};
    const answer = await fetch(`${upstream}${url}`, { ...body, headers });
    const said = await answer.text();
    const fault = Object.entries(faults).find(([start]) => url.startsWith(start))?.[1];
    if (fault) fault(response, said);
    else json(response, said, answer.status);
  };
  await stagingServer({ upstream, answering, spoil, frames }, look);
  return { calls, frames: frames.map((frame) => (JSON.parse(frame) as { type: string }).type) };
}
/** All that the database holds but the sign-in itself: how many rows of each table, and a digest of them. */
async function kept(): Promise<Record<string, string>> {
  const db = app.database.kysely;
  const { rows: tables } = await sql<{ name: string }>`select table_name as name from information_schema.tables
    where table_schema = current_schema() and table_type = 'BASE TABLE'`.execute(db);
  const held: Record<string, string> = {};
  for (const { name } of tables.filter((table) => !SIGN_IN.has(table.name))) {
    const { rows } = await sql<{ digest: string }>`select count(*) || ' ' ||
      coalesce(md5(string_agg(md5(t::text), '' order by md5(t::text))), '') as digest from ${sql.table(name)} t`.execute(
      db,
    );
    held[name] = rows[0]?.digest ?? '';
  }
  return held;
}
const credentials = { username: phoneOf(1), password: PASSWORD };
const differences = async (url: string, patience = 5_000) =>
  (await checkStaging({ url, ...credentials, patience })).filter(({ verdict }) => verdict === 'differs');

describe('staging:check', () => {
  test('the backend in the box is as the contract says, and nothing is written', async () => {
    const before = await kept();
    const { calls, frames } = await behind({}, async (url) => {
      const findings = await checkStaging({ url, ...credentials });
      expect(findings.filter(({ verdict }) => verdict === 'differs')).toEqual([]);
      expect(findings.filter(({ verdict }) => verdict === 'same').length).toBeGreaterThan(40);
      expect(findings.filter(({ verdict }) => verdict === 'skipped')).toEqual([]);
      expect(reportOf(findings)).toContain('Отличий от договора нет');
      // This server lets no other origin in, which only a console of another origin would miss.
      expect(findings).toContainEqual({
        call: expect.stringMatching(/^OPTIONS /),
        verdict: 'note',
        what: expect.stringMatching(/CORS/),
      });
    });
    // A search while one types is a POST that looks only (B§7).
    expect(calls.filter((call) => !/^(GET|OPTIONS) /.test(call))).toEqual([
      'POST /api/auth',
      'POST /api/crm/search/smart_search/',
    ]);
    expect(frames).toEqual(['receive_preview_complaints', ...Array(3).fill('get_complaints')]);
    expect(await kept()).toEqual(before);
    const deeds = await app.database.kysely.selectFrom('audit').select('action').execute();
    expect(deeds).toEqual([{ action: 'sign-in' }]);
  });

  test('every seeded deviation is found and said in a sentence', async () => {
    const faults: Record<string, Deviation> = {
      '/api/crm/permissions/': (to, body) => json(to, body.replaceAll('"write"', '"owner"')),
      '/api/crm/cameras/?': (to, body) => json(to, body.replaceAll('"link"', '"url"')),
      '/api/crm/tasks/count/': (to) => json(to, '{"count":"7"}'),
      '/api/crm/services/': (to) => to.writeHead(200, { 'content-type': 'text/html' }).end('<html></html>'),
      '/api/crm/booklets/?': (to) => json(to, '{}', 502),
      '/api/crm/employee/?': (to) => json(to, '{"results"'),
      '/api/crm/scenarios/companies/': (to) => to.destroy(),
      '/api/crm/settings/company-profile/': (to) => to.writeHead(302, { location: '/login' }).end(),
      '/api/crm/scenarios/reading-list-data/': () => undefined,
    };
    const expected: readonly [string, RegExp][] = [
      ['/api/crm/permissions/', /^sections\..*допустимо одно из.*"owner"/],
      ['/api/crm/cameras/?', /link: не указано, ожидается текст/],
      ['/api/crm/tasks/count/', /^count: ожидается .*число, указано "7"/],
      ['/api/crm/services/', /HTML/],
      ['/api/crm/booklets/?', /ошибкой 502/],
      ['/api/crm/employee/?', /не JSON/],
      ['/api/crm/scenarios/companies/', /соединение оборвалось/],
      ['/api/crm/settings/company-profile/', /другой адрес \(302\)/],
      ['/api/crm/scenarios/reading-list-data/', /не ответил вовремя/],
    ];
    await behind(faults, async (url) => {
      const found = await differences(url, 3_000);
      for (const [call, what] of expected) {
        expect(found).toContainEqual(
          expect.objectContaining({ call: expect.stringContaining(call), what: expect.stringMatching(what) }),
        );
      }
      const seeded = Object.keys(faults);
      expect(found.filter(({ call }) => !seeded.some((start) => call.startsWith(start)))).toEqual([]);
    });
  });

  describe('a deviation in each answer of the contract', () => {
    const answers = new Map<string, string>();
    /** The answers of the backend in the box, given again as they were; `spoil` changes one of them. */
    async function replayed(spoil: (url: string, body: unknown) => unknown, frames?: SpoilFrame): Promise<Finding[]> {
      let findings: Finding[] = [];
      const answering = ({ url = '' }: IncomingMessage, _: Buffer, response: ServerResponse) => {
        const body = answers.get(url);
        if (body === undefined) json(response, '{}', 404);
        else json(response, JSON.stringify(spoil(url, JSON.parse(body))));
      };
      await stagingServer({ upstream, answering, spoil: frames }, async (url) => {
        findings = await checkStaging({ url, ...credentials });
      });
      return findings;
    }
    beforeAll(async () => {
      const own = globalThis.fetch;
      globalThis.fetch = async (...asked) => {
        const answer = await own(...asked);
        if (asked[1]?.method !== 'OPTIONS')
          answers.set(String(asked[0]).replace(upstream, ''), await answer.clone().text());
        return answer;
      };
      await checkStaging({ url: upstream, ...credentials }).finally(() => {
        globalThis.fetch = own;
      });
    });

    /** What further calls are asked by: without it another record is asked for. */
    const FOLLOWED: ReadonlySet<string> = new Set(['id', 'results', 'unit', 'user']);

    /** The first object of an answer that has a key which the contract asks for, without that key. */
    function without(shape: ReadCall['shape'], body: unknown): unknown {
      const copy = structuredClone(body);
      const page = copy as { results?: unknown };
      const list = Array.isArray(copy) ? copy : page?.results;
      const [record = copy] = Array.isArray(list) ? (list as unknown[]) : [];
      for (const key of Object.keys(record as object).filter((name) => !FOLLOWED.has(name))) {
        const value: unknown = Reflect.get(record as object, key);
        Reflect.deleteProperty(record as object, key);
        if (!shape.safeParse(copy).success) return copy;
        Reflect.set(record as object, key, value);
      }
      // An empty list has no record to spoil: it is no list any more.
      return { surprise: true };
    }

    test.each(READ_CALLS.map((call) => [call.name, call] as const))('%s', async (_name, { url, shape, follows }) => {
      const [start = ''] = url.split(/[?{]/);
      const asked = url.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{[a-z-]+\}/g, '[^/&]+');
      const place = new RegExp(follows ? `^${asked}.*before=` : `^${asked}$`);
      const findings = await replayed((at, body) => (place.test(at) ? without(shape, body) : body));
      const found = findings.filter(({ verdict }) => verdict === 'differs');
      expect(found).toContainEqual(
        expect.objectContaining({
          call: expect.stringContaining(start),
          what: expect.stringMatching(/ожидается|допустимо/),
        }),
      );
      expect(found.filter(({ call }) => !place.test(call))).toEqual([]);
    });

    test.each(READ_FRAMES.map(({ call, answers: is }) => [call, is] as const))('%s', async (call, is) => {
      const ways: readonly [(frame: Record<string, unknown>) => string | null, RegExp][] = [
        [(frame) => JSON.stringify({ ...frame, results: 'none' }), /^results: ожидается список, указано "none"/],
        [() => '<html>', /не JSON/],
        [() => null, /закрыл сокет \(1011\)/],
      ];
      for (const [wrong, sentence] of ways) {
        const findings = await replayed(
          (_, body) => body,
          (message, frame) => (is(frame) ? wrong(frame) : message),
        );
        const found = findings.filter(({ verdict }) => verdict === 'differs');
        expect(found).toContainEqual({ call, verdict: 'differs', what: expect.stringMatching(sentence) });
      }
    });

    test('the same fault of many records is one line, and every fault is told', async () => {
      const camera = { id: 1, name: 1, link: 2 };
      const findings = await replayed((url, body) =>
        url.startsWith('/api/crm/cameras/?') ? Array.from({ length: 9 }, () => camera) : body,
      );
      const said = findings.filter(({ call }) => call.startsWith('/api/crm/cameras/?')).map(({ what }) => what);
      expect(said).toContainEqual(expect.stringMatching(/^\[\]\.name: .*и так 9 раз/));
      expect(said).toContainEqual(expect.stringMatching(/^\[\]\.link: .*и так 9 раз/));
    });

    test('a server that holds nothing: what could not be asked for is counted and not called sound', async () => {
      const empty = (_url: string, body: unknown): unknown => {
        if (Array.isArray(body)) return [];
        return typeof body === 'object' && body !== null && 'results' in body ? { ...body, results: [] } : body;
      };
      const findings = await replayed(empty);
      const skipped = findings.filter(({ verdict }) => verdict === 'skipped');
      expect(skipped.length).toBeGreaterThan(10);
      expect(reportOf(findings)).toContain(`Не проверено: ${skipped.length}`);
      expect(findings.filter(({ verdict }) => verdict === 'differs')).toEqual([]);
    });
  });

  test('a server that lets pages of other origins call is not noted for it', async () => {
    const open: Deviation = (to, body) =>
      to.writeHead(200, { 'content-type': 'application/json', 'access-control-allow-origin': '*' }).end(body);
    await behind({ '/api/crm/permissions/': open }, async (url) => {
      const findings = await checkStaging({ url, ...credentials });
      expect(findings.filter(({ verdict }) => verdict === 'note' || verdict === 'differs')).toEqual([]);
    });
  });

  test('a wrong password ends it with one sentence', async () => {
    const findings = await checkStaging({ url: upstream, username: phoneOf(1), password: 'Wrong2026!' });
    expect(findings).toEqual([{ call: '/api/auth', verdict: 'differs', what: expect.stringMatching(/[а-я]/) }]);
  });

  test.each([
    ['CERT_HAS_EXPIRED', /истёк/],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', /сертификату/],
    ['ENOTFOUND', /с таким именем нет/],
    ['ECONNREFUSED', /не принимает/],
    ['UND_ERR_CONNECT_TIMEOUT', /вовремя/],
  ])('%s is said in a sentence', (code, sentence) => {
    expect(troubleOf(Object.assign(new TypeError('fetch failed'), { cause: { code } }))).toMatch(sentence);
  });
});
