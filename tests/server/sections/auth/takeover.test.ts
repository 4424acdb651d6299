// Runs on PostgreSQL too: locks.
import { SECTIONS } from '#resources/language/access.ts';
import { revokeFormerPhone } from '#server/access/telephone.ts';
import {
  CONFIRM,
  CONFIRM_OWN,
  confirmCode,
  lastCode,
  lastMessage,
  recoveryToken,
  SEND_OWN,
  SET_PASSWORD,
  sendCode,
} from '#tests/support/server/codes.ts';
import { type DemoCompany, readDemoCompany } from '#tests/support/server/demo-company.ts';
import { updateOf } from '#tests/support/server/employee-rights.ts';
import { freshPhone, stored } from '#tests/support/server/imports.ts';
import { newPerson, type Person } from '#tests/support/server/people.ts';
import { type Answer, openTestApp, type TestApp } from '#tests/support/server/test-app.ts';
import { untilOneWaits } from '#tests/support/server/waiting.ts';

const EMPLOYEES = '/api/crm/employee/';
const RESIDENTS = '/api/crm/residents/';
const HOUR = 3_600_000;
let clock = Date.now();
let app: TestApp;
let demo: DemoCompany;
let admin: Person;
let company = 0;
beforeAll(async () => {
  app = await openTestApp({ now: () => new Date(clock) });
  demo = await readDemoCompany(app);
  admin = await newPerson(app, { role: 'admin' });
  company = Number((await admin.get('/api/crm/scenarios/companies/')).list[0]?.id);
});
afterAll(() => app.close());
beforeEach(() => {
  clock += HOUR;
});

const urlOf = ({ id }: { id: number }) => `${EMPLOYEES}${id}/`;
const hired = (phone_number: string) => ({
  first_name: 'Пётр',
  last_name: 'Новиков',
  gender: 'male',
  position: 'Электрик',
  company,
  phone_number,
});
const hire = async (phone: string) => Number((await admin.post(EMPLOYEES, hired(phone))).body.params?.user);
const sentTo = async (phone: string) =>
  (await app.database.kysely.selectFrom('outbox').where('recipient', '=', phone).select('id').execute()).length;

describe('PERM-23: who leads the company has more than any level tells', () => {
  test.each(['admin', 'superuser'] as const)(
    'an employee with every right neither moves the telephone of an account of role %s nor looks through its eyes',
    async (role) => {
      const levels = Object.fromEntries(SECTIONS.map((section) => [section, 'write'] as const));
      const [everything, chief] = [await newPerson(app, { levels }), await newPerson(app, { role, levels })];
      const change = await updateOf(app, chief, { phone_number: stored(freshPhone()) });
      expect(await everything.put(urlOf(chief), change)).toMatchObject({
        status: 403,
        body: { code: 'beyond_rights' },
      });
      expect(await everything.post(`${urlOf(chief)}view/`)).toMatchObject({
        status: 403,
        body: { code: 'cannot_view' },
      });
      const equal = await newPerson(app, { levels });
      const theirs = await updateOf(app, equal, { phone_number: stored(freshPhone()) });
      expect((await everything.put(urlOf(equal), theirs)).status).toBe(200);
      const other = await newPerson(app, { role: 'admin', levels });
      expect((await other.put(urlOf(chief), change)).status).toBe(200);
    },
  );

  test('a link is not sent to somebody with more rights: who has it sent might read it', async () => {
    const id = await hire(stored(freshPhone()));
    await app.database.kysely.updateTable('levels').set({ level: 'write' }).where('user_id', '=', id).execute();
    const manager = await newPerson(app, { levels: { employees: 'write', news: 'read' } });
    expect(await manager.post(`${urlOf({ id })}invite/`)).toMatchObject({
      status: 403,
      body: { code: 'cannot_invite', detail: expect.stringContaining('больше прав, чем у вас') },
    });
    expect((await admin.post(`${urlOf({ id })}invite/`)).status).toBe(200);
  });
});

describe('EMP-26: the link of an invitation', () => {
  const link = async (headers: object, where: TestApp = app) => {
    const phone = stored(freshPhone());
    const token = where === app ? admin.token : (await newPerson(where, { role: 'admin' })).token;
    await where.call('POST', { url: EMPLOYEES, body: hired(phone) }, token, headers);
    return /https?:\/\/[^/]+/.exec(await lastMessage(where, phone))?.[0];
  };

  test('leads where the call was made to, whatever its sender tells the proxy', async () => {
    const host = 'console.example.org';
    expect(await link({ host, 'x-forwarded-proto': 'https' })).toBe(`https://${host}`);
    expect(await link({ host, 'x-forwarded-host': 'elsewhere.example.org' })).toBe(`http://${host}`);
    expect(await link({ host, 'x-forwarded-proto': 'https://elsewhere.example.org/?' })).toBe(`http://${host}`);
  });

  test('leads to the address of the settings where there is one', async () => {
    const settled = await openTestApp({ settings: { publicUrl: 'https://console.example.org' } });
    expect(await link({ host: 'elsewhere.example.org' }, settled)).toBe('https://console.example.org');
    await settled.close();
  });
});

describe('A telephone is sent five invitations an hour', () => {
  test('EMP-26: whoever it is said to belong to', async () => {
    const phone = stored(freshPhone());
    for (let times = 1; times <= 7; times += 1) {
      const { body } = await admin.post(EMPLOYEES, hired(phone));
      expect(body.params).toMatchObject({ status: 'created', invited: times <= 5 });
      await admin.remove(urlOf({ id: Number(body.params?.user) }));
    }
    expect(await sentTo(phone)).toBe(5);
    clock += HOUR;
    await hire(phone);
    expect(await sentTo(phone)).toBe(6);
  });

  test('RES-35: a resident too, also when his number goes to and fro', async () => {
    const [one, other] = [stored(freshPhone()), stored(freshPhone())];
    const body = { first_name: 'Дарья', last_name: 'Калинина', gender: 'female', units: [demo.home.unit] };
    const { params } = (await admin.post(RESIDENTS, { ...body, phone_number: one })).body;
    const id = Number(params?.id);
    const invited: unknown[] = [];
    for (let times = 0; times < 12; times += 1) {
      const phone_number = times % 2 ? one : other;
      invited.push((await admin.put(`${RESIDENTS}${id}/`, { ...body, phone_number })).body.params?.invited);
    }
    expect([await sentTo(one), await sentTo(other)]).toEqual([5, 5]);
    expect(invited.slice(8)).toEqual([true, false, false, false]);
    // The last one waits for its time, as the answer's «ещё раз сами» promises.
    const { due_at } = await app.database.kysely
      .selectFrom('invitations')
      .where('user_id', '=', id)
      .select('due_at')
      .executeTakeFirstOrThrow();
    expect(Number(due_at)).toBe(clock + HOUR);
  });
});

describe('AUTH-45: a telephone that is taken from somebody', () => {
  const moved = async (person: Person) =>
    (await admin.put(urlOf(person), await updateOf(app, person, { phone_number: stored(freshPhone()) }))).status;

  test('opens his account no more, though its code was confirmed before', async () => {
    const person = await newPerson(app, { levels: { news: 'read' } });
    const token = await recoveryToken(app, person.phone);
    expect(await moved(person)).toBe(200);
    const set = await app.call('POST', { url: SET_PASSWORD, body: { password: 'Sovsem2Novyi!' } }, token);
    expect(set.status).toBe(401);
  });

  test('nor does the link of an invitation, whatever he was when the telephone was taken', async () => {
    const old = stored(freshPhone());
    const person = { id: await hire(old) };
    const token = /token=([\w-]+)/.exec(await lastMessage(app, old))?.[1] ?? '';
    await admin.post(`${urlOf(person)}suspend/`, { flag: true });
    expect((await admin.put(urlOf(person), hired(stored(freshPhone())))).status).toBe(200);
    await admin.post(`${urlOf(person)}suspend/`, { flag: false });
    const set = await app.call('POST', { url: SET_PASSWORD, body: { password: 'Sovsem2Novyi!' } }, token);
    expect(set.status).toBe(401);
  });

  test('nor what a session has confirmed by it', async () => {
    const person = await newPerson(app, { levels: { news: 'read' } });
    await person.post(SEND_OWN);
    expect((await person.post(CONFIRM_OWN, { confirm_code: await lastCode(app, person.phone) })).status).toBe(200);
    expect(await moved(person)).toBe(200);
    expect(await person.post(SET_PASSWORD, { password: 'Sovsem2Novyi!' })).toMatchObject({
      status: 403,
      body: { code: 'code_needed' },
    });
  });

  test.each([
    ['a code that is asked for', (phone: string) => sendCode(app, phone), 'no_such_user'],
    [
      'a code that is typed',
      async (phone: string) => confirmCode(app, phone, await lastCode(app, phone)),
      'wrong_code',
    ],
  ])('nor does %s at that very moment', async (_what, call, code) => {
    const person = await newPerson(app, { levels: { news: 'read' } });
    await sendCode(app, person.phone);
    clock += 2 * 60_000;
    const sent = await sentTo(person.phone);
    const { kysely: db } = app.database;
    let answered: Promise<Answer> | undefined;
    await db.transaction().execute(async (trx) => {
      await trx
        .updateTable('users')
        .set({ phone: stored(freshPhone()) })
        .where('id', '=', person.id)
        .execute();
      answered = call(person.phone);
      await untilOneWaits(db);
      await revokeFormerPhone(trx, person.id, app.now());
    });
    expect(await answered).toMatchObject({ status: 404, body: { code } });
    expect(await sentTo(person.phone)).toBe(sent);
    const live = await db
      .selectFrom('tokens')
      .where('user_id', '=', person.id)
      .where('purpose', '=', 'recovery')
      .select('id')
      .execute();
    expect(live).toEqual([]);
  });

  test('nor does a code that it was sent before, by the number of after', async () => {
    const person = await newPerson(app, { levels: { news: 'read' } });
    await sendCode(app, person.phone);
    const confirm_code = await lastCode(app, person.phone);
    expect(await moved(person)).toBe(200);
    const { phone } = await app.database.kysely
      .selectFrom('users')
      .where('id', '=', person.id)
      .select('phone')
      .executeTakeFirstOrThrow();
    const tried = await app.call('POST', { url: CONFIRM, body: { username: phone, confirm_code } }, null);
    expect(tried).toMatchObject({ status: 404, body: { code: 'wrong_code' } });
  });
});
