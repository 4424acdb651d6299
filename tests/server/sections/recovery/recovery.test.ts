import { hashCode } from '#server/sections/recovery/codes.ts';
import { countGuess } from '#server/sections/recovery/queries.ts';
import { confirmCode, lastCode, lastMessage, otherThan, sendCode } from '#tests/support/server/codes.ts';
import { newPerson, type Person } from '#tests/support/server/people.ts';
import { openTestApp, phoneOf, type TestApp } from '#tests/support/server/test-app.ts';

const LIMIT = 'Превышен лимит попыток, необходимо подождать';
const TRIES = 'Слишком много попыток, необходимо подождать';
const WRONG = 'Неверный код смс';
const UNKNOWN = 'Пользователя с таким номером телефона нет в системе';
const MINUTE = 60_000;

let app: TestApp;
let clock = Date.now();
let person: Person;
beforeAll(async () => {
  app = await openTestApp({ now: () => new Date(clock) });
});
afterAll(() => app.close());
beforeEach(async () => {
  // Each test stands in a quarter of an hour of its own: the limit of one address begins anew.
  clock += 16 * MINUTE;
  person = await newPerson(app);
});

/** Guesses at codes that were counted for the person's newest one. */
async function counted(): Promise<number> {
  const row = await app.database.kysely
    .selectFrom('sms_codes')
    .where('user_id', '=', person.id)
    .orderBy('id', 'desc')
    .select('attempts')
    .executeTakeFirstOrThrow();
  return row.attempts;
}

describe('sending a code', () => {
  test('AUTH-33, AUTH-38, API-06: answers username and the server’s cooldown, in data', async () => {
    const answer = await sendCode(app, person.phone);
    expect(answer).toMatchObject({
      status: 200,
      body: { data: { username: person.phone, cooldown_seconds: 60 } },
    });
    expect(await lastMessage(app, person.phone)).toMatch(/\b\d{6}\b/);
  });

  test('AUTH-17: takes the phone in any usual spelling', async () => {
    const digits = person.phone.slice(2);
    const answer = await sendCode(app, `8 (${digits.slice(0, 3)}) ${digits.slice(3)}`);
    expect(answer.body.data?.username).toBe(person.phone);
  });

  test.each(['', '123', 'Иван', '+7 (000) 000-00-00', null, 7, ['+79000000006'], `+7${'9'.repeat(100)}`])(
    'AUTH-32: %p is no phone: 400 at username',
    async (username) => {
      const answer = await sendCode(app, username);
      expect(answer.status).toBe(400);
      expect(answer.body.username).toBeDefined();
    },
  );

  test('AUTH-42: a phone nobody has is 404 with its text; so are a resident’s and a deleted person’s', async () => {
    await app.database.kysely
      .updateTable('users')
      .set({ status: 'deleted', phone: null })
      .where('id', '=', person.id)
      .execute();
    for (const phone of ['+79169999999', phoneOf(8), person.phone]) {
      expect(await sendCode(app, phone)).toMatchObject({ status: 404, body: { detail: UNKNOWN } });
    }
  });

  test('AUTH-42: the answers for somebody blocked are those for anybody; they are told by SMS and get no code', async () => {
    const sent = await sendCode(app, phoneOf(7));
    expect(sent).toMatchObject({ status: 200, body: { data: { username: phoneOf(7), cooldown_seconds: 60 } } });
    expect(await lastMessage(app, phoneOf(7))).toMatch(/заблокирована/);
    expect(await lastMessage(app, phoneOf(7))).not.toMatch(/\d{6}/);
    expect((await sendCode(app, phoneOf(7))).status).toBe(403);
    await sendCode(app, person.phone);
    const tries = async (phone: string) => {
      const answers = [];
      for (let tried = 0; tried < 6; tried += 1) answers.push(await confirmCode(app, phone, '000000'));
      return answers.map(({ status, body }) => [status, body.code]);
    };
    await app.database.kysely
      .updateTable('sms_codes')
      .set({ hash: hashCode('111111') })
      .execute();
    expect(await tries(phoneOf(7))).toEqual(await tries(person.phone));
    // A right guess brings nothing either.
    clock += MINUTE;
    await sendCode(app, phoneOf(7));
    await app.database.kysely
      .updateTable('sms_codes')
      .set({ hash: hashCode('111111') })
      .execute();
    expect(await confirmCode(app, phoneOf(7), '111111')).toMatchObject({ status: 404, body: { detail: WRONG } });
  });

  test('AUTH-40, AUTH-41: too early is 403 with text, seconds left and username; after the cooldown it is sent again', async () => {
    await sendCode(app, person.phone);
    clock += 20_500;
    expect(await sendCode(app, person.phone)).toMatchObject({
      status: 403,
      body: { detail: LIMIT, code: 'sms_limit', cooldown_seconds: 40, username: person.phone },
    });
    clock += 39_500;
    expect((await sendCode(app, person.phone)).status).toBe(200);
  });

  test('AUTH-41: the sixth code within an hour waits for the hour, the eleventh within a day for the day', async () => {
    const began = clock;
    for (let sent = 0; sent < 5; sent += 1) {
      expect((await sendCode(app, person.phone)).status).toBe(200);
      clock += MINUTE;
    }
    const sixth = await sendCode(app, person.phone);
    expect(sixth).toMatchObject({ status: 403, body: { cooldown_seconds: 55 * 60 } });
    for (let sent = 0; sent < 5; sent += 1) {
      clock += 60 * MINUTE;
      expect((await sendCode(app, person.phone)).status).toBe(200);
    }
    clock += 60 * MINUTE;
    const eleventh = await sendCode(app, person.phone);
    expect(eleventh.body.cooldown_seconds).toBe((began + 24 * 60 * MINUTE - clock) / 1000);
  });

  test('AUTH-40: of many calls at once one sends', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => sendCode(app, person.phone)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 403)).toHaveLength(19);
    const { list } = await app.call('GET', '/dev/outbox');
    expect(list.filter(({ to }) => String(to) === person.phone)).toHaveLength(1);
  });

  test('AUTH-41: one address that tries out phones is stopped, for phones that are known too, another is not', async () => {
    for (let tried = 0; tried < 10; tried += 1) {
      expect((await sendCode(app, `+7916000${1000 + tried}`, '203.0.113.5')).status).toBe(404);
    }
    expect(await sendCode(app, person.phone, '203.0.113.5')).toMatchObject({
      status: 403,
      body: { detail: LIMIT, cooldown_seconds: 15 * 60, username: person.phone },
    });
    expect((await sendCode(app, person.phone, '203.0.113.6')).status).toBe(200);
  });

  test('AUTH-41: an IPv6 customer cannot take another address of his own network', async () => {
    const answers = [];
    for (let tried = 0; tried < 11; tried += 1) {
      answers.push(await sendCode(app, '+79169999999', `2001:db8:0:7::${(tried + 1).toString(16)}`));
    }
    expect(answers.map(({ status }) => status)).toEqual([...Array(10).fill(404), 403]);
    expect((await sendCode(app, '+79169999999', '2001:db8:0:8::1')).status).toBe(404);
  });

  test('API-03: a stored token changes nothing', async () => {
    const call = { url: '/api/anonymous/forgot_pass/send_confirm_code/', body: { username: person.phone } };
    expect((await app.call('POST', call, 'dead-token')).status).toBe(200);
  });
});

describe('confirming a code', () => {
  test('AUTH-35, AUTH-45: the right code answers a token that opens the password form', async () => {
    await sendCode(app, person.phone);
    const answer = await confirmCode(app, person.phone, await lastCode(app, person.phone));
    expect(answer.status).toBe(200);
    const profile = await app.call('GET', '/api/crm/profile/current/', String(answer.body.data?.token));
    expect(profile).toMatchObject({ status: 200, body: { phone_number: person.phone, avatar: null } });
  });

  test('AUTH-45: that token opens nothing else', async () => {
    await sendCode(app, person.phone);
    const { body } = await confirmCode(app, person.phone, await lastCode(app, person.phone));
    for (const url of ['/api/crm/buildings/', '/api/crm/cameras/', '/api/crm/permissions/']) {
      expect((await app.call('GET', url, String(body.data?.token))).status).toBe(401);
    }
  });

  test('AUTH-44: a wrong code is 404 with its text', async () => {
    await sendCode(app, person.phone);
    const wrong = otherThan(await lastCode(app, person.phone));
    expect(await confirmCode(app, person.phone, wrong)).toMatchObject({ status: 404, body: { detail: WRONG } });
  });

  test.each(['', '12345', '1234567', '123-456', 'abcdef', '１２３４５６', null, 123456, { $gt: '' }])(
    'AUTH-36: %p is not six digits as text: 400, and no try is spent',
    async (code) => {
      await sendCode(app, person.phone);
      const answer = await confirmCode(app, person.phone, code);
      expect(answer.status).toBe(400);
      expect(answer.body.confirm_code).toBeDefined();
      expect(await counted()).toBe(0);
    },
  );

  test('AUTH-35: a code works once', async () => {
    await sendCode(app, person.phone);
    const code = await lastCode(app, person.phone);
    const answers = await Promise.all(Array.from({ length: 5 }, () => confirmCode(app, person.phone, code)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404, 404]);
    expect((await confirmCode(app, person.phone, code)).status).toBe(404);
  });

  test('AUTH-35: a code dies after ten minutes', async () => {
    await sendCode(app, person.phone);
    const code = await lastCode(app, person.phone);
    clock += 10 * MINUTE;
    expect((await confirmCode(app, person.phone, code)).status).toBe(404);
  });

  test('AUTH-40: a new code ends the one before', async () => {
    await sendCode(app, person.phone);
    const first = await lastCode(app, person.phone);
    clock += MINUTE;
    await sendCode(app, person.phone);
    const second = await lastCode(app, person.phone);
    if (first !== second) expect((await confirmCode(app, person.phone, first)).status).toBe(404);
    expect((await confirmCode(app, person.phone, second)).status).toBe(200);
  });

  test('AUTH-35: a code belongs to the phone it was sent to', async () => {
    const other = await newPerson(app);
    await sendCode(app, person.phone);
    await sendCode(app, other.phone);
    const code = await lastCode(app, person.phone);
    if (code !== (await lastCode(app, other.phone))) {
      expect((await confirmCode(app, other.phone, code)).status).toBe(404);
    }
  });

  test('AUTH-44: whom nobody knows, and who asked for no code, gets the answer of a wrong one', async () => {
    for (const phone of ['+79169999999', person.phone, phoneOf(7), phoneOf(8)]) {
      expect(await confirmCode(app, phone, '123456')).toMatchObject({ status: 404, body: { detail: WRONG } });
    }
  });

  test('AUTH-43: after five wrong codes even the right one is 403 with text, seconds and username', async () => {
    await sendCode(app, person.phone);
    const code = await lastCode(app, person.phone);
    for (let tried = 1; tried <= 5; tried += 1) {
      expect((await confirmCode(app, person.phone, otherThan(code, tried))).status).toBe(404);
    }
    clock += 10_000;
    expect(await confirmCode(app, person.phone, code)).toMatchObject({
      status: 403,
      body: { detail: TRIES, code: 'code_limit', cooldown_seconds: 50, username: person.phone },
    });
    clock += 50_000;
    await sendCode(app, person.phone);
    expect((await confirmCode(app, person.phone, await lastCode(app, person.phone))).status).toBe(200);
  });

  test('AUTH-43: of 200 guesses at once, from as many addresses, five are looked at', async () => {
    await sendCode(app, person.phone);
    const code = await lastCode(app, person.phone);
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, place) =>
        confirmCode(app, person.phone, otherThan(code, place + 1), `198.51.100.${place}`),
      ),
    );
    expect(answers.filter(({ status }) => status === 404)).toHaveLength(5);
    expect(answers.filter(({ status }) => status === 403)).toHaveLength(195);
    expect(await counted()).toBe(5);
    expect((await confirmCode(app, person.phone, code)).status).toBe(403);
  });

  test('AUTH-43: one address is stopped after a hundred codes, whoever’s they are; another is not', async () => {
    for (let tried = 0; tried < 100; tried += 1) await confirmCode(app, '+79169999999', '123456', '203.0.113.9');
    await sendCode(app, person.phone);
    const code = await lastCode(app, person.phone);
    expect(await confirmCode(app, person.phone, code, '203.0.113.9')).toMatchObject({
      status: 403,
      body: { detail: TRIES, cooldown_seconds: 15 * 60, username: person.phone },
    });
    expect((await confirmCode(app, person.phone, code, '203.0.113.10')).status).toBe(200);
  });

  test('AUTH-43: a process that is killed between the count and the look has spent the try', async () => {
    await sendCode(app, person.phone);
    const code = await lastCode(app, person.phone);
    const owner = { user: person.id, session: null };
    // All that a killed process has done: the count stands before anything is compared.
    for (let tried = 0; tried < 5; tried += 1) await countGuess(app.database.kysely, owner, new Date(clock));
    expect((await confirmCode(app, person.phone, code)).status).toBe(403);
  });

  test('AUTH-35: neither code nor phone stand in the audit log, and the code not in its table', async () => {
    await sendCode(app, person.phone);
    const code = await lastCode(app, person.phone);
    await confirmCode(app, person.phone, code);
    const { kysely } = app.database;
    const entries = await kysely.selectFrom('audit').where('user_id', '=', person.id).selectAll().execute();
    expect(entries.map(({ action }) => action)).toEqual(['confirm-phone']);
    expect(JSON.stringify(entries.map(({ before, after }) => [before, after]))).not.toContain(code);
    const rows = await kysely.selectFrom('sms_codes').where('user_id', '=', person.id).select('hash').execute();
    for (const { hash } of rows) expect(Buffer.from(hash).toString('latin1')).not.toContain(code);
  });
});
