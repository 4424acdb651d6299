import type { Level } from '#resources/language/access.ts';
import { TASKS_PATH } from '#resources/protocol/requests/tasks.ts';
import { type DemoCompany, readDemoCompany } from '#tests/support/server/demo-company.ts';
import { setServices } from '#tests/support/server/employee-rights.ts';
import { demoPerson, newPerson, type Person, type PersonOptions } from '#tests/support/server/people.ts';
import { createRequest, details, idsIn, move, patch, taskUrl } from '#tests/support/server/requests.ts';
import { openTestApp, type TestApp } from '#tests/support/server/test-app.ts';

let app: TestApp;
let demo: DemoCompany;
let boss: Person;
beforeAll(async () => {
  app = await openTestApp();
  demo = await readDemoCompany(app);
  boss = await newPerson(app);
});
afterAll(() => app.close());

const staff = (level: Level, more: PersonOptions = {}) => newPerson(app, { levels: { tasks: level }, ...more });
const porches = (...ids: number[]) => ({ target_type: 'porches', target: { porches: ids } });
/** Whether somebody finds a request: in the list, in the count, and by its address, which have to agree. */
async function finds(person: Person, id: number, stage: 'created' | 'in_progress' | 'done' = 'created') {
  const listed = (await idsIn(person, stage)).includes(id);
  const direct = (await person.get(taskUrl(id))).status === 200;
  const counted = (await idsIn(person, stage)).length;
  const { body } = await person.get(`${TASKS_PATH}count/?stage=${stage}`);
  expect([listed, body.count]).toEqual([direct, counted]);
  return listed;
}

describe('buildings and entrances', () => {
  test('PERM-24, PERM-25: a request of entrances is seen by who holds one of them, of a building by who holds any', async () => {
    const { home, away } = demo;
    const whole = await createRequest(boss, demo);
    const first = await createRequest(boss, demo, porches(home.porch));
    const second = await createRequest(boss, demo, porches(home.otherPorch));
    const both = await createRequest(boss, demo, porches(home.porch, home.otherPorch));
    const near = await staff('read', { porches: [home.porch] });
    const far = await staff('read', { porches: [away.porch] });
    const nobody = await staff('read', { porches: [] });
    expect(await Promise.all([whole, first, second, both].map((id) => finds(near, id)))).toEqual([
      true,
      true,
      false,
      true,
    ]);
    for (const person of [far, nobody]) {
      for (const id of [whole, first, second, both]) expect(await finds(person, id)).toBe(false);
    }
  });

  test('PERM-25: a filter names buildings and never opens one', async () => {
    const id = await createRequest(boss, demo);
    const far = await staff('write', { porches: [demo.away.porch] });
    expect(await idsIn(far, 'created', `&buildings_id=${demo.home.building}`)).toEqual([]);
    expect((await patch(far, id, { order: 1 })).status).toBe(404);
    expect((await far.post(`${taskUrl(id)}undo/`)).status).toBe(404);
  });
});

describe('levels', () => {
  test('PERM-05, PERM-09, TASK-39: who only reads creates, moves, comments and undoes nothing', async () => {
    const id = await createRequest(boss, demo);
    const reader = await staff('read');
    const before = await details(boss, id);
    expect(before.may_move).toBe(true);
    expect((await details(reader, id)).may_move).toBe(false);
    const calls = [
      await reader.post(TASKS_PATH, {}),
      await patch(reader, id, { order: 1 }),
      await reader.post(`${taskUrl(id)}undo/`),
      await reader.post(`${taskUrl(id)}comments/`, { message: 'x' }),
    ];
    for (const { status, body } of calls) expect([status, body.detail]).toEqual([403, 'Недостаточно прав: Заявки']);
    expect(await details(boss, id)).toEqual(before);
  });

  test('PERM-09: without the section there is nothing to see either', async () => {
    const denied = await staff('denied');
    for (const url of ['', 'count/', 'changes/', '1/']) {
      expect((await denied.get(`${TASKS_PATH}${url}?stage=created`)).status).toBe(403);
    }
  });
});

describe('the view of a performer', () => {
  let plumber: Person;
  let electrician: Person;
  beforeAll(async () => {
    plumber = await staff('performer');
    electrician = await staff('performer');
    await setServices(app, plumber.id, [1]);
    await setServices(app, electrician.id, [2]);
  });

  test('PERM-05: he sees the requests of his services, what he wrote himself, and those given to him', async () => {
    const [water, light] = [
      await createRequest(boss, demo, { service: 1 }),
      await createRequest(boss, demo, { service: 2 }),
    ];
    const own = await createRequest(plumber, demo, { service: 3 });
    expect(await Promise.all([water, light, own].map((id) => finds(plumber, id)))).toEqual([true, false, true]);
    expect(await Promise.all([water, light, own].map((id) => finds(boss, id)))).toEqual([true, true, true]);
    await setServices(app, plumber.id, [1, 2]);
    await move(boss, light, { stage: 'in_progress', performer: plumber.id });
    await setServices(app, plumber.id, [1]);
    expect(await finds(plumber, light, 'in_progress')).toBe(true);
  });

  test('PERM-24: given to him he sees it in any entrance of a building of his, and in no other building', async () => {
    const narrow = await staff('performer', { porches: [demo.home.porch] });
    const id = await createRequest(boss, demo, porches(demo.home.otherPorch));
    expect(await finds(narrow, id)).toBe(false);
    await move(boss, id, { stage: 'in_progress', performer: narrow.id });
    expect(await finds(narrow, id, 'in_progress')).toBe(true);
  });

  test('PERM-05, TASK-39: he takes what is free, finishes what is his, and leaves alone what is another’s', async () => {
    const id = await createRequest(boss, demo, { service: 1 });
    const other = await staff('performer');
    expect((await details(plumber, id)).may_move).toBe(true);
    await move(plumber, id, { stage: 'in_progress', performer: plumber.id });
    expect((await details(other, id)).may_move).toBe(false);
    for (const body of [
      { stage: 'done' },
      { order: 1 },
      { performer: other.id },
      { information: { description: 'чужое' } },
    ]) {
      const answer = await patch(other, id, body);
      expect([answer.status, answer.body.detail]).toEqual([403, 'Эту заявку выполняет другой сотрудник']);
    }
    expect((await move(plumber, id, { stage: 'done' })).params).toMatchObject({
      stage: 'done',
      resolution: 'resolved',
    });
    expect((await plumber.post(`${taskUrl(id)}undo/`)).status).toBe(200);
  });

  test('TASK-29, PERM-05: what he gave back out of his sight he may still take back, and nobody else', async () => {
    const other = await staff('performer');
    await setServices(app, plumber.id, [1, 2]);
    const id = await createRequest(boss, demo, { service: 2, performer: plumber.id });
    await setServices(app, plumber.id, [1]);
    await setServices(app, other.id, [3]);
    await move(plumber, id, { stage: 'created', performer: null });
    expect(await finds(plumber, id)).toBe(false);
    expect((await other.post(`${taskUrl(id)}undo/`)).status).toBe(404);
    const answer = await plumber.post(`${taskUrl(id)}undo/`);
    expect([answer.status, answer.body.params?.stage, answer.body.params?.performer?.user]).toEqual([
      200,
      'in_progress',
      plumber.id,
    ]);
    expect(await finds(plumber, id, 'in_progress')).toBe(true);
  });

  test('TASK-43: he hands his own over', async () => {
    const id = await createRequest(boss, demo, { service: 1 });
    const other = await staff('performer');
    await move(plumber, id, { stage: 'in_progress', performer: plumber.id });
    await move(plumber, id, { performer: other.id });
    expect((await details(plumber, id)).may_move).toBe(false);
    expect((await details(other, id)).may_move).toBe(true);
  });

  test('TASK-34: what another has taken a moment ago is answered as it is, not as an error', async () => {
    const id = await createRequest(boss, demo, { service: 1 });
    const other = await staff('performer');
    await move(other, id, { stage: 'in_progress', performer: other.id });
    const late = await move(plumber, id, { from_stage: 'created', stage: 'in_progress', performer: plumber.id });
    expect(late.conflict).toBe(true);
    expect(late.params?.performer?.user).toBe(other.id);
  });

  test('PERM-05: the head of the company is a performer who sees and moves everything', async () => {
    const admin = await demoPerson(app, 1);
    const id = await createRequest(boss, demo, { service: 2, performer: electrician.id });
    expect(await finds(admin, id, 'in_progress')).toBe(true);
    expect((await move(admin, id, { stage: 'done' })).conflict).toBe(false);
  });

  test('PERM-05: without the services feature his view is not narrowed to them', async () => {
    const other = await openTestApp({ settings: { featureServices: false } });
    try {
      const place = await readDemoCompany(other);
      const lead = await newPerson(other);
      const master = await newPerson(other, { levels: { tasks: 'performer' } });
      await setServices(other, master.id, [1]);
      const id = await createRequest(lead, place, { service: 2 });
      expect(await idsIn(master, 'created')).toContain(id);
    } finally {
      await other.close();
    }
  });
});
