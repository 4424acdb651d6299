import { PERFORMERS_PATH, TASKS_PATH, taskCreated, taskHistoryEntry } from '#resources/protocol/requests/tasks.ts';
import { fileRow, uploadText } from '#tests/support/server/announcements.ts';
import { type DemoCompany, readDemoCompany } from '#tests/support/server/demo-company.ts';
import { newPerson, type Person } from '#tests/support/server/people.ts';
import { createRequest, details, historyOf, idsIn, request, taskUrl } from '#tests/support/server/requests.ts';
import { openTestApp, type TestApp } from '#tests/support/server/test-app.ts';

let app: TestApp;
let demo: DemoCompany;
let me: Person;
let kim: Person;
beforeAll(async () => {
  app = await openTestApp();
  demo = await readDemoCompany(app);
  me = await newPerson(app, { levels: { tasks: 'write' } });
  kim = await newPerson(app, { levels: { tasks: 'performer' } });
});
afterAll(() => app.close());

const create = (by: Person, change: object = {}) => by.post(TASKS_PATH, request(demo, change));
const stored = async () =>
  Number(
    (
      await app.database.kysely
        .selectFrom('tasks')
        .select(({ fn }) => fn.countAll().as('n'))
        .executeTakeFirst()
    )?.n,
  );
const floorsOf = async (porch: number) =>
  (await app.database.kysely.selectFrom('floors').where('porch_id', '=', porch).select('id').execute()).map(
    (row) => row.id,
  );
const porches = (...ids: number[]) => ({ target_type: 'porches', target: { porches: ids } });
const floors = (...ids: number[]) => ({ target_type: 'floors', target: { floors: ids } });

describe('a new request', () => {
  test('TASK-61, API-07: is stored with service, description, target and files, first of its column', async () => {
    const attachment = await uploadText(me);
    const { status, body } = await create(me, { service: 2, attachments: [attachment] });
    expect(status).toBe(201);
    const { params } = taskCreated.parse(body);
    expect(params).toMatchObject({
      stage: 'created',
      performer: null,
      resolution: null,
      service: { id: 2 },
      information: { description: 'Течёт кран в подвале' },
      target_type: 'building',
      target: { building: demo.home.building },
      task_name: `Заявка № ${params.id}`,
      files: 1,
    });
    expect(params.creator.user).toBe(me.id);
    expect((await idsIn(me, 'created'))[0]).toBe(params.id);
    expect((await details(me, params.id)).file_attachments).toMatchObject([{ id: attachment }]);
    expect(await fileRow(app, attachment)).toMatchObject({ linked: true });
    expect(await historyOf(me, params.id)).toEqual([['field_change', 'stage', 'created']]);
  });

  test('TASK-54, TASK-61: with a performer it is in progress at once, as what nobody does is «Не назначено»', async () => {
    const id = await createRequest(me, demo, { performer: kim.id });
    const task = await details(me, id);
    expect(task.stage).toBe('in_progress');
    expect(task.performer?.user).toBe(kim.id);
    expect(await historyOf(me, id)).toEqual([
      ['field_change', 'stage', 'created'],
      ['performer_change', kim.id],
      ['field_change', 'stage', 'in_progress'],
    ]);
    expect((await idsIn(me, 'in_progress'))[0]).toBe(id);
  });

  test('TASK-62, TASK-63: for entrances and for floors', async () => {
    const { porch, otherPorch } = demo.home;
    const inPorches = await details(me, await createRequest(me, demo, porches(otherPorch, porch)));
    expect(inPorches).toMatchObject({ target_type: 'porches', target: { floors: [] } });
    expect(inPorches.target?.porches).toMatchObject([{ id: porch }, { id: otherPorch }]);
    const [first = 0, second = 0] = await floorsOf(porch);
    expect(await details(me, await createRequest(me, demo, floors(first, second)))).toMatchObject({
      target_type: 'floors',
      target: { building: demo.home.building, porches: [{ id: porch }] },
    });
  });

  test('TASK-51, TASK-52, TASK-53, TASK-56, TASK-57: what is missing is named in the words of the form', async () => {
    const before = await stored();
    const cases: [object, string, string][] = [
      [{ target: undefined, target_type: undefined }, 'target_type', 'выберите объект'],
      [{ target: undefined }, 'target', 'выберите объект'],
      [{ target: {} }, 'target', 'выберите из списка'],
      [porches(), 'target', 'Выберите хотя бы один подъезд'],
      [floors(), 'target', 'Выберите хотя бы один этаж'],
      [{ service: undefined }, 'service', 'выберите услугу'],
      [{ service: null }, 'service', 'выберите услугу'],
      [{ information: undefined }, 'information', 'обязательное поле'],
      [{ information: { description: '   ' } }, 'information', 'обязательное поле'],
    ];
    for (const [change, field, sentence] of cases) {
      const { status, body } = await create(me, change);
      expect([change, status, body[field]]).toEqual([change, 400, [sentence]]);
    }
    expect(await stored()).toBe(before);
  });

  test('TASK-58: a description of 3 to 400 characters', async () => {
    const tried = async (length: number) => {
      const { status, body } = await create(me, { information: { description: 'я'.repeat(length) } });
      return [length, status, body.information];
    };
    expect(await tried(2)).toEqual([2, 400, ['слишком мало']]);
    expect(await tried(3)).toEqual([3, 201, undefined]);
    expect(await tried(400)).toEqual([400, 201, undefined]);
    expect(await tried(401)).toEqual([401, 400, ['слишком много']]);
  });

  test('TASK-59, TASK-60: files are optional; one that is used, foreign or gone is refused, and nothing is stored', async () => {
    const [used, foreign, own] = [await uploadText(me), await uploadText(kim), await uploadText(me)];
    await createRequest(me, demo, { attachments: [used] });
    const before = await stored();
    for (const attachments of [[used], [own, foreign], [999_999], ['x'], 'x']) {
      const { status, body } = await create(me, { attachments });
      expect([status, Object.keys(body)]).toEqual([400, expect.arrayContaining(['attachments'])]);
    }
    expect(await stored()).toBe(before);
    expect(await fileRow(app, own)).toMatchObject({ linked: false });
  });

  test('TASK-46, PERM-24: for a whole building only by who holds all of it; for held entrances by who holds them', async () => {
    const { home, away } = demo;
    const half = await newPerson(app, { levels: { tasks: 'write' }, porches: [home.porch] });
    const refused: [object, string][] = [
      [{}, 'дом доступен вам не целиком, выберите подъезды'],
      [porches(home.porch, home.otherPorch), 'такого нет'],
      [porches(away.porch), 'Такого здания больше нет'],
      [{ target: { building: away.building } }, 'Такого здания больше нет'],
      [{ target: { building: 2_147_483_647 } }, 'Такого здания больше нет'],
      [floors(...(await floorsOf(home.otherPorch)).slice(0, 1)), 'Такого здания больше нет'],
    ];
    for (const [change, sentence] of refused) {
      const { status, body } = await create(half, change);
      expect([change, status, body.target]).toEqual([change, 400, [sentence]]);
    }
    expect((await create(half, porches(home.porch))).status).toBe(201);
  });

  test('TASK-63: entrances of two buildings are no target', async () => {
    const { status, body } = await create(me, porches(demo.home.porch, demo.away.porch));
    expect([status, body.target]).toEqual([400, ['подъезды и этажи должны быть в одном доме']]);
  });

  test('TASK-54, TASK-61: a performer who may not be one, and a service that is not there, are refused', async () => {
    const away = await newPerson(app, { levels: { tasks: 'performer' }, porches: [demo.away.porch] });
    for (const performer of [me.id, away.id, 2_147_483_647]) {
      const { status, body } = await create(me, { performer });
      expect([status, body.performer]).toEqual([400, ['этому сотруднику нельзя поручить заявку']]);
    }
    expect((await create(me, { service: 999 })).body.service).toEqual(['такого нет']);
    expect((await create(me, { performer: null })).status).toBe(201);
  });
});

describe('without the services feature', () => {
  test('TASK-23: there are no performers by level: whoever acts on requests may be given one', async () => {
    const other = await openTestApp({ settings: { featureServices: false } });
    try {
      const place = await readDemoCompany(other);
      const dispatcher = await newPerson(other, { levels: { tasks: 'write' } });
      const { list } = await dispatcher.get(`${PERFORMERS_PATH}?building=${place.home.building}&service=1`);
      expect(list.map(({ user }) => user)).toContain(dispatcher.id);
      const id = await createRequest(dispatcher, place, { performer: dispatcher.id });
      expect((await details(dispatcher, id)).stage).toBe('in_progress');
    } finally {
      await other.close();
    }
  });
});

describe('comments', () => {
  const say = (by: Person, id: number, body: object) => by.post(`${taskUrl(id)}comments/`, body);

  test('TASK-20: a message with a file stands in the history, with who said it', async () => {
    const id = await createRequest(me, demo);
    const file = await uploadText(kim, 'акт.txt');
    const { status, body } = await say(kim, id, { message: ' Датчик заменил ', attachments: [file] });
    expect(status).toBe(201);
    const entry = taskHistoryEntry.parse(body);
    expect(entry).toMatchObject({ type: 'dialog', action: { message: 'Датчик заменил' } });
    expect(entry.action.user.user).toBe(kim.id);
    expect(entry.action.file_attachments.map(({ name }) => name)).toEqual(['акт.txt']);
    const { history } = await details(me, id);
    const last = taskHistoryEntry.parse((history as unknown as unknown[]).at(-1));
    expect(last).toMatchObject({ id: entry.id, action: { file_attachments: [{ id: file }] } });
  });

  test('TASK-20: a file alone will do, nothing at all will not', async () => {
    const id = await createRequest(me, demo);
    expect((await say(me, id, { attachments: [await uploadText(me)] })).status).toBe(201);
    for (const body of [{}, { message: '' }, { message: ' \n' }, { message: '', attachments: [] }]) {
      const answer = await say(me, id, body);
      expect([answer.status, answer.body.message]).toEqual([400, ['напишите сообщение или прикрепите файл']]);
    }
    expect((await say(me, id, { message: 'я'.repeat(2_001) })).body.message).toEqual(['слишком много']);
    expect((await say(me, id, { message: 5 })).status).toBe(400);
  });

  test('TASK-60: a foreign file is refused and nothing is said', async () => {
    const id = await createRequest(me, demo);
    const before = await historyOf(me, id);
    expect((await say(me, id, { message: 'x', attachments: [await uploadText(kim)] })).status).toBe(400);
    expect(await historyOf(me, id)).toEqual(before);
  });

  test('PERM-25: by who sees the request and acts on requests', async () => {
    const id = await createRequest(me, demo);
    const reader = await newPerson(app, { levels: { tasks: 'read' } });
    const away = await newPerson(app, { levels: { tasks: 'write' }, porches: [demo.away.porch] });
    expect((await say(reader, id, { message: 'x' })).status).toBe(403);
    expect((await say(away, id, { message: 'x' })).status).toBe(404);
  });
});
