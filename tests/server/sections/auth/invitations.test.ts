// Runs on PostgreSQL too: locks.
import fastify from 'fastify';
import { claimInvitation, queueInvitation } from '#server/access/invitations.ts';
import { createInvitations, INVITATION_RETRY_DELAYS } from '#server/sms/invitations.ts';
import { createSms } from '#server/sms/sms.ts';
import { type DemoCompany, readDemoCompany } from '#tests/support/server/demo-company.ts';
import { freshPhone, outcomesOf, stored, submitRows } from '#tests/support/server/imports.ts';
import { demoPerson, type Person } from '#tests/support/server/people.ts';
import { openSmsGateway } from '#tests/support/server/sms-gateway.ts';
import { openTestApp, type TestApp } from '#tests/support/server/test-app.ts';
import { untilOneWaits } from '#tests/support/server/waiting.ts';

const RESIDENTS = '/api/crm/residents/';
const EMPLOYEES = '/api/crm/employee/';
const MINUTE = 60_000;
/** Longer than a process that died has an invitation to itself. */
const LONG = 6 * MINUTE;
const gateway = openSmsGateway();
let clock = Date.now();
let app: TestApp;
let demo: DemoCompany;
let admin: Person;
let company = 0;
beforeAll(async () => {
  app = await openTestApp({ now: () => new Date(clock), settings: { smsUrl: `http://${gateway.address}/` } });
  demo = await readDemoCompany(app);
  admin = await demoPerson(app, 1);
  company = Number((await admin.get('/api/crm/scenarios/companies/')).list[0]?.id);
});
afterAll(() => app.close());

const resident = () => ({
  first_name: 'Дарья',
  last_name: 'Калинина',
  gender: 'female',
  phone_number: stored(freshPhone()),
  units: [demo.home.unit],
});
const employee = () => ({
  first_name: 'Пётр',
  last_name: 'Новиков',
  gender: 'male',
  position: 'Электрик',
  company,
  phone_number: stored(freshPhone()),
});
let keys = 0;
/** A creating call that can be said again. */
function creation(url: string, body: { phone_number: string } = url === RESIDENTS ? resident() : employee()) {
  keys += 1;
  const headers = { 'idempotency-key': `invitation-${keys}` };
  const call = async () => {
    const { status, body: answer } = await app.call('POST', { url, body }, admin.token, headers);
    expect(status).toBe(201);
    return { id: Number(answer.params?.user), invited: answer.params?.invited };
  };
  return { call, body };
}
const rowOf = (id: number) =>
  app.database.kysely.selectFrom('invitations').selectAll().where('user_id', '=', id).executeTakeFirst();
const cardOf = async (id: number) => (await admin.get(`${EMPLOYEES}${id}/`)).body.invited_at;
const messages = () => gateway.asked.map(({ body }) => JSON.parse(body) as { to: string; text: string });
const tokenOf = (text = '') => /\/registration\?token=([\w-]+)/.exec(text)?.[1] ?? '';

/** A process that starts now and does what is due. */
async function nextProcess() {
  const { kysely: db } = app.database;
  const process = fastify();
  const sms = createSms({ smsUrl: `http://${gateway.address}/`, demo: false }, db, process.log);
  createInvitations(process, { db, sms, now: app.now });
  await process.ready();
  for (;;) {
    const due = await db.selectFrom('invitations').where('due_at', '<=', app.now()).select('user_id').execute();
    if (!due.length) break;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  await process.close();
}

describe.each([
  ['RES-35 a resident', RESIDENTS],
  ['EMP-26 an employee', EMPLOYEES],
])('%s', (_who, url) => {
  test('whose message the gateway refused is sent the same one later; the answer and its repeat say how it stands', async () => {
    const { call, body } = creation(url);
    gateway.answers = [400];
    const { id, invited } = await call();
    expect([invited, (await call()).invited, gateway.asked.length]).toEqual([false, false, 1]);
    clock += MINUTE - 1;
    await nextProcess();
    expect(gateway.asked).toHaveLength(1);
    clock += 1;
    await nextProcess();
    const [first, second] = gateway.asked;
    expect(messages()[1]?.to).toBe(body.phone_number);
    expect([second?.body, second?.headers['idempotency-key']]).toEqual([
      first?.body,
      first?.headers['idempotency-key'],
    ]);
    expect(await call()).toEqual({ id, invited: true });
    expect(await rowOf(id)).toMatchObject({ sent: true, message: null, due_at: null });
    clock += 24 * 60 * MINUTE;
    await nextProcess();
    expect(gateway.asked).toHaveLength(2);
  });

  test('of a call that died after the commit is sent by its repeat, or by whoever lives a minute later, once', async () => {
    for (const repeated of [true, false]) {
      gateway.clear();
      const { call } = creation(url);
      gateway.answers = [400];
      const { id } = await call();
      // As the commit has left it.
      await app.database.kysely.updateTable('invitations').set({ tries: 0 }).where('user_id', '=', id).execute();
      gateway.asked = [];
      if (!repeated) {
        clock += MINUTE;
        await Promise.all([nextProcess(), nextProcess()]);
      }
      expect(await call()).toEqual({ id, invited: true });
      clock += LONG;
      await nextProcess();
      expect(gateway.asked).toHaveLength(1);
    }
  });

  test('whose call is made again while the message is on its way hears what came of it', async () => {
    const { call } = creation(url);
    gateway.answers = [0];
    const first = call();
    await gateway.wasAsked(1);
    const second = call();
    await new Promise((resolve) => setTimeout(resolve, 50));
    gateway.letGo();
    expect((await Promise.all([first, second])).map(({ invited }) => invited)).toEqual([true, true]);
    expect(gateway.asked).toHaveLength(1);
  });

  test('is tried with growing pauses and then no more', async () => {
    const { call } = creation(url);
    gateway.answers = Array.from({ length: 9 }, () => 400);
    const { id } = await call();
    for (const [tries, pause] of INVITATION_RETRY_DELAYS.entries()) {
      clock += pause - 1;
      await nextProcess();
      expect(gateway.asked).toHaveLength(tries + 1);
      clock += 1;
      await nextProcess();
      expect(gateway.asked).toHaveLength(tries + 2);
    }
    expect(await rowOf(id)).toMatchObject({ sent: false, message: null, due_at: null });
    clock += 24 * 60 * MINUTE;
    await nextProcess();
    expect(gateway.asked).toHaveLength(INVITATION_RETRY_DELAYS.length + 1);
    expect((await call()).invited).toBe(false);
    const token = tokenOf(messages()[0]?.text);
    if (token) expect((await app.call('GET', '/api/crm/profile/current/', token)).status).toBe(401);
  });

  test('who is in by other means meanwhile is not written to; who is blocked is, once he is let in', async () => {
    const [active, blocked] = [creation(url), creation(url)];
    gateway.answers = [400, 400];
    const ids = [(await active.call()).id, (await blocked.call()).id] as const;
    const become = (id: number, status: 'active' | 'suspended' | 'created') =>
      app.database.kysely.updateTable('users').set({ status }).where('id', '=', id).execute();
    await become(ids[0], 'active');
    await become(ids[1], 'suspended');
    clock += MINUTE;
    await nextProcess();
    expect(gateway.asked).toHaveLength(2);
    await become(ids[1], 'created');
    clock += INVITATION_RETRY_DELAYS[1];
    await nextProcess();
    expect(messages()[2]?.to).toBe(blocked.body.phone_number);
    expect(gateway.asked).toHaveLength(3);
  });

  test('whose telephone was wrong is written to by the right one alone', async () => {
    const { call, body } = creation(url);
    gateway.answers = [400, 400];
    const { id } = await call();
    const phone_number = stored(freshPhone());
    const changed = await admin.put(`${url}${id}/`, { ...body, phone_number });
    expect(changed.body.params).toMatchObject({ invited: false });
    clock += MINUTE;
    await nextProcess();
    expect(messages().map(({ to }) => to)).toEqual([body.phone_number, phone_number, phone_number]);
    const keysOf = gateway.asked.map(({ headers }) => headers['idempotency-key']);
    expect([new Set(keysOf).size, keysOf[1]]).toEqual([2, keysOf[2]]);
  });
});

describe('EMP-26 the link of an invitation', () => {
  test('that goes out late works; until then the card says that none has', async () => {
    const { call, body } = creation(EMPLOYEES);
    gateway.answers = [400];
    const { id } = await call();
    expect(await cardOf(id)).toBeNull();
    clock += MINUTE;
    await nextProcess();
    expect(await cardOf(id)).toBe(app.now().toISOString());
    const profile = await app.call('GET', '/api/crm/profile/current/', tokenOf(messages()[1]?.text));
    expect(profile.body).toMatchObject({ phone_number: body.phone_number, status: 'created' });
  });

  test('that was asked for again replaces the one that waits; the refusal says that it is tried again', async () => {
    const { call } = creation(EMPLOYEES);
    gateway.answers = [400, 400];
    const { id } = await call();
    const refused = await admin.post(`${EMPLOYEES}${id}/invite/`);
    expect([refused.status, refused.body.detail]).toEqual([
      503,
      'СМС с приглашением пока не ушло. Отправим его ещё раз сами',
    ]);
    clock += MINUTE;
    await nextProcess();
    const [first, second, third] = messages();
    expect([third, gateway.asked.length]).toEqual([second, 3]);
    expect(tokenOf(first?.text)).not.toBe(tokenOf(second?.text));
  });

  test('of a deleted employee who comes back leads nowhere and is not sent', async () => {
    const { call } = creation(EMPLOYEES);
    gateway.answers = [400];
    const { id } = await call();
    await admin.remove(`${EMPLOYEES}${id}/`);
    expect((await admin.post(`${EMPLOYEES}${id}/restore/`)).status).toBe(200);
    clock += MINUTE;
    await nextProcess();
    expect([gateway.asked.length, await cardOf(id)]).toEqual([1, null]);
  });

  test('is asked for five times an hour; the last one that went out goes on working', async () => {
    const { call } = creation(EMPLOYEES);
    const { id } = await call();
    for (let times = 2; times <= 5; times += 1) {
      expect((await admin.post(`${EMPLOYEES}${id}/invite/`)).status).toBe(200);
    }
    const refused = await admin.post(`${EMPLOYEES}${id}/invite/`);
    expect([refused.status, refused.body.code, gateway.asked.length]).toEqual([403, 'sms_limit', 5]);
    const token = tokenOf(messages()[4]?.text);
    expect((await app.call('GET', '/api/crm/profile/current/', token)).status).toBe(200);
  });
});

test('EMP-26: a telephone that is put right while its message is being taken is the one it goes to', async () => {
  const { call } = creation(EMPLOYEES);
  gateway.answers = [400];
  const { id } = await call();
  clock += MINUTE;
  const phone = stored(freshPhone());
  const { kysely: db } = app.database;
  const until = new Date(clock + LONG);
  let claimed: ReturnType<typeof claimInvitation> | undefined;
  await db.transaction().execute(async (trx) => {
    await trx.updateTable('users').set({ phone }).where('id', '=', id).execute();
    await queueInvitation(trx, id, 'Новая ссылка', app.now());
    // Looks for what is to be sent before this is committed, and has to wait for it.
    claimed = claimInvitation(db, id, app.now(), until);
    await untilOneWaits(db);
  });
  expect(await claimed).toMatchObject({ phone, message: 'Новая ссылка', tries: 0 });
});

test('IMPORT-12: residents of a list whose messages were refused are sent them later', async () => {
  const phones = [stored(freshPhone()), stored(freshPhone())];
  gateway.answers = [400, 400];
  const rows = phones.map((phone_number) => ({ ...resident(), phone_number, id: demo.home.unit, label: '1' }));
  expect(outcomesOf(await submitRows(app, admin, rows)).created).toBe(2);
  // Each is put off from the moment when its refusal was heard, so the clock may go on only when both are.
  const putOff = () =>
    app.database.kysely
      .selectFrom('invitations')
      .where('tries', '=', 1)
      .where('due_at', '=', new Date(clock + MINUTE))
      .select('user_id')
      .execute();
  while ((await putOff()).length < 2) await new Promise((resolve) => setTimeout(resolve, 10));
  clock += MINUTE;
  await nextProcess();
  expect(
    messages()
      .slice(2)
      .map(({ to }) => to)
      .sort(),
  ).toEqual([...phones].sort());
});
