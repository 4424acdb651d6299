// Runs on PostgreSQL too: counts of jsonb and arrays.
import { FIRST_STEPS_PATH } from '#resources/protocol/first-steps/first-steps.ts';
import { FIRST_STEPS } from '#resources/protocol/first-steps/first-steps-answers.ts';
import { newPerson, type Person } from '#tests/support/server/people.ts';
import { type Json, openTestApp, type TestApp } from '#tests/support/server/test-app.ts';

let app: TestApp;
let admin: Person;
beforeAll(async () => {
  app = await openTestApp({ empty: true, settings: { demo: false } });
  await db().insertInto('installation').values({ holds: 'company', time_zone: null }).execute();
  await db()
    .insertInto('companies')
    .values({
      label: 'УК',
      is_tenant: true,
      name_full: 'УК',
      name_short: 'УК',
      avatar: null,
      license_on: null,
      phones: '[]',
    })
    .execute();
  admin = await newPerson(app, { role: 'admin' });
});
afterAll(() => app.close());

const db = () => app.database.kysely;
const look = async (by = admin) => (await by.get(FIRST_STEPS_PATH)).body;
const doneIn = (answer: Json) => (answer.steps as unknown as Json[]).filter(({ done }) => done).map(({ name }) => name);
const note = async (body: object) => admin.put(FIRST_STEPS_PATH, body);
const features = async (by: Person) => (await by.get('/api/crm/permissions/')).body.features;

test('of a company that was just opened nothing is done, and the menu of its administrator has them', async () => {
  const answer = await look();
  expect((answer.steps as unknown as Json[]).map(({ name }) => name)).toEqual([...FIRST_STEPS]);
  expect(doneIn(answer)).toEqual([]);
  expect(answer.hidden).toBe(false);
  expect(await features(admin)).toMatchObject({ firstSteps: true, firstStepsLeft: true });
});

test('employees are told of none of it, and can neither look nor put it away', async () => {
  const worker = await newPerson(app, { levels: 'write' });
  expect(await features(worker)).toMatchObject({ firstSteps: false, firstStepsLeft: false });
  expect((await worker.get(FIRST_STEPS_PATH)).status).toBe(403);
  expect((await worker.put(FIRST_STEPS_PATH, { hidden: true })).status).toBe(403);
  await db().updateTable('users').set({ status: 'deleted', phone: null }).where('id', '=', worker.id).execute();
});

test('each step is done once there is what it asks for', async () => {
  const head = Number((await look()).company);
  const directory = (name: string, body: object) => admin.post(`/api/crm/directories/${name}/`, body);
  const organisation = { label: 'Юг', name_short: 'Юг', name_full: 'ООО «Юг»' };
  const actions: readonly [step: string, act: () => Promise<unknown>][] = [
    [
      'company',
      () =>
        admin.put(`/api/crm/directories/organisations/${head}/`, {
          ...organisation,
          label: 'УК',
          phones: ['Диспетчерская: +7 495 123-45-67'],
        }),
    ],
    [
      'buildings',
      () =>
        db()
          .insertInto('buildings')
          .values({
            company_id: head,
            street: 'ул. Лесная',
            number: '1',
            floor_count: 5,
            complex_id: null,
            subsidiary_id: null,
            submit_start_day: null,
            submit_end_day: null,
          })
          .execute(),
    ],
    ['services', () => directory('services', { name: 'Сантехника', icon: 'plumbing' })],
    ['organisations', () => directory('organisations', organisation)],
    [
      'readings',
      () =>
        db()
          .updateTable('buildings')
          .set({ submit_start_day: 15, submit_end_day: 25, reading_types: ['gas'] })
          .execute(),
    ],
    ['employees', () => newPerson(app)],
    ['sms', () => note({ by_hand: true })],
  ];
  const done: string[] = [];
  for (const [step, act] of actions) {
    await act();
    done.push(step);
    expect(doneIn(await look())).toEqual(done);
  }
  expect(await features(admin)).toMatchObject({ firstSteps: true, firstStepsLeft: false });
});

test('they are put away and come back, and the journal has it', async () => {
  await note({ by_hand: false });
  expect(await features(admin)).toMatchObject({ firstStepsLeft: true });
  expect((await note({ hidden: true })).body).toMatchObject({ hidden: true });
  expect(await features(admin)).toMatchObject({ firstSteps: true, firstStepsLeft: false });
  expect((await look()).hidden).toBe(true);
  expect((await note({ hidden: false })).body).toMatchObject({ hidden: false });
  const entries = await db().selectFrom('audit').where('resource', '=', 'first-steps').select('after').execute();
  expect(entries.at(-2)?.after).toEqual({ hidden: true });
  expect((await note({ hidden: 'да' })).status).toBe(400);
});

test('a gateway makes the step of SMS done; the demo company is asked for nothing', async () => {
  const sent = await openTestApp({ settings: { smsUrl: 'http://127.0.0.1:9/' } });
  const by = await newPerson(sent, { role: 'admin' });
  expect(doneIn((await by.get(FIRST_STEPS_PATH)).body)).toContain('sms');
  expect(await features(by)).toMatchObject({ firstSteps: false, firstStepsLeft: false });
  await sent.close();
});
