// Runs first: it sends bad input to every call, a minute.
import { sql } from 'kysely';
import { AUDIT_KINDS } from '#resources/language/audit-kinds.ts';
import { BODY, QUERY } from '#resources/limits.ts';
import { builtInDefinitions } from '#server/definitions/combine.ts';
import { findExcess } from '#server/http/body.ts';
import type { ExampleCall } from '#server/http/declaration.ts';
import { type DeclaredRoute, listRoutes } from '#server/http/route.ts';
import { GATHER_MS } from '#server/jobs/start-jobs.ts';
import { neverByItself, onReadingDay, timed, withIntervals, withoutIntervals } from '#tests/support/server/clock.ts';
import { readDemoCompany } from '#tests/support/server/demo-company.ts';
import { exampleCallOf } from '#tests/support/server/matrix.ts';
import { newPerson, type Person } from '#tests/support/server/people.ts';
import { openTestApp } from '#tests/support/server/test-app.ts';
import { isEssentialRun } from '#tests/support/test-scope.ts';

// Time stands still: nothing that runs out meanwhile, like the undoing of a deletion, changes a count, and nobody tidies up or delivers
// what webhooks are sent.
withoutIntervals();
neverByItself(GATHER_MS);
const { result: app } = await timed(5 * 60_000, () => openTestApp({ now: onReadingDay }));
const demo = await readDemoCompany(app);
afterAll(async () => {
  withIntervals();
  await app.close();
});
/** Somebody who may do everything; one a test, for signing out is a call too. */
const somebody = () => newPerson(app, { role: 'admin' });

const routes = listRoutes(app.app).filter(({ example, socket }) => example && !socket);
const named = (list: typeof routes) => list.map((item) => [`${item.method} ${item.url}`, item] as const);
/** Rows that a refusal may leave: only the attempts that sign-in counts to slow guessing down, its second step among them. */
const COUNTERS: ReadonlySet<string> = new Set(['attempts', 'second_factor_challenges']);
const TABLES = (await app.database.kysely.introspection.getTables())
  .map(({ name }) => name)
  .filter((name) => !COUNTERS.has(name))
  .sort();

/** Every call writes down when its session was last used: rows are counted alone. */
const TOUCHED: ReadonlySet<string> = new Set(['tokens']);

/**
 * The last count of the tables, with the number of the transaction before which it was made; counting all of them again costs more
 * than the call itself.
 */
let counted: { written: string; rows: Record<string, string> } | null = null;

/** The content of every table: how many rows, and of which transactions, so that a changed row shows too. */
async function rows(): Promise<Record<string, string>> {
  // Only a transaction that writes gets a number.
  const next = sql<{ written: string }>`select pg_snapshot_xmax(pg_current_snapshot())::text as written`;
  const { written = '' } = (await next.execute(app.database.kysely)).rows[0] ?? {};
  if (counted?.written !== written) counted = { written, rows: await countRows() };
  return counted.rows;
}

async function countRows(): Promise<Record<string, string>> {
  const counts = TABLES.map((name) => {
    const written = TOUCHED.has(name) ? sql`0` : sql`coalesce(sum(xmin::text::int8), 0)`;
    // Refused sign-ins and rights are written down, in rows of their own.
    const kept = name === 'audit' ? sql`where resource <> 'security'` : sql``;
    return sql`(select count(*) || ' of ' || ${written} from ${sql.table(name)} ${kept}) as ${sql.ref(name)}`;
  });
  const found = await sql<Record<string, string>>`select ${sql.join(counts)}`.execute(app.database.kysely);
  return found.rows[0] ?? {};
}

/** Of as many values as `npm test` tries; `npm run test:all` tries each. */
const TRIED = 4;
/** Some of these, other ones for each place, so that all of them are tried somewhere. */
const some = <T>(all: readonly T[], place: number): readonly T[] =>
  isEssentialRun ? all.filter((_, at) => Math.floor(at / TRIED) === place % Math.ceil(all.length / TRIED)) : all;

const deep = (depth: number): unknown => (depth === 0 ? 'x' : [deep(depth - 1)]);
const RAW: Readonly<Record<string, string>> = {
  'half a JSON': '{"name":',
  'no JSON': 'name=x',
  'an empty text': '',
  'a list': '[]',
  null: 'null',
  'a number': '42',
  'a text': '"x"',
  'NUL in a text': '{"name":"a\\u0000b","username":"a\\u0000b","title":"a\\u0000b","guest":"a\\u0000b"}',
  'half of a surrogate pair': '{"name":"\\ud800","username":"\\ud800","password":"\\udc00","guest":"\\ud800"}',
  'nested a thousand deep': JSON.stringify(deep(1000)),
  'a prototype': '{"__proto__":{"role":"admin"},"constructor":{"prototype":{"x":1}}}',
  'huge numbers': '{"id":1e400,"buildings":[1e308],"house":99999999999999999999,"times":-1e308}',
  'ten megabytes': `{"name":"${'x'.repeat(10 * 1024 * 1024)}"}`,
};

/** A body that is no JSON to store is refused before a route looks at it. */
const UNREADABLE: ReadonlySet<string> = new Set([
  'half a JSON',
  'no JSON',
  'NUL in a text',
  'half of a surrogate pair',
  'nested a thousand deep',
  'a prototype',
]);

/** The status of a body of `RAW`: uploads take forms and no JSON, and who takes no body at all does not look at it. */
function refusalOf(route: DeclaredRoute, call: ExampleCall, what: string): number {
  if (route.url === '/v0/file/u/') return 400;
  if (UNREADABLE.has(what)) return 400;
  if (what === 'ten megabytes') return LARGE_UPLOADS.has(route.url) ? 415 : 413;
  if (call.files || LARGE_UPLOADS.has(route.url)) return 415;
  return call.body === undefined ? route.ok : 400;
}

/** Routes that take uploads of more than ten megabytes: the length of a body is no reason there, its type is. */
const LARGE_UPLOADS: ReadonlySet<string> = new Set(['/api/crm/import/residents/', '/api/authorized/attachments/']);

/** Values of every wrong kind for each key of a valid body. */
const WRONG: readonly unknown[] = [
  null,
  true,
  -1,
  1.5,
  2_147_483_648,
  1e21,
  '',
  ' ',
  'a\u0000b',
  '<script>alert(1)</script>',
  "'; drop table users; --",
  [],
  [[]],
  {},
  { id: {} },
  'x'.repeat(20_000),
];

/** Writes that leave another number of rows in the log than one; why is in `docs/decisions/2026-11-21-what-is-audited.md`. */
const OTHERWISE: Readonly<Record<string, number>> = {
  'DELETE /api/authorized/views/:id/': 0,
  'DELETE /api/crm/avatar/delete_current/': 0,
  'POST /api/anonymous/forgot_pass/send_confirm_code/': 0,
  'POST /api/anonymous/second-factor/passkey/': 0,
  'POST /api/authorized/chat-pass/': 0,
  'POST /api/authorized/forgot_pass/send_confirm_code/': 0,
  'POST /api/authorized/notifications/read/': 0,
  'POST /api/authorized/second-factor/passkeys/': 0,
  'POST /api/authorized/second-factor/totp/': 0,
  'POST /api/authorized/views/': 0,
  'POST /api/crm/employee/view/end/': 0,
  'POST /api/crm/import/convert_residents/': 0,
  'POST /api/crm/news/reach/': 0,
  'POST /api/crm/search/smart_search/': 0,
  'POST /api/crm/settings/building/import/': 0,
  'POST /api/crm/settings/building/units/import/': 0,
  'POST /api/records/:resource/import/': 0,
  'POST /resources/definitions/apply/': 0,
  'POST /resources/definitions/check/': 0,
  'POST /v0/file/u/': 0,
  // Where a card stands on a board is no change of its record.
  'POST /api/records/:resource/:id/order/': 0,
  'POST /api/records/:resource/:id/order/undo/': 0,
  // A choice of the person's own, which is taken back as easily.
  'PUT /api/records/:resource/:id/following/': 0,
};

test('every write leaves one row in the log of who did what, with the address it came from, but those that are named', async () => {
  const found: Record<string, number> = {};
  const logged = async () => {
    const counted = app.database.kysely.selectFrom('audit').select(({ fn }) => fn.countAll<string>().as('n'));
    return Number((await counted.executeTakeFirstOrThrow()).n);
  };
  const withoutAddress = () =>
    app.database.kysely
      .selectFrom('audit')
      .select(['id', 'resource', 'action'])
      .where('address', 'is', null)
      .orderBy('id')
      .execute();
  const atFirst = await withoutAddress();
  for (const route of routes.filter(({ method }) => method !== 'GET')) {
    const person = await somebody();
    const call = await exampleCallOf(app, demo, route, person);
    const before = await logged();
    const answer = await person.call(route.method, call);
    expect([route.url, answer.status]).toEqual([route.url, route.ok]);
    const left = (await logged()) - before;
    if (left !== 1) found[`${route.method} ${route.url}`] = left;
  }
  expect(found).toEqual(OTHERWISE);
  const kinds = await app.database.kysely.selectFrom('audit').select('resource').distinct().execute();
  const sections = (await app.database.kysely.selectFrom('definitions').select('name').execute()).map(
    ({ name }) => name,
  );
  const known = new Set([...AUDIT_KINDS, ...builtInDefinitions().map(({ resource }) => resource.name), ...sections]);
  expect(kinds.map(({ resource }) => resource).filter((kind) => !known.has(kind))).toEqual([]);
  expect(await withoutAddress()).toEqual(atFirst);
});

describe.each(named(routes.filter(({ method }) => method !== 'GET' && method !== 'DELETE')))('%s', (_name, route) => {
  let kept: { person: Person; call: ExampleCall } | null = null;
  /** A refused call leaves everything as it was, for the next body too; a call without a body of its own changes something. */
  const ready = async () => {
    if (kept?.call.body !== undefined) return kept;
    const person = await somebody();
    kept = { person, call: await exampleCallOf(app, demo, route, person) };
    return kept;
  };

  test.each(some(Object.keys(RAW), routes.indexOf(route)))(
    'API-21: %s as its body gets the status of its kind, and nothing is stored',
    async (what) => {
      const { person, call } = await ready();
      const before = await rows();
      const response = await app.app.inject({
        method: route.method,
        url: call.url,
        headers: { 'content-type': 'application/json', authorization: `Token ${person.token}` },
        payload: RAW[what] ?? '',
      });
      expect(response.statusCode).toBe(refusalOf(route, call, what));
      if (response.statusCode < 300) return;
      expect(response.payload).toMatch(/[а-яё]/i);
      expect(await rows()).toEqual(before);
    },
  );

  test('API-21: a wrong value in any of its keys is understood, or refused and nothing is stored, never a 500', async () => {
    const person = await somebody();
    const { url, body } = await exampleCallOf(app, demo, route, person);
    if (typeof body !== 'object' || body === null) return;
    let before = await rows();
    for (const [place, key] of Object.keys(body).entries()) {
      for (const wrong of some(WRONG, place)) {
        const answer = await person.call(route.method, { url, body: { ...body, [key]: wrong } });
        expect({ key, wrong, status: answer.status }).toEqual({ key, wrong, status: expect.any(Number) });
        expect(answer.status).toBeLessThan(500);
        const after = await rows();
        if (answer.status >= 300) expect({ key, wrong, after }).toEqual({ key, wrong, after: before });
        before = after;
      }
    }
  });
});

/** Texts in place of an id, each with what it is. */
const IDS: Readonly<Record<string, string>> = {
  'a word': 'text',
  'a negative number': '-1',
  zero: '0',
  'a fraction': '1.5',
  'one more than fits': '2147483648',
  'twenty digits': '99999999999999999999',
  'a NUL': '1%00',
  'half a letter': '%F0%9F',
  'a way up': '..%2f..%2fetc',
  'a bit of SQL': '1;drop',
  'three thousand letters': 'x'.repeat(3000),
};
/** A text that cannot be an address is refused before a route is looked for. */
const NO_ADDRESS: ReadonlySet<string> = new Set(['half a letter', 'three thousand letters']);
/** Ids that are names, where NUL is a text that nobody keeps. */
const NAMES: ReadonlySet<string> = new Set(['/api/records/:resource/references/:field/', '/v0/file/s/:name']);

function noSuch({ url }: DeclaredRoute, what: string): number {
  if (NO_ADDRESS.has(what) || (what === 'a NUL' && NAMES.has(url))) return 400;
  // An upload of the chat is given out only with a key.
  return url === '/v0/file/s/:name' ? 403 : 404;
}

const inSection = (url: string) => url.replace(':resource', 'passes');
const withId = routes.filter(({ url }) => /:\w+/.test(inSection(url)));
describe.each(named(withId))('%s', (_name, route) => {
  let person: Person;
  beforeAll(async () => {
    person = await somebody();
  });
  const bare = route.method === 'GET' || route.method === 'DELETE';

  test.each(some(Object.keys(IDS), routes.indexOf(route)))(
    'API-21: %s in place of an id is not found, and is refused where it is no address',
    async (what) => {
      const url = inSection(route.url).replaceAll(/:\w+/g, IDS[what] ?? '');
      const answer = await person.call(route.method, { url, ...(bare ? {} : { body: {} }) });
      expect(answer.status).toBe(noSuch(route, what));
    },
  );
});

const ofSections = routes.filter(({ url }) => url.includes(':resource'));
test.each(named(ofSections))('API-21: there is no section of a wrong name: %s', async (_name, route) => {
  const person = await somebody();
  for (const [what, id] of Object.entries(IDS)) {
    const url = route.url.replace(':resource', id).replaceAll(/:\w+/g, '1');
    const bare = route.method === 'GET' || route.method === 'DELETE';
    const { status } = await person.call(route.method, { url, ...(bare ? {} : { body: {} }) });
    expect([what, status]).toEqual([what, NO_ADDRESS.has(what) ? 400 : 404]);
  }
});

const QUERIES: readonly string[] = [
  'buildings_id=a',
  'buildings_id=-1',
  'buildings_id=99999999999999',
  'buildings_id=1&buildings_id=x',
  'page=0',
  'page=-1',
  'page=99999999999999999999',
  'page_size=1e9',
  'page_size=0',
  'filter=%7B',
  'sort=%5B1',
  'range=x',
  'date=999999',
  'x%00=%00',
  '%E0%A4%A',
  '__proto__[x]=1',
  'buildings_id[]=1',
  `q=${'x'.repeat(8000)}`,
];
describe.each(named(routes.filter(({ method }) => method === 'GET')))('%s', (_name, route) => {
  test('API-21: with a query of any kind is refused or understood, never a 500', async () => {
    const person = await somebody();
    const { url } = await exampleCallOf(app, demo, route, person);
    for (const query of some(QUERIES, routes.indexOf(route))) {
      const { status } = await person.call('GET', `${url}${url.includes('?') ? '&' : '?'}${query}`);
      expect([query.slice(0, 40), status < 500]).toEqual([query.slice(0, 40), true]);
    }
  });
});

describe('a body or query of too many values', () => {
  const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;
  const BODIES: Readonly<Record<string, [source: string, items: number, excess: string | null]>> = {
    'as many values as may be': [`[${Array(9).fill('"a,[{"').join()}]`, 9, null],
    'one more': [`[${Array(10).fill('1').join()}]`, 9, 'many'],
    'keys count too': [JSON.stringify(Object.fromEntries(Array.from({ length: 6 }, (_, at) => [at, 1]))), 11, 'many'],
    'as deep as may be': [nested(BODY.depth), 100, null],
    'one deeper': [nested(BODY.depth + 1), 100, 'deep'],
    'brackets in texts': [JSON.stringify(['[{'.repeat(1_000), '\\"[['.repeat(1_000), '\\']), 10, null],
    'a quote that nobody closes': [`["${'\\"'.repeat(1_000)}${','.repeat(100_000)}`, 10, null],
  };
  test.each(Object.keys(BODIES))('API-21: is told from a sound one: %s', (what) => {
    const [source, items, excess] = BODIES[what] ?? ['', 0, 'missing'];
    expect(findExcess(source, items)).toBe(excess);
  });

  test('API-21: is refused with a sentence of its own before it is looked at', async () => {
    const { token } = await somebody();
    const headers = { 'content-type': 'application/json', authorization: `Token ${token}` };
    const send = async (payload: string) => {
      const answer = await app.app.inject({ method: 'POST', url: '/api/crm/news/', headers, payload });
      return [answer.statusCode, answer.json().code];
    };
    expect(
      await send(
        `[${Array(BODY.items + 1)
          .fill(1)
          .join()}]`,
      ),
    ).toEqual([400, 'too_many_values']);
    expect(await send(nested(BODY.depth + 1))).toEqual([400, 'too_deep']);
    const query = Array(QUERY.parameters + 1)
      .fill('a=1')
      .join('&');
    const answer = await app.call('GET', `/api/crm/news/?${query}`, token);
    expect([answer.status, answer.body.code]).toEqual([400, 'too_many_parameters']);
  });
});

test('API-21: methods nobody serves are refused', async () => {
  for (const method of ['PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD'] as const) {
    const answer = await app.call(method, '/api/auth');
    expect([method, answer.status]).toEqual([method, 404]);
  }
});
