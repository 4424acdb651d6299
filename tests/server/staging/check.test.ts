import type { IncomingMessage, ServerResponse } from 'node:http';
import { sql } from 'kysely';
import { describeFailure } from '#server/staging/ask.ts';
import { checkStaging, formatReport } from '#server/staging/check.ts';
import { stagingServer } from '#tests/support/server/staging-servers.ts';
import { openTestApp, PASSWORD, phoneOf, type TestApp } from '#tests/support/server/test-app.ts';

/** Traces of a sign-in: the session, the count of tries, its line in the log. */
const SIGN_IN: ReadonlySet<string> = new Set(['tokens', 'attempts', 'audit']);
let app: TestApp;
let upstream = '';
beforeAll(async () => {
  app = await openTestApp();
  upstream = await app.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => app.close());

/**
 * The backend in the box behind a server that hands its answers on.
 * @param change how, and with which headers
 * @returns the calls that were made, and the messages over the socket
 */
async function behind(
  look: (url: string) => Promise<void>,
  change: { body?: (said: string) => string; headers?: Record<string, string> } = {},
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
    response.writeHead(answer.status, { 'content-type': 'application/json', ...change.headers });
    response.end(change.body?.(said) ?? said);
  };
  await stagingServer({ upstream, answering, frames }, look);
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
describe('staging:check', () => {
  test('G-69 the backend in the box is as the contract says, and nothing is written', async () => {
    const before = await kept();
    const { calls, frames } = await behind(async (url) => {
      const findings = await checkStaging({ url, ...credentials });
      expect(findings.filter(({ verdict }) => verdict === 'differs')).toEqual([]);
      expect(findings.filter(({ verdict }) => verdict === 'same').length).toBeGreaterThan(40);
      // The buildings of the test company stand on one page.
      expect(findings.filter(({ verdict }) => verdict === 'skipped').map(({ item }) => item)).toEqual(['SET-06']);
      expect(formatReport(findings)).toContain('Отличий от договора нет');
      // This server lets no other origin in, which only a console of another origin would miss.
      expect(findings).toContainEqual({
        call: expect.stringMatching(/^OPTIONS /),
        item: 'API-01',
        verdict: 'note',
        what: expect.stringMatching(/CORS/),
        effect: '',
      });
    });
    // A search while one types is a POST that only reads.
    expect(calls.filter((call) => !/^(GET|OPTIONS) /.test(call))).toEqual([
      'POST /api/auth',
      'POST /api/crm/search/smart_search/',
    ]);
    expect(frames).toEqual(['receive_preview_complaints', ...Array(3).fill('get_complaints')]);
    expect(await kept()).toEqual(before);
    const entries = await app.database.kysely.selectFrom('audit').select('action').execute();
    expect(entries).toEqual([{ action: 'sign-in' }]);
  });

  test('a server that lets pages of other origins call is not noted for it', async () => {
    const headers = { 'access-control-allow-origin': '*' };
    await behind(
      async (url) => {
        const findings = await checkStaging({ url, ...credentials });
        expect(findings.filter(({ verdict }) => verdict === 'note' || verdict === 'differs')).toEqual([]);
      },
      { headers },
    );
  });

  test('a server that holds nothing: what could not be asked for is counted and not called sound', async () => {
    const empty = (said: string): string => {
      const body: unknown = JSON.parse(said || 'null');
      if (Array.isArray(body)) return '[]';
      const isPage = typeof body === 'object' && body !== null && 'results' in body;
      return isPage ? JSON.stringify({ ...body, count: 0, results: [] }) : said;
    };
    await behind(
      async (url) => {
        const findings = await checkStaging({ url, ...credentials });
        const skipped = findings.filter(({ verdict }) => verdict === 'skipped');
        expect(skipped.length).toBeGreaterThan(10);
        expect(formatReport(findings)).toContain(`Не проверено: ${skipped.length}`);
        expect(findings.filter(({ verdict }) => verdict === 'differs')).toEqual([]);
      },
      { body: empty },
    );
  });

  test('a wrong password ends it with one sentence', async () => {
    const findings = await checkStaging({ url: upstream, username: phoneOf(1), password: 'Wrong2026!' });
    expect(findings).toEqual([
      expect.objectContaining({
        call: '/api/auth',
        item: 'AUTH-16',
        verdict: 'differs',
        what: expect.stringMatching(/[а-я]/),
      }),
    ]);
  });

  test.each([
    ['CERT_HAS_EXPIRED', /истёк/],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', /сертификату/],
    ['ENOTFOUND', /с таким именем нет/],
    ['ECONNREFUSED', /не принимает/],
    ['UND_ERR_CONNECT_TIMEOUT', /вовремя/],
  ])('%s is said in a sentence', (code, sentence) => {
    expect(describeFailure(Object.assign(new TypeError('fetch failed'), { cause: { code } })).what).toMatch(sentence);
  });
});
