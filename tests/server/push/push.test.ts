import { createVerify, generateKeyPairSync } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type KyselyPlugin, SelectQueryNode } from 'kysely';
import { createBus } from '#server/live/bus.ts';
import { publishNotification } from '#server/live/publish.ts';
import type { Topics } from '#server/live/topics.ts';
import { createFirebasePush, type Push, type PushCloud } from '#server/push/firebase.ts';
import { startPushDelivery } from '#server/push/push.ts';
import { newPerson, type Person, setLevels } from '#tests/support/server/people.ts';
import { openTestApp, type TestApp } from '#tests/support/server/test-app.ts';

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const FIREBASE = {
  apiKey: 'k',
  projectId: 'upravdom',
  senderId: '1',
  appId: 'a',
  vapidKey: 'v',
  serviceAccount: {
    clientEmail: 'push@upravdom.example',
    // As it comes out of an environment variable.
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString().replaceAll('\n', '\\n'),
  },
};
const ITEM = {
  id: 5,
  message: 'Въезд',
  ref: '7',
  sent_by: 'Иван',
  type: 'camera',
  subtype: 'create',
  at: '2026-11-21T10:00:00.000Z',
};

let asked: { path: string; authorization: string; body: string }[] = [];
let answers: { status: number; body?: unknown }[] = [];
/** Calls of the cloud that were open at once, at the most. */
let most = 0;
let open = 0;
/** How long the cloud takes to answer, ms. */
let slow = 0;
let server: Server;
let cloud: PushCloud;
let clock = Date.now();
const errors: unknown[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (part) => {
      body += part;
    });
    open += 1;
    most = Math.max(most, open);
    response.on('close', () => {
      open -= 1;
    });
    request.on('end', () => {
      asked.push({ path: request.url ?? '', authorization: request.headers.authorization ?? '', body });
      const token = { status: 200, body: { access_token: 'access-1', expires_in: 3600 } };
      const answer = request.url === '/token' ? token : (answers.shift() ?? { status: 200, body: { name: 'sent' } });
      setTimeout(
        () =>
          response
            .writeHead(answer.status, { 'content-type': 'application/json' })
            .end(JSON.stringify(answer.body ?? {})),
        slow,
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  cloud = { sendAddress: `${address}/send`, tokenAddress: `${address}/token`, timeout: 20_000, pauses: [5, 5] };
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  asked = [];
  answers = [];
  errors.length = 0;
});

const push = () =>
  createFirebasePush(
    FIREBASE,
    () => new Date(clock),
    (error) => errors.push(error),
    cloud,
  );
const gone = { status: 404, body: { error: { details: [{ errorCode: 'UNREGISTERED' }] } } };

describe('cloud push', () => {
  test('SHELL-39: signs in with the service account once an hour and sends all of a notification as text', async () => {
    const send = push();
    expect(await Promise.all([send('reg-1', ITEM), send('reg-2', ITEM)])).toEqual(['sent', 'sent']);
    expect(asked.map(({ path }) => path).sort()).toEqual(['/send', '/send', '/token']);
    const [head = '', claims = '', signature = ''] =
      new URLSearchParams(asked[0]?.body).get('assertion')?.split('.') ?? [];
    expect(createVerify('RSA-SHA256').update(`${head}.${claims}`).verify(publicKey, signature, 'base64url')).toBe(true);
    expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({ iss: 'push@upravdom.example' });
    // Whichever of the two came first.
    const sent = asked.find(({ path, body }) => path === '/send' && body.includes('reg-1'));
    expect(sent?.authorization).toBe('Bearer access-1');
    expect(JSON.parse(sent?.body ?? '').message).toMatchObject({ token: 'reg-1', data: { ...ITEM, id: '5' } });
    clock += 3_600_000;
    await send('reg-1', ITEM);
    expect(asked.filter(({ path }) => path === '/token')).toHaveLength(2);
  });

  test('SHELL-41: a browser that has withdrawn is gone, a busy cloud is asked again, a refusing one is not', async () => {
    const send = push();
    answers = [gone];
    expect(await send('reg', ITEM)).toBe('gone');
    answers = [{ status: 503 }, { status: 429 }, { status: 200 }];
    expect(await send('reg', ITEM)).toBe('sent');
    answers = [{ status: 401 }];
    expect(await send('reg', ITEM)).toBe('failed');
    answers = [{ status: 500 }, { status: 500 }, { status: 500 }];
    expect(await send('reg', ITEM)).toBe('failed');
    expect(asked.filter(({ path }) => path === '/send')).toHaveLength(1 + 3 + 1 + 3);
    expect(errors.map(String).join()).not.toMatch(/reg|access-1/);
  });

  test('SHELL-39: ten at a time go to the cloud, and those that go once more wait apart', async () => {
    slow = 40;
    const send = push();
    const all = () => Promise.all(Array.from({ length: 30 }, (_, at) => send(`r-${at}`, ITEM)));
    expect(await all()).toEqual(Array(30).fill('sent'));
    expect(most).toBeLessThanOrEqual(10);
    answers = Array(90).fill({ status: 503 });
    expect(await all()).toEqual(Array(30).fill('failed'));
    expect(most).toBeLessThanOrEqual(14);
    slow = 0;
  });

  test('SHELL-41: a cloud that is not there only fails', async () => {
    const none = { ...cloud, sendAddress: 'http://127.0.0.1:1/', tokenAddress: 'http://127.0.0.1:1/' };
    expect(
      await createFirebasePush(
        FIREBASE,
        () => new Date(),
        (error) => errors.push(error),
        none,
      )('reg', ITEM),
    ).toBe('failed');
    expect(errors).toHaveLength(1);
  });
});

describe('devices', () => {
  let app: TestApp;
  let author: Person;
  beforeAll(async () => {
    app = await openTestApp();
    author = await newPerson(app);
  });
  afterAll(() => app.close());

  const register = (person: Person, registration_id: unknown, type: unknown = 'web') =>
    person.post('/api/authorized/devices/', { registration_id, type });
  const devices = () =>
    app.database.kysely.selectFrom('devices').select(['registration_id', 'user_id']).orderBy('id').execute();

  /** Publishes a notification and waits until all who follow are through with it. @returns the pushes that were made */
  async function pushed(followers = 1, answer: Awaited<ReturnType<Push>> = 'sent'): Promise<string[]> {
    const { kysely } = app.database;
    const made: string[] = [];
    let [claims, asking] = [0, 0];
    const db = kysely.withPlugin({
      transformQuery: ({ node }) => {
        asking += 1;
        if (node.kind === 'UpdateQueryNode') claims += 1;
        return node;
      },
      transformResult: async ({ result }) => {
        asking -= 1;
        return result;
      },
    });
    const bus = await createBus<Topics>(app.database, () => undefined);
    const deps = { db, bus, now: () => new Date(), extraSections: () => [], services: true };
    const send: Push = async (registration) => {
      made.push(registration);
      return answer;
    };
    const stops = Array.from({ length: followers }, () => startPushDelivery(deps, send, (error) => errors.push(error)));
    await kysely.transaction().execute((trx) =>
      publishNotification(bus, trx, {
        type: 'camera',
        subtype: 'create',
        section: 'cameras',
        message: 'Въезд',
        ref: 1,
        sender: author.id,
        to: 'everybody',
      }),
    );
    // Each asks whether it is theirs to push; who asks nothing more after that is through.
    while (!errors.length && (claims < followers || asking > 0)) await new Promise((done) => setTimeout(done, 10));
    for (const stop of stops) stop();
    await bus.close();
    expect(errors).toEqual([]);
    return made.sort();
  }

  test('SHELL-39: a browser is registered; who registers it last has it', async () => {
    const [one, two] = [await newPerson(app), await newPerson(app)];
    expect((await register(one, 'desk')).status).toBe(201);
    expect((await register(one, 'desk')).status).toBe(201);
    expect((await register(two, 'desk')).status).toBe(201);
    expect(await devices()).toEqual([{ registration_id: 'desk', user_id: two.id }]);
    const entries = await app.database.kysely
      .selectFrom('audit')
      .where('resource', '=', 'devices')
      .where('user_id', 'in', [one.id, two.id])
      .orderBy('id')
      .select(['user_id', 'action', 'record_id', 'after'])
      .execute();
    expect(entries.map(({ user_id, action }) => [user_id, action])).toEqual([
      [one.id, 'create'],
      [one.id, 'create'],
      [two.id, 'create'],
    ]);
    expect(new Set(entries.map(({ record_id }) => record_id)).size).toBe(1);
    // The address of a browser is a secret.
    expect(JSON.stringify(entries)).not.toContain('desk');
    await two.post('/api/authorized/sign_out/');
    expect(await devices()).toEqual([]);
  });

  test.each([
    ['no id', undefined, 'web'],
    ['an empty one', '', 'web'],
    ['an endless one', 'x'.repeat(5000), 'web'],
    ['a NUL in it', 'a\u0000b', 'web'],
    ['another type', 'x', 'ios'],
    ['no type', 'x', null],
  ])('SHELL-39: %s is 400', async (_what, id, type) => {
    expect((await register(author, id, type)).status).toBe(400);
  });

  test('SHELL-39: a person keeps the twenty newest', async () => {
    const person = await newPerson(app);
    for (let made = 0; made < 25; made += 1) await register(person, `d-${made}`);
    expect((await devices()).map(({ registration_id }) => registration_id)).toEqual(
      Array.from({ length: 20 }, (_, place) => `d-${place + 5}`),
    );
    await person.post('/api/authorized/sign_out/');
  });

  test('SHELL-39, PERM-25: pushed to who may see it at that moment, never to the author, by one process', async () => {
    const [reader, denied, suspended, ended] = await Promise.all([0, 1, 2, 3].map(() => newPerson(app)));
    if (!reader || !denied || !suspended || !ended) throw new Error('nobody');
    for (const [place, person] of [author, reader, denied, suspended, ended].entries())
      await register(person, `p-${place}`);
    await setLevels(app, denied.id, {});
    const { kysely } = app.database;
    await kysely.updateTable('users').set({ status: 'suspended' }).where('id', '=', suspended.id).execute();
    await ended.post('/api/authorized/sign_out/');
    expect(await pushed(3)).toEqual(['p-1']);
  });

  test('SHELL-39: a browser that cannot be reached holds up neither the others nor what comes next', async () => {
    for (const name of ['slow', 'quick']) await register(await newPerson(app), name);
    const { kysely: db } = app.database;
    const made: string[] = [];
    const bus = await createBus<Topics>(app.database, () => undefined);
    const done = new Promise<void>((resolve) => {
      const send: Push = async (registration, { message }) => {
        if (registration === 'slow') return new Promise(() => undefined);
        if (registration === 'quick') made.push(message);
        if (made.length === 2) resolve();
        return 'sent';
      };
      const deps = { db, bus, now: () => new Date(), extraSections: () => [], services: true };
      startPushDelivery(deps, send, (error) => errors.push(error));
    });
    const notice = { type: 'camera', subtype: 'create', section: 'cameras', ref: 1, to: 'everybody' } as const;
    for (const message of ['первое', 'второе'])
      await db.transaction().execute((trx) => publishNotification(bus, trx, { ...notice, message, sender: author.id }));
    await done;
    await bus.close();
    expect(made).toEqual(['первое', 'второе']);
    expect(errors).toEqual([]);
  });

  test('NOTIF-02: a look-up that fails after a process took a notification loses no push and makes none twice', async () => {
    const db = app.database.kysely;
    let left = 2;
    const ending: KyselyPlugin = {
      transformQuery: ({ node }) => {
        if (left > 0 && SelectQueryNode.is(node) && JSON.stringify(node.from).includes('"devices"')) {
          left -= 1;
          throw new Error('Connection terminated unexpectedly');
        }
        return node;
      },
      transformResult: async ({ result }) => result,
    };
    const bus = await createBus<Topics>(app.database, () => undefined);
    const made: string[] = [];
    const failures: unknown[] = [];
    await new Promise<void>((resolve) => {
      const send: Push = async (_registration, { message }) => {
        made.push(message);
        if (message === 'второе') resolve();
        return 'sent';
      };
      const failing = db.withPlugin(ending);
      const deps = { db: failing, bus, now: () => new Date(), extraSections: () => [], services: true };
      startPushDelivery(deps, send, (error) => failures.push(error));
      const notice = { type: 'camera', subtype: 'create', section: 'cameras', ref: 1, to: 'everybody' } as const;
      const publish = (message: string) =>
        db.transaction().execute((trx) => publishNotification(bus, trx, { ...notice, message, sender: author.id }));
      publish('первое').then(
        () => publish('второе'),
        (error: unknown) => failures.push(error),
      );
    });
    await bus.close();
    expect([[...new Set(made)], failures.length]).toEqual([['первое', 'второе'], 2]);
    expect(made.filter((message) => message === 'первое')).toHaveLength(made.length / 2);
  });

  test('SHELL-41: a browser that has withdrawn is forgotten', async () => {
    await pushed(1, 'gone');
    expect((await devices()).map(({ registration_id }) => registration_id)).not.toContain('p-1');
  });
});
