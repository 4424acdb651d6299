// Runs on PostgreSQL too: locks.
import { SECTIONS } from '#resources/language/access.ts';
import { CLOSE } from '#resources/protocol/live.ts';
import { listRoutes } from '#server/http/route.ts';
import { RESTORABLE_FOR } from '#server/records/kit/undo.ts';
import { purgeEmployees } from '#server/sections/employees/change-queries.ts';
import { neverByItself } from '#tests/support/server/clock.ts';
import { readDemoCompany } from '#tests/support/server/demo-company.ts';
import { newPerson, type Person } from '#tests/support/server/people.ts';
import { listen, openSocket } from '#tests/support/server/sockets.ts';
import { openTestApp, PASSWORD } from '#tests/support/server/test-app.ts';

let clock = Date.now();
neverByItself(RESTORABLE_FOR);
const app = await openTestApp({ now: () => new Date(clock) });
const demo = await readDemoCompany(app);
const host = await listen(app);
afterAll(() => app.close());

const URL = '/api/crm/employee/';
const urlOf = ({ id }: { id: number }) => `${URL}${id}/`;
const chief = await newPerson(app);
const ALL = Object.fromEntries(SECTIONS.map((section) => [section, 'write'] as const));

async function payloadOf(person: Person, over: object = {}) {
  const row = await app.database.kysely
    .selectFrom('users')
    .where('id', '=', person.id)
    .select(['company_id', 'phone', 'first_name', 'last_name'])
    .executeTakeFirstOrThrow();
  const { company_id: company, phone: phone_number, ...name } = row;
  return { ...name, gender: 'male', position: 'Инженер', company, phone_number, ...over };
}

describe('blocking', () => {
  test('EMP-14 ends every session at once, keeps him out, and lets him in again', async () => {
    const person = await newPerson(app);
    const socket = await openSocket(host, `/ws/notifications?token=${person.token}`);
    await socket.next(({ type }) => type === 'welcome');
    const done = await chief.post(`${urlOf(person)}suspend/`, { flag: true });
    expect([done.status, done.body.params]).toEqual([
      200,
      { user: person.id, status: 'suspended', version: (await chief.get(urlOf(person))).body.version },
    ]);
    const closed = await socket.closed;
    expect([CLOSE.signedOut, CLOSE.accessChanged]).toContain(closed.code);
    expect((await person.get('/api/crm/permissions/')).status).toBe(401);
    const signIn = () => app.call('POST', { url: '/api/auth', body: { username: person.phone, password: PASSWORD } });
    expect((await signIn()).status).toBe(403);
    const again = await chief.post(`${urlOf(person)}suspend/`, { flag: true });
    expect(again.body.params).toMatchObject({ status: 'suspended' });
    const free = await chief.post(`${urlOf(person)}suspend/`, { flag: false });
    expect(free.body.params).toMatchObject({ status: 'active' });
    expect((await signIn()).status).toBe(200);
    expect((await chief.post(`${urlOf(person)}suspend/`, {})).status).toBe(400);
  });

  test('PERM-23 an administrator or superuser is neither blocked, let in nor deleted by who is none', async () => {
    const manager = await newPerson(app, { role: 'employee', levels: 'write' });
    for (const role of ['admin', 'superuser'] as const) {
      const person = await newPerson(app, { role });
      const leader = await newPerson(app, { role: role === 'admin' ? 'superuser' : 'admin' });
      const answers = [
        await manager.post(`${urlOf(person)}suspend/`, { flag: true }),
        await manager.remove(urlOf(person)),
      ];
      expect((await leader.post(`${urlOf(person)}suspend/`, { flag: true })).status).toBe(200);
      answers.push(await manager.post(`${urlOf(person)}suspend/`, { flag: false }));
      for (const { status, body } of answers) {
        expect([status, body.code, body.detail]).toEqual([
          403,
          'status_beyond_rights',
          expect.stringContaining('прав у него больше, чем у вас'),
        ]);
      }
      expect((await leader.get(urlOf(person))).body.status).toBe('suspended');
      expect((await leader.remove(urlOf(person))).status).toBe(200);
      expect(await manager.post(`${urlOf(person)}restore/`)).toMatchObject({
        status: 403,
        body: { code: 'status_beyond_rights' },
      });
      expect((await leader.get(urlOf(person))).status).toBe(404);
    }
    const other = await newPerson(app, { role: 'employee', levels: 'write' });
    expect((await manager.post(`${urlOf(other)}suspend/`, { flag: true })).status).toBe(200);
    expect((await manager.remove(urlOf(other))).status).toBe(200);
  });

  test('PERM-23 the right to change employees is enough for a colleague with more rights, and for one with fewer', async () => {
    const manager = await newPerson(app, { levels: { employees: 'write' }, porches: [] });
    const rich = { role: 'employee', levels: 'write', porches: [demo.home.porch] } as const;
    for (const [actor, person] of [
      [manager, await newPerson(app, rich)],
      [await newPerson(app, rich), await newPerson(app, { levels: { employees: 'write' }, porches: [] })],
    ] as const) {
      const url = urlOf(person);
      const answers = [
        await actor.put(url, await payloadOf(person, { position: 'Мастер' })),
        await actor.post(`${url}suspend/`, { flag: true }),
        await actor.post(`${url}suspend/`, { flag: false }),
        await actor.remove(url),
        await actor.post(`${url}restore/`),
      ];
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
      expect((await chief.get(url)).body).toMatchObject({ position: 'Мастер', status: 'active' });
    }
  });

  test('PERM-23 with the right to see employees alone nobody is changed, whatever else one may', async () => {
    const actor = await newPerson(app, { levels: { ...ALL, employees: 'read' } });
    const person = await newPerson(app, { levels: 'denied' });
    const url = urlOf(person);
    const answers = [
      await actor.put(url, await payloadOf(person)),
      await actor.post(`${url}suspend/`, { flag: true }),
      await actor.remove(url),
    ];
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403]);
    expect((await chief.get(url)).body).toMatchObject({ status: 'active' });
  });

  test('EMP-13 who never set a password is invited again, not active, when he is let in', async () => {
    const person = await newPerson(app);
    await app.database.kysely
      .updateTable('users')
      .set({ status: 'created', password_hash: null })
      .where('id', '=', person.id)
      .execute();
    await chief.post(`${urlOf(person)}suspend/`, { flag: true });
    const free = await chief.post(`${urlOf(person)}suspend/`, { flag: false });
    expect(free.body.params).toMatchObject({ status: 'created' });
  });
});

describe('deleting', () => {
  test('EMP-15 ends everything, frees the phone, and can be taken back for ten seconds with all rights', async () => {
    const person = await newPerson(app, { levels: { tasks: 'performer' }, porches: [demo.home.porch] });
    const gone = await chief.remove(urlOf(person));
    expect([gone.status, gone.body]).toEqual([200, { params: { user: person.id, status: 'deleted' } }]);
    expect((await chief.get(urlOf(person))).status).toBe(404);
    expect((await person.get('/api/crm/permissions/')).status).toBe(401);
    expect((await chief.remove(urlOf(person))).status).toBe(404);
    const back = await chief.post(`${urlOf(person)}restore/`);
    expect(back.body.params).toEqual({ user: person.id, status: 'active' });
    const one = (await chief.get(urlOf(person))).body;
    expect(one).toMatchObject({ phone_number: person.phone, sections: { tasks: 'performer' }, objects_count: 1 });
    // The sessions of before stay ended.
    expect((await person.get('/api/crm/permissions/')).status).toBe(401);
  });

  test('later it cannot be taken back, and the rights are gone for good', async () => {
    const person = await newPerson(app, { porches: [demo.home.porch] });
    await chief.remove(urlOf(person));
    clock += 13_000;
    expect((await chief.post(`${urlOf(person)}restore/`)).status).toBe(404);
    expect(await purgeEmployees(app.database.kysely, new Date(clock))).toBeGreaterThan(0);
    const left = await app.database.kysely
      .selectFrom('user_porches')
      .where('user_id', '=', person.id)
      .select('porch_id')
      .execute();
    expect(left).toEqual([]);
    const levels = await app.database.kysely
      .selectFrom('levels')
      .where('user_id', '=', person.id)
      .selectAll()
      .execute();
    expect(levels).toEqual([]);
  });

  test('somebody who got the phone meanwhile keeps it', async () => {
    const [person, other] = [await newPerson(app), await newPerson(app)];
    await chief.remove(urlOf(person));
    const taken = await chief.put(urlOf(other), await payloadOf(other, { phone_number: person.phone }));
    expect(taken.status).toBe(200);
    const refused = await chief.post(`${urlOf(person)}restore/`);
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('уже занял другой человек')]);
    expect((await chief.get(urlOf(person))).status).toBe(404);
  });
});

describe('at once', () => {
  test('PERM-04 every change of rights reaches the open socket by itself, once, and the next call sees it', async () => {
    const person = await newPerson(app, { levels: { news: 'read', cameras: 'denied' } });
    const changes: [object, object][] = [
      [{ sections: { cameras: 'read' } }, { cameras: 'read' }],
      [{ sections: { cameras: 'write', tasks: 'read' } }, { cameras: 'write', tasks: 'read' }],
      [
        { sections: { cameras: 'read', tasks: 'performer' }, services: [1] },
        { cameras: 'read', tasks: 'performer' },
      ],
      // Other services are other requests to see.
      [{ services: [1, 2] }, { tasks: 'performer' }],
      [{ sections: { cameras: 'denied', tasks: 'denied' } }, { cameras: 'denied', tasks: 'denied' }],
    ];
    for (const [change, wanted] of changes) {
      const socket = await openSocket(host, `/ws/notifications?token=${person.token}`);
      await socket.next(({ type }) => type === 'welcome');
      const heard = socket.messages.length;
      const done = await chief.put(urlOf(person), await payloadOf(person, change));
      expect(done.status).toBe(200);
      // How long it takes is measured by the bench (`tests/bench/rights.ts`); here nothing is asked for and nothing repeated.
      expect((await socket.closed).code).toBe(CLOSE.accessChanged);
      expect(socket.messages.slice(heard)).toEqual([{ type: 'access-changed' }]);
      expect((await person.get('/api/crm/permissions/')).body.sections).toMatchObject(wanted);
    }
  });
});

describe('two managers', () => {
  test('the second of two who edit one employee is told, and overwrites nothing', async () => {
    const person = await newPerson(app, { levels: { news: 'read' } });
    const second = await newPerson(app);
    const version = (await chief.get(urlOf(person))).body.version;
    const first = await chief.put(urlOf(person), await payloadOf(person, { version, position: 'Мастер' }));
    expect(first.status).toBe(200);
    expect(first.body.params?.version).not.toBe(version);
    const late = await second.put(urlOf(person), await payloadOf(person, { version, position: 'Слесарь' }));
    expect([late.status, late.body.detail]).toEqual([409, expect.stringContaining('изменил кто-то ещё')]);
    expect((await chief.get(urlOf(person))).body.position).toBe('Мастер');
    // A client of the specification names no version.
    expect((await second.put(urlOf(person), await payloadOf(person))).status).toBe(200);
  });
});

/** An entrance as the history names it. */
async function buildingOf({ building, porch }: { building: number; porch: number }) {
  const { kysely: db } = app.database;
  const columns = ['street', 'number'] as const;
  const house = await db.selectFrom('buildings').where('id', '=', building).select(columns).executeTakeFirstOrThrow();
  const door = await db.selectFrom('porches').where('id', '=', porch).select('number').executeTakeFirstOrThrow();
  return { ...house, porches: [door.number] };
}

describe('audit', () => {
  test('EMP-45 the history names the organisation and only what has changed', async () => {
    const person = await newPerson(app, { levels: { news: 'read' }, porches: [demo.home.porch] });
    const companies = await app.database.kysely.selectFrom('companies').select(['id', 'label']).orderBy('id').execute();
    const { company: own, ...same } = await payloadOf(person, { position: 'инженер', porches: [demo.home.porch] });
    const [was, next] = [companies.find(({ id }) => id === own), companies.find(({ id }) => id !== own)];
    const saved = await chief.put(urlOf(person), { ...same, company: next?.id });
    expect(saved.status).toBe(200);
    const { body } = await chief.get(`${urlOf(person)}history/`);
    expect(body.results).toMatchObject([
      { changes: [{ field: 'company_id', before: was?.label, after: next?.label }] },
    ]);
    expect(was?.label).not.toBe(next?.label);
  });

  test('the history says who changed what and when, newest first, page by page', async () => {
    const person = await newPerson(app, { levels: { news: 'read', tasks: 'read' }, porches: [demo.home.porch] });
    await chief.put(
      urlOf(person),
      await payloadOf(person, { position: 'Мастер', sections: { tasks: 'write' }, porches: [demo.away.porch] }),
    );
    await chief.post(`${urlOf(person)}suspend/`, { flag: true });
    const { results, before } = (await chief.get(`${urlOf(person)}history/`)).body as never as {
      results: Record<string, unknown>[];
      before: number | null;
    };
    expect(before).toBeNull();
    expect(results.map(({ action }) => action)).toEqual(['suspend', 'update']);
    expect(results[0]).toMatchObject({
      by: { user: chief.id, name: expect.stringContaining('Иван') },
      at: expect.stringMatching(/^\d{4}-/),
      changes: [{ field: 'status', before: 'active', after: 'suspended' }],
    });
    expect(results[1]?.changes).toEqual(
      expect.arrayContaining([
        { field: 'position', before: 'инженер', after: 'Мастер' },
        { field: 'sections.tasks', before: 'read', after: 'write' },
        { field: 'porches_added', before: '0', after: '1', houses: [await buildingOf(demo.away)] },
        { field: 'porches_removed', before: '1', after: '0', houses: [await buildingOf(demo.home)] },
      ]),
    );
    for (let time = 0; time < 22; time += 1) {
      await chief.post(`${urlOf(person)}suspend/`, { flag: time % 2 === 1 });
    }
    const first = (await chief.get(`${urlOf(person)}history/`)).body as never as { results: object[]; before: number };
    expect(first.results).toHaveLength(20);
    const next = await chief.get(`${urlOf(person)}history/?before=${first.before}`);
    expect((next.body.results as never as object[]).length).toBeGreaterThan(2);
    expect((await chief.get(`${URL}99999/history/`)).status).toBe(404);
  });

  test('a deletion and its taking back are one line each: who and when, no values', async () => {
    const person = await newPerson(app);
    await chief.remove(urlOf(person));
    expect((await chief.post(`${urlOf(person)}restore/`)).status).toBe(200);
    const { results } = (await chief.get(`${urlOf(person)}history/`)).body;
    const by = { user: chief.id, name: expect.stringContaining('Иван') };
    const line = { id: expect.any(Number), at: expect.stringMatching(/^\d{4}-/), by, changes: [] };
    expect(results).toEqual([
      { ...line, action: 'restore' },
      { ...line, action: 'delete' },
    ]);
  });
});

describe('who may see or change what in a building', () => {
  test('lists everybody with an entrance of it, with levels and entrances', async () => {
    const person = await newPerson(app, { levels: { tasks: 'write' }, porches: [demo.home.porch] });
    const answer = await chief.get(`/api/crm/buildings/${demo.home.building}/access/`);
    const people = answer.body.people as never as Record<string, unknown>[];
    expect(people.find(({ user }) => user === person.id)).toMatchObject({
      is_all_porches: false,
      porches: [{ id: demo.home.porch, number: expect.any(Number) }],
      sections: { tasks: 'write', cameras: 'denied' },
    });
    expect(people.find(({ user }) => user === chief.id)).toMatchObject({ is_all_porches: true });
    const away = await newPerson(app, { porches: [demo.away.porch] });
    expect(people.some(({ user }) => user === away.id)).toBe(false);
  });

  test('PERM-24 PERM-25 a manager asks about his own buildings only, and is told of nobody of another', async () => {
    const manager = await newPerson(app, { levels: { employees: 'read' }, porches: [demo.home.porch] });
    const elsewhere = await newPerson(app, { porches: [demo.away.porch] });
    const own = await manager.get(`/api/crm/buildings/${demo.home.building}/access/`);
    const users = (own.body.people as never as { user: number }[]).map(({ user }) => user);
    expect([own.status, users.includes(manager.id), users.includes(elsewhere.id)]).toEqual([200, true, false]);
    expect((await manager.get(`/api/crm/buildings/${demo.away.building}/access/`)).status).toBe(404);
    const none = await newPerson(app, { levels: { buildings: 'write' } });
    expect((await none.get(`/api/crm/buildings/${demo.home.building}/access/`)).status).toBe(403);
  });
});

describe('EMP-47 FEATURE_SERVICES', () => {
  test('EMP-19 EMP-39 off: nobody becomes a performer, services are left alone, and the console is told', async () => {
    const off = await openTestApp({ settings: { featureServices: false } });
    try {
      const manager = await newPerson(off);
      const target = await newPerson(off, { levels: { tasks: 'read' } });
      const company = await off.database.kysely.selectFrom('companies').select('id').executeTakeFirstOrThrow();
      const name = { first_name: 'Иван', last_name: 'Проверкин', gender: 'male', position: 'Инженер' };
      const base = { ...name, company: company.id, phone_number: target.phone };
      const refused = await manager.put(urlOf(target), { ...base, sections: { tasks: 'performer' }, services: [1] });
      expect([refused.status, refused.body.sections]).toEqual([400, ['Исполнители в этой системе не назначаются']]);
      expect((await manager.put(urlOf(target), { ...base, services: [1] })).status).toBe(200);
      expect((await manager.get(urlOf(target))).body.services).toEqual([]);
      expect((await manager.get('/api/crm/permissions/')).body.features).toMatchObject({ services: false });
    } finally {
      await off.close();
    }
    expect((await chief.get('/api/crm/permissions/')).body.features).toMatchObject({ services: true });
  });
});

test('every route of employees is declared with the right it takes', () => {
  const own = listRoutes(app.app).filter(({ url }) => url.startsWith(URL) && !url.endsWith('view/end/'));
  for (const { access, method, url } of own) {
    if (url.endsWith('/second-factor/reset/')) expect(access).toMatchObject({ kind: 'administrator' });
    else expect(access).toMatchObject({ section: 'employees', action: method === 'GET' ? 'see' : 'change' });
  }
  expect(own.length).toBeGreaterThan(8);
});
