// Runs on PostgreSQL too: what a change holds locked.
import { SET_PASSWORD } from '#tests/support/server/codes.ts';
import { freshPhone, stored } from '#tests/support/server/imports.ts';
import { demoPerson, newPerson, type Person } from '#tests/support/server/people.ts';
import { openTestApp, type TestApp } from '#tests/support/server/test-app.ts';

const EMPLOYEES = '/api/crm/employee/';
const MINUTE = 60_000;
const NEW = 'Sovsem2Novyi!';
let clock = Date.now();
let app: TestApp;
let admin: Person;
beforeAll(async () => {
  app = await openTestApp({ now: () => new Date(clock) });
  admin = await demoPerson(app, 1);
});
afterAll(() => app.close());

/** Somebody who is invited. @returns their id */
async function invited(): Promise<number> {
  const company = Number((await admin.get('/api/crm/scenarios/companies/')).list[0]?.id);
  const person = { first_name: 'Пётр', last_name: 'Новиков', gender: 'male', position: 'Электрик', company };
  const made = await admin.post(EMPLOYEES, { ...person, phone_number: stored(freshPhone()) });
  expect(made.status).toBe(201);
  return Number(made.body.params?.user);
}
const link = (id: number, by = admin) => by.post(`${EMPLOYEES}${id}/link/`);
const tokenOf = (text: unknown) => /\/registration\?token=([\w-]+)$/.exec(String(text))?.[1] ?? '';
const set = (token: string) => app.call('POST', { url: SET_PASSWORD, body: { password: NEW } }, token);
const features = async (person: Person) => (await person.get('/api/crm/permissions/')).body.features;

describe('the link of an invited employee, without a gateway for SMS', () => {
  test('AUTH-53: sets their password, once; the links before it lead nowhere', async () => {
    const id = await invited();
    const first = await link(id);
    expect([first.status, String(first.body.link)]).toEqual([
      200,
      expect.stringMatching(/^http:\/\/[^/]+\/registration/),
    ]);
    expect(Date.parse(String(first.body.until)) - clock).toBe(7 * 24 * 60 * MINUTE);
    const second = await link(id);
    expect((await set(tokenOf(first.body.link))).status).toBe(401);
    expect((await set(tokenOf(second.body.link))).status).toBe(200);
    expect((await set(tokenOf(second.body.link))).status).toBe(401);
    expect(await link(id)).toMatchObject({ status: 409, body: { code: 'not_invited' } });
  });

  test('it is written down, without the link', async () => {
    const id = await invited();
    const { body } = await link(id);
    const rows = await app.database.kysely
      .selectFrom('audit')
      .where('resource', '=', 'employees')
      .where('record_id', '=', String(id))
      .selectAll()
      .execute();
    expect(rows.map(({ action, user_id }) => [action, user_id])).toEqual([
      ['create', admin.id],
      ['issue-link', admin.id],
    ]);
    expect(JSON.stringify(rows)).not.toContain(tokenOf(body.link));
    const history = await admin.get(`${EMPLOYEES}${id}/history/`);
    expect(history.text).toContain('issue-link');
  });

  test('an invitation that waits to be sent is not sent any more', async () => {
    const id = await invited();
    await link(id);
    const waits = app.database.kysely.selectFrom('invitations').where('user_id', '=', id).selectAll();
    expect(await waits.execute()).toEqual([]);
  });

  test('PERM-23: is closed to readers, and to a manager who lacks a right of the invited', async () => {
    const id = await invited();
    expect((await link(id, await newPerson(app, { levels: 'read' }))).status).toBe(403);
    await app.database.kysely
      .updateTable('levels')
      .set({ level: 'write' })
      .where('user_id', '=', id)
      .where('section', '=', 'cameras')
      .execute();
    const poorer = await newPerson(app, { levels: { employees: 'write', news: 'write' } });
    expect(await link(id, poorer)).toMatchObject({ status: 403, body: { code: 'cannot_invite' } });
  });

  test('asks for the password where the installation wants it', async () => {
    const strict = await openTestApp({ now: () => new Date(clock), settings: { confirmPassword: true } });
    const by = await demoPerson(strict, 1);
    const nine = await demoPerson(strict, 9);
    clock += 11 * MINUTE;
    expect(await by.post(`${EMPLOYEES}${nine.id}/link/`)).toMatchObject({
      status: 403,
      body: { code: 'confirm_needed' },
    });
    await strict.close();
  });

  test('the console is told that nothing is sent', async () => {
    expect(await features(admin)).toMatchObject({ byHand: true });
  });

  test('whoever may invite residents reads what to tell them; others do not', async () => {
    const answer = await admin.get('/api/crm/residents/invitation/');
    expect(answer.body.text).toMatch(/«Северный дом»: вас пригласили/);
    const reader = await newPerson(app, { levels: { residents: 'read' } });
    expect((await reader.get('/api/crm/residents/invitation/')).status).toBe(403);
  });
});

test('with a gateway no link is handed over: it proves that its holder has the telephone', async () => {
  const sent = await openTestApp({ settings: { smsUrl: 'http://127.0.0.1:9/' } });
  const by = await demoPerson(sent, 1);
  const nine = await demoPerson(sent, 9);
  expect(await by.post(`${EMPLOYEES}${nine.id}/link/`)).toMatchObject({
    status: 409,
    body: { code: 'sent_by_gateway' },
  });
  expect(await features(by)).toMatchObject({ byHand: false });
  await sent.close();
});
