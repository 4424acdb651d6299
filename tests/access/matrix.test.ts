// Runs first: it asks every call as everybody, a minute and more.
import { fastify } from 'fastify';
import { describeRoutes } from '#server/http/documentation.ts';
import { type DeclaredRoute, listRoutes, refuseUndeclared, route } from '#server/http/route.ts';
import { GATHER_MS } from '#server/jobs/start-jobs.ts';
import { neverByItself, sinceReadingDay, withIntervals, withoutIntervals } from '#tests/support/server/clock.ts';
import { readDemoCompany } from '#tests/support/server/demo-company.ts';
import { COUNTS, READS } from '#tests/support/server/entrance-calls.ts';
import { TOUCHES } from '#tests/support/server/entrance-touches.ts';
import { type Entrance, fillEntrance } from '#tests/support/server/entrances.ts';
import {
  ACTORS,
  type Actor,
  attempt,
  attemptAsEach,
  attemptByAnother,
  expected,
  openAs,
  seenFrom,
} from '#tests/support/server/matrix.ts';
import { listen } from '#tests/support/server/sockets.ts';
import { openTestApp } from '#tests/support/server/test-app.ts';

// Nobody delivers what webhooks of the examples are sent.
withoutIntervals();
neverByItself(GATHER_MS);
// The table is the app's own, so it is opened before the tests are named.
const app = await openTestApp({ now: sinceReadingDay });
const demo = await readDemoCompany(app);
afterAll(async () => {
  withIntervals();
  await app.close();
});

const host = await listen(app);
/** Routes that are not tied to buildings, each looked at by somebody: a new one is added here with the reason. */
const ANYWHERE = [
  // Of the caller themselves: their account, session, picture, devices, notifications and chat.
  'DELETE /api/crm/avatar/delete_current/',
  'GET /api/authorized/notifications/',
  'GET /api/authorized/personal-data/',
  'GET /api/authorized/personal-data/:id/',
  'GET /api/authorized/second-factor/',
  'GET /api/authorized/sessions/',
  'GET /api/crm/chat-messages/',
  'GET /api/crm/chat-messages/last/',
  'GET /api/crm/permissions/',
  'GET /api/crm/profile/current/',
  'GET /ws/notifications',
  'POST /api/authorized/attachments/',
  'POST /api/authorized/chat-pass/',
  'POST /api/authorized/confirm_password/',
  'POST /api/authorized/devices/',
  'POST /api/authorized/exports/readings/',
  'POST /api/authorized/exports/records/:resource/',
  'POST /api/authorized/exports/residents/',
  'POST /api/authorized/exports/tasks/',
  'POST /api/authorized/notifications/read/',
  'POST /api/authorized/personal-data/:id/erase/',
  'POST /api/authorized/personal-data/:id/export/',
  'POST /api/authorized/forgot_pass/confirm_reset_password/',
  'POST /api/authorized/forgot_pass/send_confirm_code/',
  'POST /api/authorized/second-factor/passkeys/',
  'POST /api/authorized/second-factor/passkeys/confirm/',
  'POST /api/authorized/second-factor/recovery-codes/',
  'POST /api/authorized/second-factor/remove/',
  'POST /api/authorized/second-factor/totp/',
  'POST /api/authorized/second-factor/totp/confirm/',
  'POST /api/authorized/sign_out/',
  'POST /api/authorized/socket-tickets/',
  'GET /api/authorized/views/',
  'POST /api/authorized/views/',
  'POST /api/crm/avatar/',
  'POST /api/crm/employee/view/end/',
  'POST /api/crm/profile/set_password/',
  // Of the company: its answers, services, profile and staff, whom the level on employees shows whole.
  'DELETE /api/crm/answers/:id/',
  'DELETE /api/crm/employee/:id/',
  'GET /api/crm/answers/',
  'GET /api/crm/employee/',
  'GET /api/crm/employee/:id/',
  'GET /api/crm/employee/:id/history/',
  'GET /api/crm/scenarios/companies/',
  'GET /api/crm/services/',
  'GET /api/crm/residents/invitation/',
  'GET /api/crm/settings/company-profile/',
  'PATCH /api/crm/answers/:id/',
  'POST /api/crm/answers/',
  'POST /api/crm/employee/',
  'POST /api/crm/employee/:id/invite/',
  'POST /api/crm/employee/:id/link/',
  'POST /api/crm/employee/:id/restore/',
  'POST /api/crm/employee/:id/suspend/',
  'POST /api/crm/employee/:id/view/',
  // Buildings that are made, or were closed and are nobody's, for administrators.
  'GET /api/crm/settings/building/closed/',
  'POST /api/crm/settings/building/',
  'POST /api/crm/settings/building/import/',
  'POST /api/crm/settings/building/units/import/',
  'POST /api/crm/settings/building/:id/reopen/',
  // Actions of all people, for administrators.
  'GET /api/authorized/journal/',
  'GET /api/authorized/status/',
  'GET /api/authorized/first-steps/',
  'PUT /api/authorized/first-steps/',
  'GET /api/authorized/second-factor-policy/',
  'POST /api/crm/employee/:id/second-factor/reset/',
  'PUT /api/authorized/second-factor-policy/',
  'POST /api/authorized/exports/journal/',
  // Lists of the company, for administrators.
  ...['services', 'complexes', 'organisations', 'answers', 'webhooks'].flatMap((name) => [
    `GET /api/crm/directories/${name}/`,
    `GET /api/crm/directories/${name}/:id/`,
    `POST /api/crm/directories/${name}/`,
    `PUT /api/crm/directories/${name}/:id/`,
    `DELETE /api/crm/directories/${name}/:id/`,
    `POST /api/crm/directories/${name}/:id/restore/`,
  ]),
  // Webhooks of the company, for administrators.
  ...['secret', 'ping', 'deliveries/:delivery/resend'].map((what) => `POST /api/crm/directories/webhooks/:id/${what}/`),
  'GET /api/crm/directories/webhooks/:id/deliveries/',
  // Definitions of the installation.
  'GET /resources/definitions/',
  'POST /resources/definitions/apply/',
  'POST /resources/definitions/check/',
  // Their files, for administrators.
  'GET /resources/definitions/examples/',
  'GET /resources/definitions/files/',
  'GET /resources/definitions/files/:file/',
  'PUT /resources/definitions/files/:file/',
  'DELETE /resources/definitions/files/:file/',
  'GET /resources/definitions/files/:file/versions/',
  'GET /resources/definitions/files/:file/versions/:version/',
  // The call is for everybody with the level; what is answered is narrowed by the buildings of each record.
  'GET /api/records/:resource/references/:field/',
  'GET /ws/complaints',
].sort();

/** Routes whose answers are of whole buildings, open through any of their entrances; a new one is added here with the reason. */
const OF_BUILDINGS = [
  // Tied to buildings by their links; who holds a building in part sees them (CAM-08).
  'GET /api/crm/booklets/',
  'GET /api/crm/booklets/:id/',
  'GET /api/crm/cameras/',
  'GET /api/crm/cameras/:id/',
  'PUT /api/crm/cameras/:id/',
  // Stories as administrators make them, by the same links.
  'GET /api/crm/directories/stories/',
  'GET /api/crm/directories/stories/:id/',
  'POST /api/crm/directories/stories/:id/restore/',
  'PUT /api/crm/directories/stories/:id/',
  // Staff of a building, whom the level on employees shows whole, and who of them may take its requests.
  'GET /api/crm/buildings/:id/access/',
  'GET /api/crm/performers/',
  // Settings of whole buildings; their entrances the read of one tells, which the table asks.
  'GET /api/crm/scenarios/reading-list-data/',
  'GET /api/crm/settings/building/',
  // Numbers, notes and hand-overs of buildings, and whose chats wait: tests/server/sections/shift/shift.test.ts asks them.
  'GET /api/crm/shift/',
  'GET /api/crm/shift/waiting/',
  'POST /api/crm/shift/handovers/',
  'POST /api/crm/shift/handovers/:id/accept/',
  'POST /api/crm/shift/notes/',
  // Requests made of the messages of a chat: tests/server/sections/complaints/complaint-request.test.ts asks them.
  'GET /api/crm/tasks/by-message/',
  // Records belong to buildings; what is shown of them the table asks by their reads.
  'DELETE /api/records/:resource/:id',
  'GET /api/records/:resource/deletion/',
  'GET /api/records/:resource/:id/comments/',
  'DELETE /api/records/:resource/:id/comments/:comment/',
  'POST /api/records/:resource/:id/comments/',
  'POST /api/records/:resource/:id/move/',
  'POST /api/records/:resource/:id/move/undo/',
  'POST /api/records/:resource/:id/order/',
  'POST /api/records/:resource/:id/order/undo/',
  'POST /api/records/:resource/:id/restore/',
  'POST /api/records/:resource/bulk/',
  'POST /api/records/:resource/import/',
  'PUT /api/records/:resource/:id',
  'PUT /api/records/:resource/:id/following/',
].sort();

const routes = listRoutes(app.app);
const asked = routes.filter(({ example }) => example !== null);
const named = (list: typeof routes) => list.map((item) => [`${item.method} ${item.url}`, item] as const);

/** Whether the call of an actor changes nothing, so that one prepared call serves all of them. */
const changesNothing = (declared: DeclaredRoute, actor: Actor): boolean =>
  declared.method === 'GET' || expected(declared, actor) >= 400;

const cyrillic = (status: number) =>
  status >= 400 && status !== 426 ? expect.stringMatching(/[а-яё]/i) : expect.any(String);

/** Actor, status and text of an answer, as the declaration has it. */
const expectedAnswer = (declared: DeclaredRoute, actor: Actor) => {
  const status = expected(declared, actor);
  return [actor, status, cyrillic(status)];
};

describe.each(named(asked))('%s', (_name, declared) => {
  const others = ACTORS.filter((actor) => actor !== 'write');
  // The person who has every right comes last: their call may change what the others would have asked for.
  const together: Actor[] = [...others.filter((actor) => changesNothing(declared, actor)), 'write'];
  test(`PERM-04, PERM-25: follows rights that are taken away and given back at once: ${together.join(', ')}`, async () => {
    const answers = await attemptAsEach(app, demo, declared, together);
    expect(answers.map(({ status, text }, at) => [together[at], status, text])).toEqual(
      together.map((actor) => expectedAnswer(declared, actor)),
    );
  });

  const apart = others.filter((actor) => !together.includes(actor));
  if (apart.length > 0)
    test.each(apart)('PERM-25: %s gets what the declaration says', async (actor) => {
      const { status, text } = await attempt(app, demo, declared, actor);
      expect([actor, status, text]).toEqual(expectedAnswer(declared, actor));
    });
});

const sockets = asked.filter(({ socket }) => socket);
describe.each(named(sockets))('%s', (_name, declared) => {
  test.each(ACTORS)('PERM-25: a socket is opened for %s, or refused, as the declaration says', async (actor) => {
    const status = expected(declared, actor);
    expect(await openAs(app, demo, host, declared, actor)).toBe(status === declared.ok ? 101 : status);
  });
});

/** Answers that hold no records of their own; who is counted or found there the tests of their sections ask. */
const NO_RECORDS: ReadonlySet<string> = new Set([
  '/api/crm/tasks/count/',
  '/api/crm/tasks/by-message/',
  '/api/crm/shift/',
  '/api/crm/shift/waiting/',
  '/api/crm/chat-contacts/',
  '/api/crm/scenarios/reading-list-data/',
  '/api/records/:resource/totals/',
  '/api/records/:resource/groups/',
  '/api/records/:resource/deletion/',
]);
const lists = asked.filter(
  ({ access, ok, method, url }) =>
    method === 'GET' && 'outside' in access && access.outside.building === ok && !NO_RECORDS.has(url),
);
describe.each(named(lists))('%s', (_name, declared) => {
  test('PERM-25: nothing of home is in the list of who holds another building', async () => {
    const make = asked.find(({ method, url }) => method === 'POST' && url === declared.url);
    if (make) expect((await attempt(app, demo, make, 'write')).status).toBe(make.ok);
    const home = [...(await seenFrom(app, demo, declared, demo.home.porch))];
    expect(home).not.toEqual([]);
    const away = await seenFrom(app, demo, declared, demo.away.porch);
    expect(home.filter((id) => away.has(id))).toEqual([]);
  });
});

describe('one entrance of a house and another', () => {
  let entrance: Entrance;
  beforeAll(async () => {
    entrance = await fillEntrance(app, demo);
  });

  test.each(READS)(
    'PERM-25: %s (%s) tells of its entrance and not of the one beside it',
    async (_route, _what, asks, finds) => {
      const beside = await asks(entrance, entrance.neighbour);
      expect(beside.status === 404 ? [] : finds(beside, entrance)).toEqual([]);
      const own = await asks(entrance, entrance.own);
      expect([own.status, finds(own, entrance)]).not.toEqual([own.status, []]);
    },
  );

  test.each(COUNTS)('PERM-25: %s counts the entrance alone', async (_route, tells, lists) => {
    for (const by of [entrance.own, entrance.neighbour]) {
      const told = await tells(entrance, by);
      expect([told > 0, told]).toEqual([true, await lists(entrance, by, app)]);
    }
  });

  test.each(TOUCHES)('PERM-25: %s (%s) is for who holds the entrance', async (_route, _what, asks, own, neighbour) => {
    const beside = await asks(entrance, entrance.neighbour);
    expect([beside.status, beside.text]).toEqual([neighbour, expect.stringMatching(/[а-яё]/i)]);
    const answer = await asks(entrance, entrance.own);
    expect([answer.status, answer.status === own ? '' : answer.text]).toEqual([own, '']);
  });

  test('PERM-25: is asked of every route that lets another entrance in, but those of whole houses', () => {
    const tabled = new Set([...READS, ...COUNTS, ...TOUCHES].map(([route]) => route));
    const open = asked.filter(({ access, ok }) => 'outside' in access && access.outside.entrance === ok);
    const left = open.map(({ method, url }) => `${method} ${url}`).filter((name) => !tabled.has(name));
    expect(left.sort()).toEqual(OF_BUILDINGS);
  });
});

const own = asked.filter(({ access }) => 'scope' in access && access.scope === 'own');
describe.each(named(own))('%s', (_name, declared) => {
  test('PERM-25: somebody else who holds everything does not find it', async () => {
    expect((await attemptByAnother(app, demo, declared)).status).toBe(404);
  });
});

describe('the table of routes', () => {
  test('PERM-25: what asks for a section and not for buildings was looked at, and is no other than this', () => {
    const anywhere = asked.filter(({ access }) => 'scope' in access && access.scope === 'none');
    expect(anywhere.map(({ method, url }) => `${method} ${url}`).sort()).toEqual(ANYWHERE);
  });

  test('PERM-25: holds every route that the app answers', () => {
    const known = routes.map(({ method, url }) => `${method} ${url}`).sort();
    expect(known).toEqual([...app.app.held].sort());
    for (const { method, url } of routes) expect([url, app.app.hasRoute({ method, url })]).toEqual([url, true]);
    expect(known).toEqual(expect.arrayContaining(['POST /api/auth', 'PUT /api/crm/cameras/:id/']));
  });

  test('what has no example is open to anybody and the same to everybody', () => {
    for (const { example, access } of routes) if (!example) expect(access.kind).toBe('public');
  });

  test('API-05: every path ends with a slash, but sign-in, files, sockets and what is ours alone', () => {
    const bare = asked.filter(({ url }) => !url.endsWith('/')).map(({ url }) => url);
    for (const url of bare)
      expect(url).toMatch(
        /^\/(api\/(auth|version|records\/.*|files\/.*|openapi\.json)|ws\/.*|resources\/schema\.json|health(\/\w+)?|metrics|dev\/.*|v0\/.*|demo\/.*)$/,
      );
  });
});

describe('closed by default', () => {
  /** An app with nothing in it but the rule. */
  async function bareApp() {
    const bare = fastify();
    refuseUndeclared(bare);
    await describeRoutes(bare, 'x');
    return bare;
  }

  test('a route without a declared access stops the start and is named', async () => {
    const bare = await bareApp();
    bare.get('/api/forgotten/', async () => ({ secret: true }));
    await expect(bare.ready()).rejects.toThrow(/GET \/api\/forgotten\//);
  });

  test('one with an access that was registered past `route` stops it too: the matrix would not ask it', async () => {
    const bare = await bareApp();
    bare.get('/api/aside/', { config: { access: { kind: 'public' } } }, async () => ({}));
    await expect(bare.ready()).rejects.toThrow(/past route\(\): GET \/api\/aside\//);
  });

  test('so does one that is declared and not there', async () => {
    const bare = await bareApp();
    bare.declared.push({
      method: 'GET',
      url: '/api/gone/',
      summary: 'нет',
      access: { kind: 'public' },
      ok: 200,
      example: null,
      socket: false,
    });
    await expect(bare.ready()).rejects.toThrow(/not registered: GET \/api\/gone\//);
  });

  test('a declared one does not', async () => {
    const bare = await bareApp();
    route(bare, {
      method: 'GET',
      url: '/api/open/',
      summary: 'открыто',
      access: { kind: 'public' },
      example: () => ({ url: '/api/open/' }),
      handle: ({ reply }) => reply.send({}),
    });
    await bare.ready();
    expect(listRoutes(bare)).toHaveLength(1);
    await bare.close();
  });
});
