import { issueToken } from '#server/access/tokens.ts';
import type { TokenPurpose, UserStatus } from '#server/db/tables/access.ts';
import {
  CONFIRM_OWN,
  lastCode,
  lastMessage,
  otherThan,
  recoveryToken,
  SEND_OWN,
  SET_PASSWORD,
} from '#tests/support/server/codes.ts';
import { newPerson, type Person } from '#tests/support/server/people.ts';
import { listen, openSocket } from '#tests/support/server/sockets.ts';
import { openTestApp, PASSWORD, phoneOf, type TestApp } from '#tests/support/server/test-app.ts';

const NEW = 'Sovsem2Novyi!';
const BAD_TOKEN = 'Не смогли получить сотрудника с таким токеном';
const MINUTE = 60_000;

let app: TestApp;
let host = '';
let clock = Date.now();
let person: Person;
beforeAll(async () => {
  app = await openTestApp({ now: () => new Date(clock) });
  host = await listen(app);
});
afterAll(() => app.close());
beforeEach(async () => {
  clock += 16 * MINUTE;
  person = await newPerson(app);
});

const set = (token: string, password: unknown = NEW) =>
  app.call('POST', { url: SET_PASSWORD, body: { password } }, token);
const signIn = async (password: string, phone = person.phone) =>
  (await app.call('POST', { url: '/api/auth', body: { username: phone, password } })).status;
const isAlive = async (token: string) => (await app.call('GET', '/api/crm/permissions/', token)).status === 200;
const link = (purpose: TokenPurpose) => issueToken(app.database.kysely, person.id, purpose, new Date(clock));
const status = async (is: UserStatus) => {
  await app.database.kysely.updateTable('users').set({ status: is }).where('id', '=', person.id).execute();
};
/** The person's own session types the code it was sent. */
async function confirmOwn(who: Person): Promise<void> {
  await who.post(SEND_OWN);
  await who.post(CONFIRM_OWN, { confirm_code: await lastCode(app, who.phone) });
}

describe('a password by a recovery', () => {
  test('AUTH-57, AUTH-65: the token of the code sets it; the old one is good no more', async () => {
    expect(await set(await recoveryToken(app, person.phone))).toMatchObject({
      status: 200,
      body: { params: { user: person.id } },
    });
    expect([await signIn(NEW), await signIn(PASSWORD)]).toEqual([200, 400]);
  });

  test('AUTH-55: its token works once, also when several come at once', async () => {
    const token = await recoveryToken(app, person.phone);
    const answers = await Promise.all(['Pervyi12', 'Vtoroi12', 'Tretii12'].map((password) => set(token, password)));
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 401, 401]);
    expect(await set(token)).toMatchObject({ status: 401, body: { detail: BAD_TOKEN } });
  });

  test('AUTH-55: its token dies after an hour', async () => {
    const token = await recoveryToken(app, person.phone);
    clock += 60 * MINUTE;
    expect(await set(token)).toMatchObject({ status: 401, body: { detail: BAD_TOKEN } });
  });

  test('AUTH-45: a second recovery ends the first', async () => {
    const first = await recoveryToken(app, person.phone);
    clock += MINUTE;
    const second = await recoveryToken(app, person.phone);
    expect([(await set(first)).status, (await set(second)).status]).toEqual([401, 200]);
  });

  test('AUTH-57: every session of the person ends with its sockets, and so does every other link', async () => {
    const invitation = await link('activation');
    const socket = await openSocket(host, `/ws/notifications?token=${person.token}`);
    await socket.next(({ type }) => type === 'welcome');
    await set(await recoveryToken(app, person.phone));
    const answered = performance.now();
    const { code, at } = await socket.closed;
    expect(code).toBe(4001);
    expect(at - answered).toBeLessThan(10_000);
    expect(await isAlive(person.token)).toBe(false);
    expect((await set(invitation)).status).toBe(401);
  });

  test('AUTH-57: somebody blocked meanwhile is refused', async () => {
    const token = await recoveryToken(app, person.phone);
    await status('suspended');
    expect((await set(token)).status).toBe(401);
    await status('active');
    expect(await signIn(PASSWORD)).toBe(200);
  });

  test('AUTH-66…70: one of the commonest, or with a name, the company’s or the phone in it, is 400 with a sentence, and the token is not used up', async () => {
    const token = await link('recovery');
    const digits = person.phone.slice(-7);
    for (const [password, sentence] of [
      ['Password1', /легко подобрать/],
      ['Privet2026', /легко подобрать/],
      ['xxProverkin9!', /имени, названия компании и номера телефона/],
      ['Upravdom74kot', /имени, названия компании и номера телефона/],
      [`Kot${digits}x`, /имени, названия компании и номера телефона/],
    ] as const) {
      const { status, body } = await set(token, password);
      expect([password, status, body.password]).toEqual([password, 400, [expect.stringMatching(sentence)]]);
    }
    expect(await signIn(PASSWORD)).toBe(200);
    expect((await set(token)).status).toBe(200);
  });

  test.each(['', 'Abc1234', 'Пароль12', 'ABCDEFG1', 'abcdefg1', 'Abcdefgh', null, 12345678, ['Abcdefg1']])(
    'AUTH-66…70: %p is 400 at the field, and the token is not used up by it',
    async (password) => {
      const token = await link('recovery');
      const answer = await set(token, password);
      expect(answer.status).toBe(400);
      expect(answer.body.password).toBeDefined();
      expect((await set(token)).status).toBe(200);
    },
  );
});

describe('a password by an invitation', () => {
  test('AUTH-54, AUTH-57: the link of the demo company’s invited account opens profile and password; then he is in', async () => {
    const token = /token=(\S+)/.exec(await lastMessage(app, phoneOf(9)))?.[1] ?? '';
    const profile = await app.call('GET', '/api/crm/profile/current/', token);
    expect(profile).toMatchObject({
      status: 200,
      body: { status: 'created', phone_number: phoneOf(9), company: { label: expect.any(String) } },
    });
    expect(await signIn(NEW, phoneOf(9))).toBe(400);
    expect((await set(token)).status).toBe(200);
    expect(await signIn(NEW, phoneOf(9))).toBe(200);
    expect((await set(token)).status).toBe(401);
  });

  test('AUTH-55: an unknown token is 401 with its text, on looking up and on setting', async () => {
    for (const answer of [await app.call('GET', '/api/crm/profile/current/', 'unknown'), await set('unknown')]) {
      expect(answer).toMatchObject({ status: 401, body: { detail: BAD_TOKEN } });
    }
    const none = await app.call('POST', { url: SET_PASSWORD, body: { password: NEW } });
    expect(none).toMatchObject({ status: 401, body: { detail: 'Войдите в систему' } });
  });

  test('AUTH-55: an invitation dies after a week', async () => {
    const token = await link('activation');
    clock += 7 * 24 * 60 * MINUTE;
    expect((await set(token)).status).toBe(401);
  });

  test('AUTH-57: a ticket of a socket is no such token', async () => {
    const { body } = await person.post('/api/authorized/socket-tickets/');
    expect((await set(String(body.ticket))).status).toBe(401);
  });
});

describe('a password while signed in', () => {
  test('AUTH-47, AUTH-48, AUTH-50: code, confirmation, then the stored token sets the password once', async () => {
    expect(await person.post(SEND_OWN)).toMatchObject({
      status: 200,
      body: { data: { username: person.phone, cooldown_seconds: 60 } },
    });
    const code = await lastCode(app, person.phone);
    expect((await person.post(CONFIRM_OWN, { confirm_code: code })).status).toBe(200);
    expect((await set(person.token)).status).toBe(200);
    expect(await signIn(NEW)).toBe(200);
    expect((await set(person.token, 'Eshe1Raz!')).status).toBe(401);
  });

  test('AUTH-50: a session alone, stolen or left open, sets nothing', async () => {
    expect(await set(person.token)).toMatchObject({ status: 403, body: { code: 'code_needed' } });
    await person.post(SEND_OWN);
    expect((await set(person.token)).status).toBe(403);
    expect(await signIn(PASSWORD)).toBe(200);
  });

  test('AUTH-50: of several at once one sets it', async () => {
    await confirmOwn(person);
    const answers = await Promise.all(['Pervyi12', 'Vtoroi12', 'Tretii12'].map((one) => set(person.token, one)));
    const [done, ...refused] = answers.map((answer) => answer.status).sort();
    // Later callers find their session ended.
    expect([done, refused.every((status) => status === 403 || status === 401)]).toEqual([200, true]);
  });

  test('AUTH-50: a confirmation grows old after ten minutes', async () => {
    await confirmOwn(person);
    clock += 10 * MINUTE;
    expect((await set(person.token)).status).toBe(403);
  });

  test('AUTH-48: a code belongs to the session that asked for it', async () => {
    const thief = await link('session');
    await person.post(SEND_OWN);
    const confirm_code = await lastCode(app, person.phone);
    expect((await app.call('POST', { url: CONFIRM_OWN, body: { confirm_code } }, thief)).status).toBe(404);
    await person.post(CONFIRM_OWN, { confirm_code });
    expect((await set(thief)).status).toBe(403);
    expect((await set(person.token)).status).toBe(200);
  });

  test('AUTH-48: a code of recovery does not confirm a session, nor the other way round', async () => {
    await app.call('POST', {
      url: '/api/anonymous/forgot_pass/send_confirm_code/',
      body: { username: person.phone },
    });
    const anonymous = await lastCode(app, person.phone);
    expect((await person.post(CONFIRM_OWN, { confirm_code: anonymous })).status).toBe(404);
  });

  test('AUTH-43, AUTH-44: wrong codes are counted as in a recovery', async () => {
    await person.post(SEND_OWN);
    const code = await lastCode(app, person.phone);
    const tries = [];
    for (let tried = 1; tried <= 6; tried += 1) {
      tries.push((await person.post(CONFIRM_OWN, { confirm_code: otherThan(code, tried) })).status);
    }
    expect(tries).toEqual([404, 404, 404, 404, 404, 403]);
    expect((await person.post(CONFIRM_OWN, { confirm_code: code })).status).toBe(403);
  });

  test('AUTH-49: every session ends, the one that changed it too: a copy of its token opens nothing', async () => {
    const elsewhere = await link('session');
    const socket = await openSocket(host, `/ws/notifications?token=${person.token}`);
    await socket.next(({ type }) => type === 'welcome');
    await confirmOwn(person);
    expect((await set(person.token)).status).toBe(200);
    expect([await isAlive(elsewhere), await isAlive(person.token)]).toEqual([false, false]);
    expect((await socket.closed).code).toBe(4001);
  });

  test('AUTH-49: a sign-in with the old password that was under way when it changed leaves no session', async () => {
    await confirmOwn(person);
    const [entered] = await Promise.all([
      app.call('POST', { url: '/api/auth', body: { username: person.phone, password: PASSWORD } }),
      set(person.token),
    ]);
    if (entered.status === 200) expect(await isAlive(String(entered.body.token))).toBe(false);
    expect(await signIn(PASSWORD)).toBe(400);
  });

  test('AUTH-57: the audit log tells that and how it was set, and nothing of it', async () => {
    await confirmOwn(person);
    await set(person.token);
    const entries = await app.database.kysely
      .selectFrom('audit')
      .where('user_id', '=', person.id)
      .orderBy('id')
      .select(['action', 'after'])
      .execute();
    expect(entries).toEqual([
      { action: 'confirm-phone', after: null },
      { action: 'set-password', after: { by: 'session' } },
    ]);
  });
});
