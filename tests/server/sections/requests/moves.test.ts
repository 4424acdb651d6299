import { taskSaved } from '#resources/protocol/requests/tasks.ts';
import { UNDO_WINDOW_MS } from '#server/sections/requests/write-queries.ts';
import { type DemoCompany, readDemoCompany } from '#tests/support/server/demo-company.ts';
import { demoPerson, newPerson, type Person } from '#tests/support/server/people.ts';
import {
  createRequest,
  details,
  historyOf,
  idsIn,
  move,
  patch,
  taskRow,
  undo,
} from '#tests/support/server/requests.ts';
import { openTestApp, type TestApp } from '#tests/support/server/test-app.ts';

let app: TestApp;
let demo: DemoCompany;
let admin: Person;
let dispatcher: Person;
let kim: Person;
let lee: Person;
let clock = Date.now();
beforeAll(async () => {
  app = await openTestApp({ now: () => new Date(clock) });
  demo = await readDemoCompany(app);
  admin = await demoPerson(app, 1);
  dispatcher = await newPerson(app, { levels: { tasks: 'write' } });
  kim = await newPerson(app, { levels: { tasks: 'performer' } });
  lee = await newPerson(app, { levels: { tasks: 'performer' } });
});
afterAll(() => app.close());

const take = (id: number, performer = kim) => move(dispatcher, id, { stage: 'in_progress', performer: performer.id });
const inWork = async () => {
  const id = await createRequest(dispatcher, demo);
  await take(id);
  return id;
};
const done = async () => {
  const id = await inWork();
  await move(dispatcher, id, { stage: 'done' });
  return id;
};

describe('moves between columns', () => {
  test('TASK-25: taking to work sets stage, performer and the first place, and the history says so', async () => {
    const id = await createRequest(dispatcher, demo);
    const first = (await idsIn(dispatcher, 'in_progress'))[0] ?? 0;
    const { order } = await details(dispatcher, first);
    const wanted = Number(order) - 0.001;
    const saved = taskSaved.parse(
      await move(dispatcher, id, {
        stage: 'in_progress',
        performer: kim.id,
        order: wanted,
        after: null,
        before: first,
      }),
    );
    expect(saved).toMatchObject({ conflict: false, orders: [], params: { stage: 'in_progress', order: wanted } });
    expect(saved.params.performer?.user).toBe(kim.id);
    expect((await idsIn(dispatcher, 'in_progress'))[0]).toBe(id);
    expect(await historyOf(dispatcher, id)).toEqual([
      ['field_change', 'stage', 'created'],
      ['performer_change', kim.id],
      ['field_change', 'stage', 'in_progress'],
    ]);
  });

  test('TASK-25: without an order it comes first too', async () => {
    const id = await inWork();
    expect((await idsIn(dispatcher, 'in_progress'))[0]).toBe(id);
  });

  test('TASK-28: cancelling keeps resolution and reason', async () => {
    const id = await createRequest(dispatcher, demo);
    await move(dispatcher, id, { stage: 'done', resolution: 'canceled', resolution_description: 'Повторная' });
    expect(await details(dispatcher, id)).toMatchObject({
      stage: 'done',
      resolution: 'canceled',
      resolution_description: 'Повторная',
      performer: null,
    });
    expect((await historyOf(dispatcher, id)).at(-1)).toEqual(['field_change', 'resolution', 'canceled', 'Повторная']);
  });

  test('TASK-29: going back clears the performer', async () => {
    const id = await inWork();
    await move(dispatcher, id, { stage: 'created', performer: null });
    expect(await details(dispatcher, id)).toMatchObject({ stage: 'created', performer: null });
    expect((await historyOf(dispatcher, id)).slice(-2)).toEqual([
      ['performer_change', null],
      ['field_change', 'stage', 'created'],
    ]);
  });

  test('TASK-30, TASK-32: finishing resolves it and keeps the performer', async () => {
    const id = await inWork();
    await move(dispatcher, id, { stage: 'done', resolution: 'resolved' });
    const { performer, ...rest } = await details(dispatcher, id);
    expect(rest).toMatchObject({ stage: 'done', resolution: 'resolved' });
    expect(performer?.user).toBe(kim.id);
  });

  test('TASK-33: a request in progress can be cancelled', async () => {
    const id = await inWork();
    await move(dispatcher, id, { stage: 'done', resolution: 'canceled', resolution_description: 'Жилец уехал' });
    expect(await details(dispatcher, id)).toMatchObject({ resolution: 'canceled' });
  });

  test('TASK-43: another performer, and who may not be one is refused', async () => {
    const id = await inWork();
    await move(dispatcher, id, { performer: lee.id });
    expect((await historyOf(dispatcher, id)).at(-1)).toEqual(['performer_change', lee.id]);
    const away = await newPerson(app, { levels: { tasks: 'performer' }, porches: [demo.away.porch] });
    for (const other of [dispatcher.id, away.id, 8, 2_147_483_647]) {
      const { status, body } = await patch(dispatcher, id, { performer: other });
      expect([status, body.performer]).toEqual([400, ['этому сотруднику нельзя поручить заявку']]);
    }
    expect((await taskRow(app, id)).performer_id).toBe(lee.id);
  });

  test('TASK-35: nothing leads out of done, and the refusal is Russian', async () => {
    const id = await done();
    for (const body of [{ stage: 'created' }, { stage: 'in_progress', performer: kim.id }]) {
      const answer = await patch(dispatcher, id, body);
      expect([answer.status, answer.body.stage]).toEqual([400, ['завершённую заявку изменить нельзя']]);
    }
    expect((await patch(dispatcher, id, { resolution: 'canceled', resolution_description: 'x' })).status).toBe(400);
    expect((await taskRow(app, id)).stage).toBe('done');
  });

  test('TASK-35: reordering within done works', async () => {
    const [a, b] = [await done(), await done()];
    await move(dispatcher, b, { after: a });
    const ids = await idsIn(dispatcher, 'done');
    expect(ids.indexOf(b)).toBe(ids.indexOf(a) + 1);
  });

  test('TASK-22, TASK-26: what a move asks for is asked for by the server too, and nothing is stored without', async () => {
    const id = await createRequest(dispatcher, demo);
    const before = await taskRow(app, id);
    const refused: [object, string][] = [
      [{ stage: 'in_progress' }, 'performer'],
      [{ stage: 'in_progress', performer: null }, 'performer'],
      [{ stage: 'done' }, 'resolution_description'],
      [{ stage: 'done', resolution: 'canceled', resolution_description: '  ' }, 'resolution_description'],
      [{ stage: 'done', resolution: 'resolved', resolution_description: 'x' }, 'resolution'],
      [{ performer: kim.id }, 'performer'],
    ];
    for (const [body, field] of refused) {
      const answer = await patch(dispatcher, id, body);
      expect([body, answer.status, Object.keys(answer.body)]).toEqual([body, 400, expect.arrayContaining([field])]);
    }
    expect(await taskRow(app, id)).toEqual(before);
  });

  test('API-21: bad values are refused by name, and an empty wish too', async () => {
    const id = await createRequest(dispatcher, demo);
    const before = await taskRow(app, id);
    const bad: [object, string][] = [
      [{ stage: 'lost' }, 'stage'],
      [{ order: 'x' }, 'order'],
      [{ order: 1e300 }, 'order'],
      [{ order: null }, 'order'],
      [{ performer: 'kim' }, 'performer'],
      [{ performer: 3e10 }, 'performer'],
      [{ resolution: 'maybe' }, 'resolution'],
      [{ resolution_description: 5 }, 'resolution_description'],
      [{ resolution_description: 'я'.repeat(401) }, 'resolution_description'],
      [{ after: 0 }, 'after'],
      [{ before: 'x' }, 'before'],
      [{ from_stage: 'x' }, 'from_stage'],
      [{ information: {} }, 'information'],
      [{ information: { description: 'яя' } }, 'information'],
    ];
    for (const [body, field] of bad) {
      const answer = await patch(dispatcher, id, body);
      expect([body, answer.status, Object.keys(answer.body)]).toEqual([body, 400, expect.arrayContaining([field])]);
    }
    for (const body of [{}, { from_stage: 'created' }, { unknown: 1 }, []]) {
      expect((await patch(dispatcher, id, body)).status).toBe(400);
    }
    expect(await taskRow(app, id)).toEqual(before);
  });
});

describe('what is edited', () => {
  test('TASK-20: another description and deadline stand in the history', async () => {
    const id = await createRequest(dispatcher, demo);
    await move(dispatcher, id, {
      information: { description: 'Течёт кран на крыше' },
      deadline: '2030-01-02T00:00:00Z',
    });
    await move(dispatcher, id, { deadline: null });
    expect((await historyOf(dispatcher, id)).slice(1)).toEqual([
      ['field_change', 'description', 'Течёт кран на крыше'],
      ['field_change', 'deadline', '2030-01-02T00:00:00.000Z'],
      ['field_change', 'deadline', null],
    ]);
  });

  test('every change leaves one audit row with before and after', async () => {
    const id = await inWork();
    const rows = await app.database.kysely
      .selectFrom('audit')
      .where('resource', '=', 'tasks')
      .where('record_id', '=', String(id))
      .orderBy('id')
      .selectAll()
      .execute();
    expect(rows.map(({ action, user_id }) => [action, user_id])).toEqual([
      ['create', dispatcher.id],
      ['update', dispatcher.id],
    ]);
    expect(rows[1]?.before).toMatchObject({ stage: 'created', performer: null });
    expect(rows[1]?.after).toMatchObject({ stage: 'in_progress', performer: kim.id });
  });
});

describe('when somebody was first', () => {
  test('TASK-34: a wish about a column the card has left changes nothing and answers the true card', async () => {
    const id = await createRequest(dispatcher, demo);
    await take(id, kim);
    const late = await move(admin, id, { from_stage: 'created', stage: 'in_progress', performer: lee.id });
    expect(late).toMatchObject({ conflict: true, params: { stage: 'in_progress' } });
    expect(late.params?.performer?.user).toBe(kim.id);
    const reorder = await move(admin, id, { from_stage: 'created', order: 1 });
    expect(reorder).toMatchObject({ conflict: true, params: { stage: 'in_progress' } });
  });

  test('TASK-35: nor does one about a card that is done by now: 200, not an error', async () => {
    const id = await done();
    const late = await move(admin, id, { from_stage: 'in_progress', stage: 'created', performer: null });
    expect(late).toMatchObject({ conflict: true, params: { stage: 'done' } });
  });

  test('TASK-33: one that still fits is granted', async () => {
    const id = await inWork();
    const wish = { stage: 'done', resolution: 'canceled', resolution_description: 'Повторная' };
    expect(await move(admin, id, { from_stage: 'created', ...wish })).toMatchObject({
      conflict: false,
      params: { stage: 'done', resolution: 'canceled' },
    });
  });
});

describe('taking the last move back', () => {
  test('TASK-35: out of done too, by who made it: stage, performer and place are as before', async () => {
    const id = await inWork();
    await createRequest(dispatcher, demo);
    const before = await details(dispatcher, id);
    await move(dispatcher, id, { stage: 'done' });
    const { status, body } = await undo(dispatcher, id);
    expect([status, body.conflict]).toEqual([200, false]);
    expect(body.params).toMatchObject({ stage: 'in_progress', order: before.order, resolution: null });
    expect(body.params?.performer?.user).toBe(kim.id);
    expect((await historyOf(dispatcher, id)).at(-1)).toEqual(['field_change', 'stage', 'in_progress']);
  });

  test('TASK-34: a reordered card gets its place between the same neighbours again', async () => {
    const [c, b, a] = [
      await createRequest(dispatcher, demo),
      await createRequest(dispatcher, demo),
      await createRequest(dispatcher, demo),
    ];
    await move(dispatcher, b, { after: c });
    expect((await idsIn(dispatcher, 'created')).slice(0, 3)).toEqual([a, c, b]);
    await undo(dispatcher, b);
    expect((await idsIn(dispatcher, 'created')).slice(0, 3)).toEqual([a, b, c]);
  });

  test('is refused to others, a second time, too late, and after somebody moved it since', async () => {
    const id = await inWork();
    expect((await undo(admin, id)).status).toBe(409);
    expect((await undo(dispatcher, id)).status).toBe(200);
    const again = await undo(dispatcher, id);
    expect([again.status, again.body.detail]).toEqual([409, 'Отменить это действие уже нельзя']);

    await take(id);
    await move(admin, id, { stage: 'done' });
    expect((await undo(dispatcher, id)).status).toBe(409);

    const late = await inWork();
    clock += UNDO_WINDOW_MS + 1;
    expect((await undo(dispatcher, late)).status).toBe(409);
    expect((await taskRow(app, late)).stage).toBe('in_progress');
  });
});
