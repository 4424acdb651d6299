import type { ExampleCall } from '#server/http/declaration.ts';
import { listRoutes } from '#server/http/route.ts';
import { exampleCallOf } from '#tests/support/server/matrix.ts';
import { newPerson, type Person } from '#tests/support/server/people.ts';
import { openTestApp } from '#tests/support/server/test-app.ts';
import { lookRound } from '#tests/support/server/yard.ts';

// Time stands still: nothing that runs out meanwhile, like the undoing of a deletion, changes a count.
const moment = new Date();
const app = await openTestApp({ now: () => moment });
const yard = await lookRound(app);
afterAll(() => app.close());
/** Somebody who may do everything; one a test, for signing out is a call too. */
const somebody = () => newPerson(app, { role: 'admin' });

const routes = listRoutes(app.app).filter(({ example, socket }) => example && !socket);
const named = (list: typeof routes) => list.map((item) => [`${item.method} ${item.url}`, item] as const);
const TABLES = [
  'users',
  'levels',
  'cameras',
  'camera_buildings',
  'files',
  'records',
  'audit',
  'devices',
  'user_porches',
] as const;

/** How many rows there are of everything that a call could leave behind. */
async function rows(): Promise<number[]> {
  const { kysely: db } = app.database;
  const counts = TABLES.map((table) =>
    db
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<string>().as('n'))
      .as(table),
  );
  const counted = await db.selectNoFrom(counts).executeTakeFirstOrThrow();
  return TABLES.map((table) => Number(counted[table]));
}

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
  'DELETE /api/crm/avatar/delete_current/': 0,
  'POST /api/anonymous/forgot_pass/send_confirm_code/': 0,
  'POST /api/authorized/chat-pass/': 0,
  'POST /api/authorized/forgot_pass/send_confirm_code/': 0,
  'POST /api/crm/employee/view/end/': 0,
  'POST /api/crm/import/convert_residents/': 0,
  'POST /api/crm/news/reach/': 0,
  'POST /api/crm/search/smart_search/': 0,
  'POST /api/records/:resource/import/': 0,
  'POST /resources/definitions/apply/': 0,
  'POST /resources/definitions/check/': 0,
  'POST /v0/file/u/': 0,
};

test('every write leaves one row in the log of who did what, but those that are named', async () => {
  const found: Record<string, number> = {};
  const logged = async () => (await rows())[TABLES.indexOf('audit')] ?? 0;
  for (const route of routes.filter(({ method }) => method !== 'GET')) {
    const person = await somebody();
    const call = await exampleCallOf(app, yard, route, person);
    const before = await logged();
    const answer = await person.call(route.method, call);
    expect([route.url, answer.status]).toEqual([route.url, route.ok]);
    const left = (await logged()) - before;
    if (left !== 1) found[`${route.method} ${route.url}`] = left;
  }
  expect(found).toEqual(OTHERWISE);
}, 120_000);

describe.each(named(routes.filter(({ method }) => method !== 'GET' && method !== 'DELETE')))('%s', (_name, route) => {
  let kept: { person: Person; call: ExampleCall } | null = null;
  /** What is refused leaves everything as it was, for the next body too; a call without a body of its own changes something. */
  const ready = async () => {
    if (kept?.call.body !== undefined) return kept;
    const person = await somebody();
    kept = { person, call: await exampleCallOf(app, yard, route, person) };
    return kept;
  };

  test.each(Object.keys(RAW))('API-21: %s as its body is refused, never a 500, and nothing is stored', async (what) => {
    const { person, call } = await ready();
    const before = await rows();
    const response = await app.app.inject({
      method: route.method,
      url: call.url,
      headers: { 'content-type': 'application/json', authorization: `Token ${person.token}` },
      payload: RAW[what] ?? '',
    });
    if (call.body === undefined && response.statusCode < 300) return;
    expect([400, 403, 413, 415, 429]).toContain(response.statusCode);
    expect(response.payload).toMatch(/[а-яё]/i);
    expect(await rows()).toEqual(before);
  });

  test('API-21: a wrong value in any of its keys is refused or understood, never a 500', async () => {
    const person = await somebody();
    const { url, body } = await exampleCallOf(app, yard, route, person);
    if (typeof body !== 'object' || body === null) return;
    for (const key of Object.keys(body)) {
      for (const wrong of WRONG) {
        const answer = await person.call(route.method, { url, body: { ...body, [key]: wrong } });
        expect({ key, wrong, status: answer.status }).toEqual({ key, wrong, status: expect.any(Number) });
        expect(answer.status).toBeLessThan(500);
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
const withId = routes.filter(({ url }) => /:\w+/.test(url));
describe.each(named(withId))('%s', (_name, route) => {
  let person: Person;
  beforeAll(async () => {
    person = await somebody();
  });

  test.each(Object.keys(IDS))('API-21: %s in place of an id is not found or refused, never a 500', async (what) => {
    const url = route.url.replaceAll(/:\w+/g, IDS[what] ?? '');
    const bare = route.method === 'GET' || route.method === 'DELETE';
    const answer = await person.call(route.method, { url, ...(bare ? {} : { body: {} }) });
    expect([400, 403, 404, 414, 415]).toContain(answer.status);
  });
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
];
describe.each(named(routes.filter(({ method }) => method === 'GET')))('%s', (_name, route) => {
  test('API-21: with a query of any kind is refused or understood, never a 500', async () => {
    const person = await somebody();
    const { url } = await exampleCallOf(app, yard, route, person);
    for (const query of [...QUERIES, `q=${'x'.repeat(8000)}`]) {
      const { status } = await person.call('GET', `${url}${url.includes('?') ? '&' : '?'}${query}`);
      expect([query.slice(0, 40), status < 500]).toEqual([query.slice(0, 40), true]);
    }
  });
});

test('API-21: methods nobody serves are refused', async () => {
  for (const method of ['PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD'] as const) {
    const answer = await app.call(method, '/api/auth');
    expect([400, 404, 405, 415]).toContain(answer.status);
  }
});
