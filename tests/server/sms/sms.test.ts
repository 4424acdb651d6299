import { PassThrough } from 'node:stream';
import { pino } from 'pino';
import { createGateway, SmsRefused } from '#server/sms/gateway.ts';
import { createSms, maskPhoneForLog } from '#server/sms/sms.ts';
import { SEND, sendCode } from '#tests/support/server/codes.ts';
import { newPerson } from '#tests/support/server/people.ts';
import { openSmsGateway } from '#tests/support/server/sms-gateway.ts';
import { openTestApp, type TestApp } from '#tests/support/server/test-app.ts';

/** Longer than a busy machine takes to answer: a call is given up only where nothing answers it. */
const QUICK = { timeout: 20_000, pauses: [5, 5] };
/** For a gateway that answers nothing. */
const IMPATIENT = { ...QUICK, timeout: 1_000 };
const PHONE = '+79000000001';
const TEXT = 'Код: 123456';

const there = openSmsGateway();

describe('the SMS gateway', () => {
  test('AUTH-32: is sent number and text as JSON, its key by the query or as Basic', async () => {
    await createGateway(`http://us%40er:s%2Fecret@${there.address}/send?key=k1`, QUICK)(PHONE, TEXT);
    expect(there.asked).toHaveLength(1);
    expect(there.asked[0]).toMatchObject({
      path: '/send?key=k1',
      headers: {
        'content-type': 'application/json',
        authorization: `Basic ${Buffer.from('us@er:s/ecret').toString('base64')}`,
      },
    });
    expect(JSON.parse(there.asked[0]?.body ?? '')).toEqual({ to: PHONE, text: TEXT });
  });

  test.each([
    [[503, 200], QUICK],
    [[0, 200], IMPATIENT],
    [[429, 500, 201], QUICK],
  ])('AUTH-32: is asked again after %p, as the same message', async (list, patience) => {
    there.answers = [...list];
    await createGateway(`http://${there.address}/`, patience)(PHONE, TEXT);
    expect(there.asked).toHaveLength(list.length);
    expect(new Set(there.asked.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
  });

  test.each([
    [[400], 1, QUICK],
    [[401], 1, QUICK],
    [[302], 1, QUICK],
    [[500, 500, 500], 3, QUICK],
    [[0, 0, 0], 3, IMPATIENT],
  ])(
    'that answers %p has refused, after %p calls; the reason holds neither number nor text',
    async (list, calls, patience) => {
      there.answers = [...list];
      const refused = await createGateway(`http://${there.address}/?key=k1`, patience)(PHONE, TEXT).catch(
        (error: unknown) => error,
      );
      expect(refused).toBeInstanceOf(SmsRefused);
      expect(String(refused)).not.toMatch(/123456|79000000001|k1/);
      expect(there.asked).toHaveLength(calls);
    },
  );

  test('AUTH-32: that is not there has refused', async () => {
    await expect(createGateway('http://127.0.0.1:1/', QUICK)(PHONE, TEXT)).rejects.toBeInstanceOf(SmsRefused);
  });
});

describe('codes by SMS', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await openTestApp({ settings: { smsUrl: `http://${there.address}/sms` } });
  });
  afterAll(() => app.close());

  test('AUTH-32: go through the gateway when there is one, and not into the outbox', async () => {
    const person = await newPerson(app);
    expect((await sendCode(app, person.phone)).status).toBe(200);
    expect(JSON.parse(there.asked[0]?.body ?? '')).toEqual({
      to: person.phone,
      text: expect.stringMatching(/\b\d{6}\b/),
    });
    const { list } = await app.call('GET', '/dev/outbox');
    expect(list.filter(({ to }) => String(to) === person.phone)).toEqual([]);
  });

  test('AUTH-32: a gateway that refuses is 503 with a sentence; the code is worth nothing then', async () => {
    const person = await newPerson(app);
    there.answers = [400];
    const answer = await sendCode(app, person.phone);
    expect(answer).toMatchObject({ status: 503, body: { detail: expect.stringContaining('СМС') } });
    const code = /\d{6}/.exec(there.asked[0]?.body.replace(person.phone, '') ?? '')?.[0];
    const confirm = '/api/anonymous/forgot_pass/confirm_reset_password/';
    const tried = await app.call('POST', { url: confirm, body: { username: person.phone, confirm_code: code } });
    expect(tried.status).toBe(404);
  });

  test('AUTH-32: a slow gateway holds no transaction: others go on meanwhile', async () => {
    const person = await newPerson(app);
    // However often it is asked, it answers when it is let go.
    there.answers = [0, 0, 0];
    let sent = false;
    const sending = app.call('POST', { url: SEND, body: { username: person.phone } }).finally(() => {
      sent = true;
    });
    await there.wasAsked(1);
    const other = await newPerson(app);
    expect((await other.get('/api/crm/permissions/')).status).toBe(200);
    expect(sent).toBe(false);
    there.letGo();
    expect((await sending).status).toBe(200);
  });
});

describe('without a gateway', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await openTestApp({ empty: true });
  });
  afterAll(() => app.close());

  async function logOf(demo: boolean): Promise<string> {
    const stream = new PassThrough();
    await createSms({ demo }, app.database.kysely, pino(stream)).send(PHONE, TEXT);
    return String(stream.read());
  }

  test('AUTH-32: the message goes to the log, its number masked, and with the demo company to the outbox too', async () => {
    for (const log of [await logOf(true), await logOf(false)]) {
      expect(log).toContain(TEXT);
      expect(log).toContain(maskPhoneForLog(PHONE));
      expect(log).not.toContain(PHONE);
    }
    const { list } = await app.call('GET', '/dev/outbox');
    expect(list).toMatchObject([{ to: PHONE, text: TEXT }]);
  });

  test('AUTH-32: an installation of its own is warned at the start', async () => {
    const lines = new PassThrough();
    createSms({ demo: false }, app.database.kysely, pino(lines));
    expect(JSON.parse(String(lines.read()))).toMatchObject({ level: 40, msg: expect.stringContaining('SMS_URL') });
    createSms({ demo: true }, app.database.kysely, pino(lines));
    expect(lines.read()).toBeNull();
  });

  test('AUTH-32: a number is masked but for its ends', () => {
    expect(maskPhoneForLog('+79161234567')).toBe('+7 916 ***-**-67');
  });
});
