// Runs on PostgreSQL too: savepoints within one transaction, the lock of the board, generated SQL.
import { BULK } from '#resources/limits.ts';
import { bulkAnswer } from '#resources/protocol/bulk.ts';
import { bulkPerformers } from '#resources/protocol/requests/bulk-tasks.ts';
import { BULK_TASKS_PATH } from '#resources/rules/requests/constants.ts';
import { type DemoCompany, readDemoCompany } from '#tests/support/server/demo-company.ts';
import { demoPerson, newPerson, type Person, setLevels, setPorches } from '#tests/support/server/people.ts';
import { createRequest, details, move } from '#tests/support/server/requests.ts';
import { openTestApp, type TestApp } from '#tests/support/server/test-app.ts';

const PASSES = '/api/records/passes';
const BULK_PASSES = `${PASSES}/bulk/`;
let app: TestApp;
let demo: DemoCompany;
let admin: Person;
beforeAll(async () => {
  app = await openTestApp();
  demo = await readDemoCompany(app);
  admin = await demoPerson(app, 1);
});
afterAll(() => app.close());

const entries = (resource: string, action: string) =>
  app.database.kysely
    .selectFrom('audit')
    .where('resource', '=', resource)
    .where('action', '=', action)
    .select(['record_id', 'user_id'])
    .execute();
async function bulk(by: Person, url: string, body: object) {
  const answer = await by.post(url, body);
  expect([answer.status, answer.status === 200 ? '' : answer.text]).toEqual([200, '']);
  const { done, refused } = bulkAnswer.parse(answer.body);
  return { done: done.toSorted((a, b) => a - b), refused };
}
const requests = (by: Person, count: number) =>
  Promise.all(Array.from({ length: count }, () => createRequest(by, demo)));
const sorted = (ids: readonly number[]) => ids.toSorted((a, b) => a - b);

const newPerformer = () => newPerson(app, { levels: { tasks: 'performer' } });

describe('many requests in one call', () => {
  test('are cancelled with one reason; each has its history and its line in the log, and a done one is told of', async () => {
    const ids = await requests(admin, 3);
    const [first = 0, second = 0, ended = 0] = ids;
    await move(admin, ended, { stage: 'done', resolution: 'canceled', resolution_description: 'Повторная' });
    const before = (await entries('tasks', 'update')).length;
    const answer = await bulk(admin, BULK_TASKS_PATH, { do: 'cancel', ids, reason: 'Приняли по ошибке' });
    expect(answer).toEqual({
      done: sorted([first, second]),
      refused: [{ reason: 'завершённую заявку изменить нельзя', ids: [ended] }],
    });
    expect(await details(admin, first)).toMatchObject({
      stage: 'done',
      resolution: 'canceled',
      resolution_description: 'Приняли по ошибке',
    });
    expect(await details(admin, ended)).toMatchObject({ resolution_description: 'Повторная' });
    expect((await entries('tasks', 'update')).length - before).toBe(2);
  });

  test('are given to a performer, finished and taken back; what is so already and what does not fit is told', async () => {
    const performer = await newPerformer();
    const ids = await requests(admin, 2);
    const [first = 0, second = 0] = ids;
    const left = await createRequest(admin, demo);
    const offered = bulkPerformers.parse((await admin.get(`${BULK_TASKS_PATH}performers/?ids=${ids.join(',')}`)).list);
    expect(offered).toContainEqual(expect.objectContaining({ user: performer.id, able: 2 }));
    const given = { do: 'assign', ids, performer: performer.id };
    expect((await bulk(admin, BULK_TASKS_PATH, given)).done).toEqual(sorted(ids));
    expect(await details(admin, first)).toMatchObject({ stage: 'in_progress', performer: { user: performer.id } });
    expect(await bulk(admin, BULK_TASKS_PATH, given)).toEqual({
      done: [],
      refused: [{ reason: 'так уже есть', ids: expect.arrayContaining(ids) }],
    });
    expect(await bulk(admin, BULK_TASKS_PATH, { do: 'finish', ids: [first, left] })).toEqual({
      done: [first],
      refused: [{ reason: 'заявку, которую никто не брал в работу, можно только отменить', ids: [left] }],
    });
    expect((await bulk(admin, BULK_TASKS_PATH, { do: 'undo', ids: [first] })).done).toEqual([first]);
    expect(await details(admin, first)).toMatchObject({ stage: 'in_progress', performer: { user: performer.id } });
    expect((await bulk(admin, BULK_TASKS_PATH, { do: 'release', ids })).done).toEqual(sorted(ids));
    expect(await details(admin, second)).toMatchObject({ stage: 'created', performer: null });
    const other = await newPerson(app);
    expect((await bulk(admin, BULK_TASKS_PATH, { do: 'assign', ids: [second], performer: other.id })).refused).toEqual([
      { reason: 'этому сотруднику нельзя поручить заявку', ids: [second] },
    ]);
  });

  test('PERM-25: each is asked for by itself: of another building, and of another performer, nothing changes', async () => {
    const [own = 0, foreign = 0] = await requests(admin, 2);
    const away = await newPerson(app);
    await setPorches(app, away.id, [demo.away.porch]);
    const cancel = { do: 'cancel', ids: [own], reason: 'Чужая' };
    expect(await bulk(away, BULK_TASKS_PATH, cancel)).toEqual({
      done: [],
      refused: [{ reason: 'уже нет или нет доступа', ids: [own] }],
    });
    expect((await away.get(`${BULK_TASKS_PATH}performers/?ids=${own}`)).list).toEqual([]);
    const [performer, another] = [await newPerformer(), await newPerformer()];
    await move(admin, foreign, { stage: 'in_progress', performer: another.id });
    expect(await bulk(performer, BULK_TASKS_PATH, { do: 'release', ids: [foreign] })).toEqual({
      done: [],
      refused: [{ reason: 'Эту заявку выполняет другой сотрудник', ids: [foreign] }],
    });
    const reader = await newPerson(app, { levels: { tasks: 'read' } });
    expect((await reader.post(BULK_TASKS_PATH, cancel)).status).toBe(403);
    expect(await details(admin, own)).toMatchObject({ stage: 'created' });
  });

  test('said again under its key it is answered as the first time, and nothing is done twice', async () => {
    const ids = await requests(admin, 2);
    const key = { 'idempotency-key': 'bulk-8e03978e-40d5' };
    const call = { url: BULK_TASKS_PATH, body: { do: 'cancel', ids, reason: 'Повторная' } };
    const first = await app.call('POST', call, admin.token, key);
    const before = (await entries('tasks', 'update')).length;
    const again = await app.call('POST', call, admin.token, key);
    expect([first.status, again.status, again.text]).toEqual([200, 200, first.text]);
    expect((await entries('tasks', 'update')).length).toBe(before);
  });

  test.each([
    ['none', { ids: [] }],
    ['too many', { ids: Array.from({ length: BULK.perCall + 1 }, (_, at) => at + 1) }],
    ['an empty reason', { ids: [1], reason: '  ' }],
    ['something unknown', { ids: [1], do: 'delete' }],
  ])('is refused for %s', async (_what, change) => {
    const { status } = await admin.post(BULK_TASKS_PATH, { do: 'cancel', reason: 'Повторная', ...change });
    expect(status).toBe(400);
  });

  test('of more than ten nobody is told one by one, of fewer of each', async () => {
    const told = async () =>
      (await app.database.kysely.selectFrom('notifications').where('type', '=', 'task').select('id').execute()).length;
    const few = await requests(admin, 2);
    let before = await told();
    await bulk(admin, BULK_TASKS_PATH, { do: 'cancel', ids: few, reason: 'Повторная' });
    expect((await told()) - before).toBe(2);
    const many = await requests(admin, 11);
    before = await told();
    await bulk(admin, BULK_TASKS_PATH, { do: 'cancel', ids: many, reason: 'Повторная' });
    expect((await told()) - before).toBe(0);
  });
});

describe('many records in one call', () => {
  const pass = (change: object = {}) => ({
    guest: 'Пётр Гостев',
    house: demo.home.building,
    kind: 'car',
    from: '2026-05-01',
    times: 2,
    signed: true,
    ...change,
  });
  const passes = (count: number, change: object = {}) =>
    Promise.all(Array.from({ length: count }, async () => Number((await admin.post(PASSES, pass(change))).body.id)));

  test('a field of each is changed by its own rule; each has its line in the log', async () => {
    const ids = await passes(2);
    const answer = await bulk(admin, BULK_PASSES, { do: 'change', ids: [...ids, ...ids], values: { times: 5 } });
    expect(answer).toEqual({ done: sorted(ids), refused: [] });
    for (const id of ids) {
      const { body } = await admin.get(`${PASSES}/${id}`);
      expect(body).toMatchObject({ times: 5, guest: 'Пётр Гостев' });
    }
    const written = (await entries('passes', 'update')).filter(({ record_id }) => ids.includes(Number(record_id)));
    expect(written).toHaveLength(2);
  });

  test('a value that the rule refuses, an unknown field and no field at all change nothing', async () => {
    const ids = await passes(1);
    for (const values of [{ times: 'пять' }, { unknown: 1 }, {}, { guest: '' }]) {
      expect((await admin.post(BULK_PASSES, { do: 'change', ids, values })).status).toBe(400);
    }
    expect((await admin.get(`${PASSES}/${ids[0]}`)).body).toMatchObject({ times: 2 });
  });

  test('are deleted and brought back; what is gone already is told', async () => {
    const ids = await passes(3);
    const [gone = 0, ...others] = ids;
    await admin.remove(`${PASSES}/${gone}`);
    expect(await bulk(admin, BULK_PASSES, { do: 'delete', ids })).toEqual({
      done: sorted(others),
      refused: [{ reason: 'уже нет или нет доступа', ids: [gone] }],
    });
    expect((await admin.get(`${PASSES}/${others[0]}`)).status).toBe(404);
    expect((await bulk(admin, BULK_PASSES, { do: 'restore', ids: others })).done).toEqual(sorted(others));
    expect((await admin.get(`${PASSES}/${others[0]}`)).status).toBe(200);
  });

  test('PERM-25: records of another building are left alone; without the level nothing is done', async () => {
    const ids = await passes(2);
    const away = await newPerson(app);
    await setPorches(app, away.id, [demo.away.porch]);
    for (const body of [
      { do: 'delete', ids },
      { do: 'change', ids, values: { times: 9 } },
    ]) {
      expect(await bulk(away, BULK_PASSES, body)).toEqual({
        done: [],
        refused: [{ reason: 'уже нет или нет доступа', ids }],
      });
    }
    const reader = await newPerson(app);
    await setLevels(app, reader.id, { passes: 'read' });
    expect((await reader.post(BULK_PASSES, { do: 'delete', ids })).status).toBe(403);
    expect((await admin.get(`${PASSES}/${ids[0]}`)).body).toMatchObject({ times: 2 });
  });
});
