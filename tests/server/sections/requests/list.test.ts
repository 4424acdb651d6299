import { PERFORMERS_PATH, TASKS_PATH, taskCard, taskDetails } from '#resources/protocol/requests/tasks.ts';
import { type DemoCompany, readDemoCompany } from '#tests/support/server/demo-company.ts';
import { setServices } from '#tests/support/server/employee-rights.ts';
import { demoPerson, newPerson, type Person } from '#tests/support/server/people.ts';
import { column, createRequest, details, idsIn, move, taskRow } from '#tests/support/server/requests.ts';
import { openTestApp, type TestApp } from '#tests/support/server/test-app.ts';

let app: TestApp;
let demo: DemoCompany;
let admin: Person;
beforeAll(async () => {
  app = await openTestApp();
  demo = await readDemoCompany(app);
  admin = await demoPerson(app, 1);
});
afterAll(() => app.close());

const countOf = async (query: string, by = admin) =>
  Number((await by.get(`${TASKS_PATH}count/?${query}`)).body.count ?? Number.NaN);
const seconds = (moment: Date) => Math.floor(moment.getTime() / 1000);

describe('counting and listing', () => {
  test('TASK-02: counts a column by stage, buildings, services and date', async () => {
    const stored = await app.database.kysely.selectFrom('tasks').selectAll().execute();
    for (const stage of ['created', 'in_progress', 'done'] as const) {
      const here = stored.filter((row) => row.stage === stage);
      expect(await countOf(`stage=${stage}`)).toBe(here.length);
      const [building, other] = demo.buildings;
      const inBuilding = here.filter((row) => row.building_id === building).length;
      expect(await countOf(`stage=${stage}&buildings_id=${building}`)).toBe(inBuilding);
      const both = here.filter((row) => row.building_id === building || row.building_id === other).length;
      expect(await countOf(`stage=${stage}&buildings_id=${building},${other}`)).toBe(both);
      const ofService = here.filter((row) => row.service_id === 1 || row.service_id === 2).length;
      expect(await countOf(`stage=${stage}&services_id=1,2`)).toBe(ofService);
    }
  });

  test('TASK-05, TASK-06: the date is unix seconds of the creation, and cuts every column', async () => {
    const stored = await app.database.kysely.selectFrom('tasks').selectAll().execute();
    const week = new Date(Date.now() - 7 * 86_400_000);
    const since = new Date(seconds(week) * 1000);
    for (const stage of ['created', 'in_progress', 'done'] as const) {
      const fresh = stored.filter((row) => row.stage === stage && row.created_at >= since).map((row) => row.id);
      expect(fresh.length).toBeGreaterThan(0);
      expect(fresh.length).toBeLessThan(stored.length);
      expect(await countOf(`stage=${stage}&date=${seconds(week)}`)).toBe(fresh.length);
      expect(new Set(await idsIn(admin, stage, `&date=${seconds(week)}`))).toEqual(new Set(fresh));
    }
  });

  test('TASK-02, TASK-06: a board of one performer, of nobody, and of overdue requests alone, with its performers', async () => {
    const { kysely } = app.database;
    const now = Date.now();
    const [late, open] = await kysely.selectFrom('tasks').where('stage', '!=', 'done').selectAll().limit(2).execute();
    const closed = await kysely.selectFrom('tasks').where('stage', '=', 'done').select('id').executeTakeFirstOrThrow();
    const past = new Date(now - 86_400_000);
    await kysely
      .updateTable('tasks')
      .set({ deadline: past })
      .where('id', 'in', [late?.id ?? 0, closed.id])
      .execute();
    await kysely
      .updateTable('tasks')
      .set({ deadline: new Date(now + 86_400_000) })
      .where('id', '=', open?.id ?? 0)
      .execute();
    const stored = await kysely.selectFrom('tasks').selectAll().execute();
    const overdue = stored.filter((row) => row.stage !== 'done' && row.deadline && row.deadline.getTime() <= now);
    expect(overdue.map(({ id }) => id)).toContain(late?.id);
    const people = new Set(stored.flatMap(({ performer_id }) => performer_id ?? []));
    const [one = 0] = people;
    for (const stage of ['created', 'in_progress', 'done'] as const) {
      const ids = (rows: typeof stored) => new Set(rows.filter((row) => row.stage === stage).map(({ id }) => id));
      const own = ids(stored.filter(({ performer_id }) => performer_id === one));
      expect(new Set(await idsIn(admin, stage, `&performer=${one}`))).toEqual(own);
      expect(await countOf(`stage=${stage}&performer=${one}`)).toBe(own.size);
      const nobodys = ids(stored.filter(({ performer_id }) => performer_id === null));
      expect(new Set(await idsIn(admin, stage, '&performer=none'))).toEqual(nobodys);
      expect(new Set(await idsIn(admin, stage, '&overdue=true'))).toEqual(ids(overdue));
    }
    // When the next one of a column comes to them, and of a column where none will nothing.
    const left = async (query: string) => (await admin.get(`${TASKS_PATH}?count=30&${query}`)).headers['x-overdue-in'];
    const wait = Number(await left(`stage=${open?.stage}&overdue=true`));
    expect([wait > 0, wait <= 86_400_000]).toEqual([true, true]);
    expect([await left('stage=done&overdue=true'), await left(`stage=${open?.stage}`)]).toEqual([undefined, undefined]);
    const shown = async (query: string, by = admin) =>
      new Set((await by.get(`${TASKS_PATH}performers/${query}`)).list.map(({ user }) => user));
    expect(await shown('')).toEqual(people);
    const latePeople = new Set(overdue.flatMap(({ performer_id }) => performer_id ?? []));
    expect(await shown('?overdue=true')).toEqual(latePeople);
    // Changes are narrowed alike, and names of requests out of reach are not told.
    const changed = await admin.get(`${TASKS_PATH}changes/?since=0&performer=${one}`);
    const { tasks, reload } = changed.body as unknown as { tasks: { performer: { user: number } }[]; reload: boolean };
    expect(reload || tasks.every(({ performer }) => performer.user === one)).toBe(true);
    const stranger = await newPerson(app, { porches: [demo.away.porch] });
    const seen: (number | null)[] = [];
    for (const stage of ['created', 'in_progress', 'done'] as const) {
      const ids = new Set(await idsIn(stranger, stage));
      seen.push(...stored.filter(({ id }) => ids.has(id)).map(({ performer_id }) => performer_id));
    }
    expect(await shown('', stranger)).toEqual(new Set(seen.filter((id) => id !== null)));
    expect(seen.length).toBeLessThan(stored.length);
  });

  test('TASK-06, TASK-19: requests of who lives in a flat, and how the author is reached by those who may know', async () => {
    const { kysely } = app.database;
    const homes = await kysely
      .selectFrom('tasks')
      .innerJoin('residents_units', 'residents_units.user_id', 'tasks.creator_id')
      .innerJoin('units', (join) =>
        join.onRef('units.id', '=', 'residents_units.unit_id').onRef('units.building_id', '=', 'tasks.building_id'),
      )
      .innerJoin('users', 'users.id', 'tasks.creator_id')
      .where('residents_units.place', '=', 1)
      .where('users.status', '=', 'active')
      .select(['tasks.id', 'tasks.stage', 'units.id as unit', 'units.porch_id', 'users.phone', 'users.chat_id'])
      .execute();
    const [one] = homes;
    if (!one) throw new Error('Nobody who lives somewhere has asked for anything');
    const found: number[] = [];
    for (const stage of ['created', 'in_progress', 'done'] as const)
      found.push(...(await idsIn(admin, stage, `&unit=${one.unit}`)));
    expect(new Set(found)).toEqual(new Set(homes.filter(({ unit }) => unit === one.unit).map(({ id }) => id)));
    const { creator_id: user } = await kysely
      .selectFrom('tasks')
      .where('id', '=', one.id)
      .select('creator_id')
      .executeTakeFirstOrThrow();
    const asked: number[] = [];
    for (const stage of ['created', 'in_progress', 'done'] as const)
      asked.push(...(await idsIn(admin, stage, `&person=${user}`)));
    const theirs = await kysely
      .selectFrom('tasks')
      .where(({ fn }) => fn.coalesce('caller_id', 'creator_id'), '=', user)
      .select('id')
      .execute();
    expect(new Set(asked)).toEqual(new Set(theirs.map(({ id }) => id)));
    expect(asked).toContain(one.id);
    expect(await details(admin, one.id)).toMatchObject({
      creator: { unit_id: one.unit },
      author: { phone_number: one.phone, chat: one.chat_id },
    });
    const authorFor = async (levels: NonNullable<Parameters<typeof newPerson>[1]>['levels'] & object) =>
      (await details(await newPerson(app, { levels, porches: [one.porch_id] }), one.id)).author;
    expect(await authorFor({ tasks: 'read' })).toEqual({ phone_number: null, chat: null });
    expect(await authorFor({ tasks: 'read', residents: 'read' })).toEqual({ phone_number: one.phone, chat: null });
    expect(await authorFor({ tasks: 'read', employees: 'read', chats: 'read' })).toEqual({
      phone_number: null,
      chat: one.chat_id,
    });
    // A colleague is reached by readers of employees; who looks at an own request needs no way to themselves.
    const own = await createRequest(admin, demo);
    expect((await details(admin, own)).author).toEqual({ phone_number: null, chat: null });
    const reader = await newPerson(app, { levels: { tasks: 'read', employees: 'read' } });
    expect((await details(reader, own)).author).toMatchObject({ phone_number: admin.phone, chat: null });
    // Somebody whose home is out of reach is not told of, though the request for the whole building is in reach.
    const other = await kysely
      .selectFrom('porches')
      .innerJoin('units as homes', 'homes.porch_id', 'porches.id')
      .where('porches.id', '!=', one.porch_id)
      .where('porches.building_id', '=', (eb) =>
        eb.selectFrom('units').where('id', '=', one.unit).select('building_id'),
      )
      .select('porches.id')
      .executeTakeFirst();
    await kysely.updateTable('tasks').set({ target_type: 'building' }).where('id', '=', one.id).execute();
    const levels = { tasks: 'read', residents: 'read', chats: 'read' } as const;
    const beside = await newPerson(app, { levels, porches: [other?.id ?? 0] });
    expect((await details(beside, one.id)).author).toEqual({ phone_number: null, chat: null });
  });

  test('TASK-11, API-09: a list of cards in their documented shape, by order, 30 when nothing is said', async () => {
    for (let made = 0; made < 31; made += 1) await createRequest(admin, demo);
    const { status, list } = await admin.get(`${TASKS_PATH}?stage=created`);
    expect([status, list.length]).toEqual([200, 30]);
    for (const card of list) expect(taskCard.parse(card)).toEqual(card);
    const orders = list.map((card) => Number(card.order));
    expect([...orders].sort((a, b) => a - b)).toEqual(orders);
  });

  test('TASK-12, TASK-13: batches by from_order give every card once, in the same sequence', async () => {
    const whole = (await admin.get(`${TASKS_PATH}?stage=created&count=500`)).list.map(({ id }) => Number(id));
    const read = await idsIn(admin, 'created');
    expect(read).toEqual(whole);
    expect(new Set(read).size).toBe(await countOf('stage=created'));
  });

  test('TASK-12: cards that move while somebody reads on are neither lost nor shown twice to him', async () => {
    const first = (await admin.get(`${TASKS_PATH}?stage=created&count=20`)).list;
    const rest = (await admin.get(`${TASKS_PATH}?stage=created&count=500`)).list.slice(20);
    const [last] = rest.slice(-1);
    const cursor = Number(first.at(-1)?.order);
    // Into the same gap again and again, so that the cards around the cursor have to make room.
    for (let turn = 0; turn < 40; turn += 1) {
      await move(admin, Number(last?.id), { after: Number(first[17]?.id), before: Number(first[18]?.id) });
      await move(admin, Number(last?.id), { after: Number(rest.at(-2)?.id), before: null });
    }
    const further = (await admin.get(`${TASKS_PATH}?stage=created&count=500&from_order=${cursor}`)).list;
    const seen = [...first, ...further].map(({ id }) => Number(id));
    for (const { id } of rest) expect(seen).toContain(Number(id));
    expect(new Set(further.map(({ id }) => id)).size).toBe(further.length);
  });

  test('TASK-12, TASK-13: read page by page while cards move between the pages, who stays comes exactly once, in sequence', async () => {
    const whole = await idsIn(admin, 'created');
    const touched = new Set<number>();
    const carry = async (id: number, place: object) => {
      const { orders } = await move(admin, id, place);
      for (const one of [id, ...(orders as unknown as { id: number }[]).map((placed) => placed.id)]) touched.add(one);
    };
    const read: number[] = [];
    let from: number | null = null;
    for (let page = 0; ; page += 1) {
      const next: string = from === null ? '' : `&from_order=${from}`;
      const { list } = await admin.get(`${TASKS_PATH}?stage=created&count=5${next}`);
      const ids = list.map(({ id }) => Number(id));
      if (!ids.length) break;
      read.push(...ids);
      from = Number(list.at(-1)?.order);
      const behind = whole.filter((id) => !read.includes(id));
      // The last one that was read goes to the top, one that was read comes behind, one that comes stands before.
      if (page % 3 === 0) await carry(Number(ids.at(-1)), { after: null, before: Number(read[0]) });
      if (page % 3 === 1) await carry(Number(ids[0]), { after: behind.at(-1) ?? null });
      if (behind.length > 8) await carry(Number(behind[6]), { after: Number(ids[1]), before: Number(ids[2]) });
    }
    const still = whole.filter((id) => !touched.has(id));
    expect(still.length).toBeGreaterThan(10);
    expect(read.filter((id) => !touched.has(id))).toEqual(still);
    const now = await idsIn(admin, 'created');
    expect([now.length, new Set(now).size, new Set(now)]).toEqual([whole.length, whole.length, new Set(whole)]);
  });

  test('what is looked for is found in text, address, service, people and number', async () => {
    const id = await createRequest(admin, demo, { information: { description: 'Скрипит ЁЖИКОВАЯ дверь' } });
    const found = (words: string) => idsIn(admin, 'created', `&search=${encodeURIComponent(words)}`);
    expect(await found('ежиковая')).toEqual([id]);
    expect(await found(`№ ${id}`)).toContain(id);
    const { target, service, creator } = await details(admin, id);
    expect(await found(String(target?.street))).toContain(id);
    expect(await found(String(service?.name).toUpperCase())).toContain(id);
    expect(await found(`${creator?.last_name} ${creator?.first_name}`)).toContain(id);
    for (const nothing of ['%', '_____', 'нет такого нигде', '\\']) expect(await found(nothing)).toEqual([]);
    expect(await countOf(`stage=created&search=${encodeURIComponent('ежиковая')}`)).toBe(1);
  });
});

describe('one request', () => {
  test('TASK-19, TASK-20, API-16: has its documented fields and its history, oldest first', async () => {
    for (const stage of ['created', 'in_progress', 'done'] as const) {
      for (const card of (await column(admin, stage)).slice(-8)) {
        const body = await details(admin, Number(card.id));
        expect(taskDetails.parse(body)).toEqual(body);
        const {
          history,
          image_attachments: _,
          file_attachments: __,
          source: ___,
          author,
          ...rest
        } = taskDetails.parse(body);
        expect(author).toBeDefined();
        expect(Object.keys(rest).sort()).toEqual(Object.keys(card).sort());
        expect(history.length).toBeGreaterThan(0);
        expect(history.map(({ date }) => date)).toEqual(history.map(({ date }) => date).sort());
      }
    }
  });

  test('TASK-20: pictures given with it have addresses that work', async () => {
    const row = await app.database.kysely.selectFrom('task_files').select('task_id').executeTakeFirstOrThrow();
    const { image_attachments, files } = taskDetails.parse(await details(admin, row.task_id));
    expect(image_attachments).toHaveLength(files ?? 0);
    expect((await app.call('GET', String(image_attachments[0]?.medium.file))).status).toBe(200);
  });

  test('TASK-63: says where it lies, by building, entrances and floors', async () => {
    const floors = await app.database.kysely
      .selectFrom('floors')
      .where('porch_id', '=', demo.home.porch)
      .orderBy('number')
      .limit(2)
      .select(['id', 'number', 'porch_id as porch'])
      .execute();
    const inFloors = { target_type: 'floors', target: { floors: floors.map(({ id }) => id) } };
    expect((await details(admin, await createRequest(admin, demo, inFloors))).target).toMatchObject({
      building: demo.home.building,
      porches: [{ id: demo.home.porch, number: 1 }],
      floors,
    });
    const whole = await details(admin, await createRequest(admin, demo));
    expect(whole.target).toMatchObject({ building: demo.home.building, porches: [], floors: [] });
  });

  test('API-16: what the demo knows of a resident who asked: his flat in that house', async () => {
    const { rows } = await app.database.kysely
      .selectFrom('tasks')
      .innerJoin('residents_units', 'residents_units.user_id', 'tasks.creator_id')
      .innerJoin('units', 'units.id', 'residents_units.unit_id')
      .whereRef('units.building_id', '=', 'tasks.building_id')
      .where('residents_units.place', '=', 1)
      .select(['tasks.id', 'units.label'])
      .execute()
      .then((rows) => ({ rows }));
    const [one] = rows;
    expect((await details(admin, one?.id ?? 0)).creator).toMatchObject({ unit: one?.label });
  });
});

describe('performers', () => {
  const performers = async (query: string, by = admin) => by.get(`${PERFORMERS_PATH}?${query}`);
  const idsOf = async (query: string) => (await performers(query)).list.map(({ user }) => Number(user));

  test('TASK-23, TASK-55: active performers of the building and the service, with name, position and portrait', async () => {
    const { building } = demo.home;
    const plumber = await newPerson(app, { levels: { tasks: 'performer' }, porches: [demo.home.otherPorch] });
    const electrician = await newPerson(app, { levels: { tasks: 'performer' } });
    const elsewhere = await newPerson(app, { levels: { tasks: 'performer' }, porches: [demo.away.porch] });
    const gone = await newPerson(app, { levels: { tasks: 'performer' } });
    const dispatcher = await newPerson(app, { levels: { tasks: 'write' } });
    await setServices(app, plumber.id, [1]);
    await setServices(app, electrician.id, [2]);
    await app.database.kysely.updateTable('users').set({ status: 'suspended' }).where('id', '=', gone.id).execute();
    const found = await idsOf(`building=${building}&service=1`);
    expect(found).toContain(plumber.id);
    for (const other of [electrician, elsewhere, gone, dispatcher]) expect(found).not.toContain(other.id);
    expect(await idsOf(`building=${building}`)).toEqual(expect.arrayContaining([plumber.id, electrician.id]));
    const { list } = await performers(`building=${building}&service=1`);
    for (const item of list) {
      expect(Object.keys(item).sort()).toEqual(['avatar', 'first_name', 'last_name', 'position', 'user']);
    }
    const names = list.map((item) => `${item.last_name} ${item.first_name}`);
    expect(names).toEqual([...names].sort(new Intl.Collator('ru').compare));
  });

  test('TASK-23: who names no services does them all', async () => {
    const jack = await newPerson(app, { levels: { tasks: 'performer' } });
    expect(await idsOf(`building=${demo.home.building}&service=3`)).toContain(jack.id);
  });

  test('API-21: without a building 400, with one out of reach 404', async () => {
    expect((await performers('service=1')).body).toMatchObject({ building: ['выберите объект'] });
    const away = await newPerson(app, { porches: [demo.away.porch] });
    expect((await performers(`building=${demo.home.building}&service=1`, away)).status).toBe(404);
    expect((await performers('building=2147483647')).status).toBe(404);
    for (const bad of ['building=x', 'building=99999999999', 'building=1&service=-1', 'building=1.5']) {
      expect([bad, (await performers(bad)).status]).toEqual([bad, 400]);
    }
  });
});

describe('bad questions', () => {
  test('API-21: are answered 400 with the name of what is wrong', async () => {
    const bad = {
      stage: ['', 'stage=lost', 'stage=created&stage=done'],
      date: ['stage=created&date=today', 'stage=created&date=-1', 'stage=created&date=999999999999'],
      count: ['stage=created&count=0', 'stage=created&count=501', 'stage=created&count=x'],
      from_order: ['stage=created&from_order=x', 'stage=created&from_order=', 'stage=created&from_order=1e999'],
      buildings_id: ['stage=created&buildings_id=a', 'stage=created&buildings_id=1,-2'],
      services_id: ['stage=created&services_id=0'],
      performer: ['stage=created&performer=me', 'stage=created&performer=0', 'stage=created&performer=1&performer=2'],
      unit: ['stage=created&unit=0', 'stage=created&unit=x'],
      person: ['stage=created&person=0', 'stage=created&person=x'],
      overdue: ['stage=created&overdue=yes', 'stage=created&overdue='],
      search: [`stage=created&search=${'я'.repeat(101)}`],
    };
    for (const [field, queries] of Object.entries(bad)) {
      for (const query of queries) {
        const { status, body } = await admin.get(`${TASKS_PATH}?${query}`);
        expect([query, status, Object.keys(body)]).toEqual([query, 400, expect.arrayContaining([field])]);
      }
    }
  });

  test('API-21: an unknown request is 404', async () => {
    for (const id of ['999999', '0', 'x', '2147483648', '1.5', '-1']) {
      expect([id, (await admin.get(`${TASKS_PATH}${id}/`)).status]).toEqual([id, 404]);
    }
  });

  test('API-21: a NUL in the search is refused, not stored or run', async () => {
    expect((await admin.get(`${TASKS_PATH}?stage=created&search=%00`)).status).toBe(400);
  });
});

describe('deadlines', () => {
  test('a deadline is set, moved and taken away', async () => {
    const id = await createRequest(admin, demo, { deadline: '2030-01-02T03:04:05.000Z' });
    expect(await details(admin, id)).toMatchObject({ deadline: '2030-01-02T03:04:05.000Z' });
    await move(admin, id, { deadline: '2030-01-05T10:00:00+03:00' });
    expect((await taskRow(app, id)).deadline?.toISOString()).toBe('2030-01-05T07:00:00.000Z');
    const { params } = await move(admin, id, { deadline: null });
    expect(params).toMatchObject({ deadline: null });
    for (const deadline of ['завтра', '2030-01-02', '1999-12-31T00:00:00Z', '2100-01-01T00:00:00Z', 5]) {
      const { status, body } = await admin.call('PATCH', { url: `${TASKS_PATH}${id}/`, body: { deadline } });
      expect([status, Object.keys(body)]).toEqual([400, expect.arrayContaining(['deadline'])]);
    }
  });
});
