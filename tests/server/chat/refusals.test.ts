import { CHAT_LIMITS } from '#resources/protocol/chat/chat.ts';
import { heardSoFar } from '#tests/support/server/channel-messages.ts';
import {
  base64,
  basicSecret,
  type Chatter,
  chatter,
  greeted,
  openChat,
  passOf,
  type RawChat,
  signedIn,
} from '#tests/support/server/chat.ts';
import { withIntervals, withoutIntervals } from '#tests/support/server/clock.ts';
import { newPerson } from '#tests/support/server/people.ts';
import { listen } from '#tests/support/server/sockets.ts';
import { openTestApp, type TestApp } from '#tests/support/server/test-app.ts';

let app: TestApp;
let host = '';
let staff: Chatter;
const opened: RawChat[] = [];
const kept = (chat: RawChat) => {
  opened.push(chat);
  return chat;
};
beforeAll(async () => {
  withoutIntervals();
  app = await openTestApp();
  host = await listen(app);
  staff = await chatter(app, (await newPerson(app)).id);
});
afterEach(() => {
  for (const chat of opened.splice(0)) chat.close();
});
afterAll(async () => {
  await app.close();
  withIntervals();
});

const setStatus = (id: number, status: 'active' | 'suspended' | 'created' | 'deleted') =>
  app.database.kysely.updateTable('users').set({ status }).where('id', '=', id).execute();

describe('the line', () => {
  test('CHAT-26: without the right key nothing is opened', async () => {
    await expect(openChat(host, 'wrong')).rejects.toThrow('403');
    const { status, body } = await app.call('GET', '/v0/channels?apikey=wrong');
    expect([status, body.ctrl]).toEqual([403, expect.objectContaining({ code: 403, text: 'valid API key required' })]);
  });

  test('CHAT-26: the probe is answered, also before the greeting', async () => {
    const chat = kept(await openChat(host));
    const answer = new Promise((resolve) => chat.socket.once('message', (data) => resolve(String(data))));
    chat.raw('1');
    expect(await answer).toBe('0');
  });

  test.each([
    ['nonsense', '{'],
    ['a list', '[]'],
    ['nothing', '{}'],
    ['an unknown packet', '{"drop":{"id":"1"}}'],
    ['two packets', '{"hi":{"id":"1"},"note":{"topic":"me","what":"kp"}}'],
  ])('CHAT-26: %s is malformed, without an id', async (_what, text) => {
    const chat = kept(await greeted(host));
    chat.clear();
    chat.raw(text);
    const { ctrl } = await chat.next(() => true);
    expect(ctrl).toEqual({ code: 400, text: 'malformed', ts: expect.stringMatching(/^\d{4}.{19}Z$/) });
  });

  test.each([
    ['another type', { topic: 7, what: 'sub' }],
    ['a number without end', { topic: 'me', what: 'data', data: { since: 1e20 } }],
    ['a topic without end', { topic: 'x'.repeat(65), what: 'desc' }],
  ])('CHAT-26: a field of %s is malformed, with its id', async (_what, fields) => {
    const chat = kept(await signedIn(host, staff));
    expect((await chat.ask('get', fields)).ctrl).toMatchObject({ code: 400, text: 'malformed' });
  });

  test('CHAT-26: a frame over the limit closes the socket', async () => {
    const chat = kept(await signedIn(host, staff));
    chat.raw(`{"hi":{"id":"1","ua":"${'x'.repeat(CHAT_LIMITS.maxMessageSize)}"}}`);
    expect(await chat.closed).toBe(1009);
  });

  test('CHAT-26: before the greeting everything is out of order, and an old client is let go', async () => {
    const chat = kept(await openChat(host));
    expect((await chat.ask('login', { scheme: 'token', secret: staff.token })).ctrl).toMatchObject({
      code: 409,
      text: 'command out of sequence',
    });
    const answer = await chat.ask('hi', { ver: '0.19.9' });
    expect(answer.ctrl).toMatchObject({ code: 505, text: 'version not supported' });
    await chat.closed;
  });

  test('CHAT-26: the greeting tells the limits, a second one is welcome', async () => {
    const chat = kept(await openChat(host));
    expect((await chat.ask('hi', { ver: '0.25.3' })).ctrl).toMatchObject({ code: 201, params: CHAT_LIMITS });
    expect((await chat.ask('hi', { ver: '0.25.3' })).ctrl).toMatchObject({ code: 200 });
  });

  test.each(['sub', 'leave', 'pub', 'get', 'set', 'del'])('CHAT-26: %s needs a sign-in', async (packet) => {
    const chat = kept(await greeted(host));
    const { ctrl } = await chat.ask(packet, { topic: 'me', what: 'desc', content: 'x' });
    expect(ctrl).toMatchObject({ code: 401, text: 'authentication required', topic: 'me' });
  });

  test('CHAT-26: accounts are made elsewhere', async () => {
    const chat = kept(await signedIn(host, staff));
    const fields = { user: 'newX', scheme: 'basic', secret: base64('79990000000:secret12') };
    expect((await chat.ask('acc', fields)).ctrl).toMatchObject({ code: 403, text: 'permission denied' });
  });
});

describe('signing in', () => {
  const attempt = async (scheme: string, secret: string) => {
    const chat = kept(await greeted(host));
    const { ctrl } = await chat.ask('login', { scheme, secret });
    return [ctrl?.code, ctrl?.text];
  };

  test.each([
    ['a wrong password', () => attempt('basic', basicSecret('+79000000001', 'wrong')), 401, 'authentication failed'],
    ['an unknown phone', () => attempt('basic', basicSecret('+79519999999')), 401, 'authentication failed'],
    ['a forged token', () => attempt('token', base64('x'.repeat(33))), 401, 'authentication failed'],
    ['an unknown scheme', () => attempt('anonymous', 'eA=='), 401, 'unknown authentication scheme'],
    ['no base64', () => attempt('basic', 'пароль'), 400, 'malformed'],
    ['no colon', () => attempt('basic', base64('79000000001')), 400, 'malformed'],
    ['a token with blanks', () => attempt('token', 'a b'), 400, 'malformed'],
    ['a blocked account', () => attempt('basic', basicSecret('+79000000007')), 403, 'permission denied'],
    [
      'an account that is only invited',
      () => attempt('basic', basicSecret('+79000000009')),
      401,
      'authentication failed',
    ],
  ])('CHAT-09 CHAT-10: is refused with %s', async (_what, work, code, text) => {
    expect(await work()).toEqual([code, text]);
  });

  test('CHAT-09: is refused with a token that has grown old', async () => {
    const person = await chatter(app, staff.id);
    await app.database.kysely
      .updateTable('tokens')
      .set({ expires_at: new Date(0) })
      .where('user_id', '=', staff.id)
      .where('purpose', '=', 'chat')
      .execute();
    expect(await attempt('token', person.token)).toEqual([401, 'authentication failed']);
    staff = await chatter(app, staff.id);
  });

  test('CHAT-26: a second one is too many', async () => {
    const chat = kept(await signedIn(host, staff));
    const { ctrl } = await chat.ask('login', { scheme: 'token', secret: staff.token });
    expect(ctrl).toMatchObject({ code: 409, text: 'already authenticated' });
  });

  test('CHAT-07: a resident signs in too, by phone digits', async () => {
    expect(await attempt('basic', basicSecret('+79000000008'))).toEqual([200, 'ok']);
  });

  test("CHAT-08: a console's pass opens it, for its own phone alone, and its session dies with the console's", async () => {
    const person = await newPerson(app);
    const { body } = await person.post('/api/authorized/chat-pass/');
    const { login, password } = body as unknown as { login: string; password: string };
    expect(await attempt('basic', base64(`79000000001:${password}`))).toEqual([401, 'authentication failed']);
    const chat = kept(await greeted(host));
    const { ctrl } = await chat.ask('login', { scheme: 'basic', secret: base64(`${login}:${password}`) });
    expect(ctrl).toMatchObject({ code: 200, params: { user: expect.stringMatching(/^usr/) } });
    await person.post('/api/authorized/sign_out/');
    expect(await attempt('token', String(ctrl?.params?.token))).toEqual([401, 'authentication failed']);
  });

  test('CHAT-09: after ten wrong passwords the service is not to be had for a while, with the right one neither', async () => {
    const phone = '+79519999998';
    const codes = await Promise.all(Array.from({ length: 12 }, () => attempt('basic', basicSecret(phone, 'wrong'))));
    expect(codes.filter(([code]) => code === 401)).toHaveLength(10);
    expect(codes.filter(([code]) => code === 503)).toEqual(Array(2).fill([503, 'service unavailable']));
  });

  test('CHAT-09, PERM-25: blocking somebody closes his chat by itself, and his token is refused', async () => {
    const person = await chatter(app, (await newPerson(app)).id);
    const chat = kept(await signedIn(host, person));
    await setStatus(person.id, 'suspended');
    expect(await chat.closed).toBe(4003);
    expect(await attempt('token', person.token)).toEqual([403, 'permission denied']);
    const pass = base64(await passOf(app, person));
    expect(await attempt('basic', pass)).toEqual([403, 'permission denied']);
    await setStatus(person.id, 'active');
    // A chat that is opened later does not end by it.
    await heardSoFar(app.database);
    expect(await attempt('token', person.token)).toEqual([200, 'ok']);
    await setStatus(person.id, 'deleted');
    expect([await attempt('token', person.token), await attempt('basic', pass)]).toEqual(
      Array(2).fill([401, 'authentication failed']),
    );
  });
});
