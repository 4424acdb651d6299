import { NOTIFICATION_KINDS } from '#resources/protocol/notifications.ts';
import { buildApp } from '#server/app.ts';
import { readSettings } from '#server/config.ts';
import { type Bus, createBus } from '#server/live/bus.ts';
import { bookletAdded, complaintLeft, messageSent, newsPublished, taskMoved } from '#server/live/notices.ts';
import { MESSAGE_MAX, type Notice, publishNotification } from '#server/live/publish.ts';
import type { Topics } from '#server/live/topics.ts';
import { newPerson, type Person, type PersonOptions, setLevels, setPorches } from '#tests/support/server/people.ts';
import { listen, openSocket, type TestSocket } from '#tests/support/server/sockets.ts';
import { openTestApp, type TestApp } from '#tests/support/server/test-app.ts';
import { lookRound, type Yard } from '#tests/support/server/yard.ts';

const HOUR = 3_600_000;
let app: TestApp;
let yard: Yard;
let host = '';
let bus: Bus<Topics>;
let clock = Date.now();
let author: Person;
const opened: TestSocket[] = [];

beforeAll(async () => {
  app = await openTestApp({ now: () => new Date(clock) });
  yard = await lookRound(app);
  host = await listen(app);
  bus = await createBus<Topics>(app.database, () => undefined);
  author = await newPerson(app);
});
afterEach(() => {
  for (const { socket } of opened.splice(0)) socket.terminate();
});
afterAll(async () => {
  await bus.close();
  await app.close();
});

/** A socket of this person, greeted. */
async function hear(person: Person, at = host): Promise<TestSocket> {
  const socket = await openSocket(at, `/ws/notifications?token=${person.token}`);
  await socket.next(({ type }) => type === 'welcome');
  opened.push(socket);
  return socket;
}

type Told = { notification: Record<string, unknown> };
const toldTo = ({ messages }: TestSocket) =>
  messages.filter(({ type }) => type === 'notification').map((message) => (message as unknown as Told).notification);

const notice = (over: Partial<Notice> = {}): Notice =>
  ({
    type: 'camera',
    subtype: 'create',
    section: 'cameras',
    message: 'Въезд',
    ref: 7,
    sender: author.id,
    to: { places: { buildings: [yard.home.building], porches: [] } },
    ...over,
  }) as Notice;

const publish = (what: Notice) =>
  app.database.kysely.transaction().execute((trx) => publishNotification(bus, trx, what));

/** Waits until everything published so far was handed on: a witness hears a message that is sent after it. */
async function settled(): Promise<void> {
  const witness = await hear(await newPerson(app));
  await publish(notice({ message: 'конец', to: 'everybody' }));
  await witness.next((message) => (message as Partial<Told>).notification?.message === 'конец');
}

/** What each of these people heard of what was published, the witness's mark left out. */
async function heardBy(people: Record<string, PersonOptions>, work: () => Promise<void>) {
  const sockets: Record<string, TestSocket> = {};
  for (const [name, options] of Object.entries(people)) sockets[name] = await hear(await newPerson(app, options));
  await work();
  await settled();
  return Object.fromEntries(
    Object.entries(sockets).map(([name, socket]) => [
      name,
      toldTo(socket)
        .map(({ message }) => message)
        .filter((message) => message !== 'конец'),
    ]),
  );
}

describe('who is told', () => {
  test('PERM-25: of a building, who holds any of its entrances and sees the section', async () => {
    const { home, away } = yard;
    const heard = await heardBy(
      {
        whole: {},
        entrance: { porches: [home.otherPorch] },
        reader: { levels: 'read' },
        performer: { levels: 'performer' },
        denied: { levels: 'denied' },
        otherSection: { levels: { tasks: 'write', news: 'write' } },
        away: { porches: [away.porch] },
        nowhere: { porches: [] },
      },
      () => publish(notice()),
    );
    const told = ['Въезд'];
    expect(heard).toEqual({
      whole: told,
      entrance: told,
      reader: told,
      performer: told,
      denied: [],
      otherSection: [],
      away: [],
      nowhere: [],
    });
  });

  test('PERM-25: of an entrance, who holds that entrance', async () => {
    const { home, away } = yard;
    const heard = await heardBy(
      { here: { porches: [home.porch] }, next: { porches: [home.otherPorch] }, away: { porches: [away.porch] } },
      () => publish(notice({ to: { places: { buildings: [], porches: [home.porch] } } })),
    );
    expect(heard).toEqual({ here: ['Въезд'], next: [], away: [] });
  });

  test('PERM-25: of several places, who holds one of them', async () => {
    const { home, away } = yard;
    const heard = await heardBy(
      { here: { porches: [home.porch] }, next: { porches: [home.otherPorch] }, away: { porches: [away.porch] } },
      () => publish(notice({ to: { places: { buildings: [away.building], porches: [home.porch] } } })),
    );
    expect(heard).toEqual({ here: ['Въезд'], next: [], away: ['Въезд'] });
  });

  test('PERM-25: of nothing that lies anywhere, nobody', async () => {
    const heard = await heardBy({ whole: {} }, () =>
      publish(notice({ to: { places: { buildings: [], porches: [] } } })),
    );
    expect(heard).toEqual({ whole: [] });
  });

  test('PERM-17: of news also who is denied it: news is open to everybody', async () => {
    const heard = await heardBy({ denied: { levels: 'denied' } }, () =>
      publish(notice({ type: 'news', subtype: 'info', section: 'news' })),
    );
    expect(heard).toEqual({ denied: ['Въезд'] });
  });

  test('NOTIF-08: of a chat message, the people in the chat who may chat, and nobody else', async () => {
    const [one, two, deaf] = [await newPerson(app), await newPerson(app), await newPerson(app, { levels: 'denied' })];
    const sockets = [await hear(one), await hear(two), await hear(deaf)];
    await app.database.kysely.transaction().execute((trx) =>
      messageSent(bus, trx, author.id, {
        topic: 'usrAbc',
        text: 'Привет',
        people: [one.id, deaf.id, author.id, one.id],
      }),
    );
    await settled();
    const of = (socket: TestSocket | undefined) => (socket ? toldTo(socket).filter(({ type }) => type === 'chat') : []);
    expect(of(sockets[0])).toMatchObject([{ type: 'chat', subtype: 'message', message: 'Привет', ref: 'usrAbc' }]);
    expect([of(sockets[1]), of(sockets[2])]).toEqual([[], []]);
  });

  test('NOTIF-01: never the author, in none of his windows', async () => {
    const sockets = [await hear(author), await hear(author)];
    await publish(notice());
    await publish(notice({ to: 'everybody' }));
    await settled();
    for (const socket of sockets) expect(toldTo(socket)).toEqual([]);
  });

  test('PERM-25: a right taken away a moment ago counts, although the socket stays open', async () => {
    const [level, place, suspended, session] = await Promise.all([0, 1, 2, 3].map(() => newPerson(app)));
    if (!level || !place || !suspended || !session) throw new Error('nobody');
    const sockets = await Promise.all([level, place, suspended, session].map((person) => hear(person)));
    const { kysely } = app.database;
    await setLevels(app, level.id, { news: 'write' });
    await setPorches(app, place.id, [yard.away.porch]);
    await kysely.updateTable('users').set({ status: 'suspended' }).where('id', '=', suspended.id).execute();
    await kysely.deleteFrom('tokens').where('user_id', '=', session.id).execute();
    await publish(notice());
    await settled();
    for (const socket of sockets) expect(toldTo(socket).filter(({ message }) => message !== 'конец')).toEqual([]);
  });

  test('PERM-25: a session that grew old hears nothing more', async () => {
    const socket = await hear(await newPerson(app));
    clock += 31 * 24 * HOUR;
    await publish(notice());
    author = await newPerson(app);
    await settled();
    expect(toldTo(socket)).toEqual([]);
  });

  test('PERM-25: who loses a right is told to look anew, and why the socket closes', async () => {
    const person = await newPerson(app);
    const socket = await hear(person);
    await bus.publish(app.database.kysely, 'access-changed', { user: person.id });
    expect((await socket.closed).code).toBe(4003);
    expect(socket.messages.at(-1)).toEqual({ type: 'access-changed' });
  });
});

describe('what is told', () => {
  test('NOTIF-01, NOTIF-11, NOTIF-12: one function for each thing there is; every type and subtype is kept', async () => {
    const socket = await hear(await newPerson(app));
    const places = { buildings: [yard.home.building], porches: [] };
    await app.database.kysely.transaction().execute(async (trx) => {
      for (const type of ['info', 'accident', 'alert', 'report', 'warn', 'adv', 'advert'] as const) {
        await newsPublished(bus, trx, author.id, { id: 1, title: 'Новость', type, places });
      }
      for (const subtype of NOTIFICATION_KINDS.booklet) {
        await bookletAdded(bus, trx, author.id, { id: 2, title: 'История', subtype, buildings: places.buildings });
      }
      for (const type of NOTIFICATION_KINDS.complaint) {
        await complaintLeft(bus, trx, author.id, { id: 3, type, description: 'Шумно', porch: yard.home.porch });
      }
      for (const stage of NOTIFICATION_KINDS.task) {
        await taskMoved(bus, trx, author.id, { id: 4, stage, description: 'Течёт', places });
      }
    });
    await settled();
    const told = toldTo(socket).filter(({ message }) => message !== 'конец');
    expect(told.map(({ type, subtype, ref }) => `${type} ${subtype} ${ref}`)).toEqual([
      ...['info', 'accident', 'alert', 'report', 'warn', 'adv', 'adv'].map((subtype) => `news ${subtype} 1`),
      ...['rules', 'safety', 'muni', 'domcom'].map((subtype) => `booklet ${subtype} 2`),
      ...['complaint', 'appreciation', 'suggestion'].map((subtype) => `complaint ${subtype} 3`),
      ...['created', 'in_progress', 'done'].map((subtype) => `task ${subtype} 4`),
    ]);
    expect(Object.keys(told[0] ?? {}).sort()).toEqual(['at', 'id', 'message', 'ref', 'sent_by', 'subtype', 'type']);
    expect(told[0]?.sent_by).toMatch(/^Иван Проверкин/);
  });

  test('NOTIF-01: a long text is cut at a character, its line breaks are spaces', async () => {
    const socket = await hear(await newPerson(app));
    await publish(notice({ message: `Раз\n два ${'🙂'.repeat(400)}` }));
    await settled();
    const message = String(toldTo(socket)[0]?.message);
    expect([...message]).toHaveLength(MESSAGE_MAX);
    expect(message).toMatch(/^Раз два 🙂+…$/u);
  });

  test('NOTIF-01: nothing of a write that failed', async () => {
    const heard = await heardBy({ whole: {} }, async () => {
      const failing = app.database.kysely.transaction().execute(async (trx) => {
        await publishNotification(bus, trx, notice());
        throw new Error('rolled back');
      });
      await expect(failing).rejects.toThrow('rolled back');
    });
    expect(heard).toEqual({ whole: [] });
  });

  test('NOTIF-01: two hundred at once come all, in their order, each once', async () => {
    const socket = await hear(await newPerson(app));
    await app.database.kysely.transaction().execute(async (trx) => {
      for (let sent = 0; sent < 200; sent += 1) await publishNotification(bus, trx, notice({ message: `№ ${sent}` }));
    });
    await settled();
    const told = toldTo(socket).map(({ message }) => message);
    expect(told.slice(0, 200)).toEqual(Array.from({ length: 200 }, (_, sent) => `№ ${sent}`));
  });

  test('NOTIF-02: within a second, through another process on the same database too', async () => {
    const settings = readSettings({ DATA_DIR: app.dataDir, RESOURCES_DIR: `${app.dataDir}/resources`, DEMO: 'on' });
    const second = await buildApp({ settings, database: app.database, now: () => new Date(clock) });
    await second.listen({ port: 0, host: '127.0.0.1' });
    const address = second.server.address();
    const socket = await hear(await newPerson(app), `127.0.0.1:${typeof address === 'object' ? address?.port : ''}`);
    const began = performance.now();
    await author.post('/api/crm/cameras/', {
      name: 'Со второго процесса',
      link: 'https://cam.example.ru/',
      buildings: [yard.home.building],
    });
    await socket.next(({ type }) => type === 'notification');
    expect(performance.now() - began).toBeLessThan(1000);
    socket.socket.terminate();
    await second.close();
  });
});

describe('what was missed', () => {
  const since = (socket: TestSocket, id: unknown) => socket.socket.send(JSON.stringify({ type: 'since', id }));
  const last = async (socket: TestSocket) => Number((await socket.next(({ type }) => type === 'welcome')).last);
  /** What a person gets for `since`, up to the mark that is published afterwards. */
  async function missed(person: Person, id: number): Promise<unknown[]> {
    // What is still on its way would come in between.
    await settled();
    const socket = await hear(person);
    since(socket, id);
    await new Promise((resolve) => setTimeout(resolve, 150));
    await settled();
    return toldTo(socket)
      .map(({ message }) => message)
      .filter((message) => message !== 'конец');
  }

  test('NOTIF-02: a socket that comes back gets what came after the last one it saw, in order, and not twice', async () => {
    const person = await newPerson(app);
    const first = await hear(person);
    const seen = await last(first);
    first.socket.terminate();
    for (const message of ['один', 'два', 'три']) await publish(notice({ message }));
    expect(await missed(person, seen)).toEqual(['один', 'два', 'три']);
    const again = await hear(person);
    expect(await last(again)).toBeGreaterThan(seen + 2);
    expect(await missed(person, await last(again))).toEqual([]);
  });

  test('NOTIF-02: of the last hour and fifty at the most', async () => {
    const person = await newPerson(app);
    const seen = await last(await hear(person));
    await publish(notice({ message: 'давно' }));
    await app.database.kysely
      .updateTable('notifications')
      .set({ at: new Date(Date.now() - HOUR) })
      .execute();
    for (let sent = 0; sent < 60; sent += 1) await publish(notice({ message: `№ ${sent}` }));
    await app.database.kysely
      .updateTable('notifications')
      .set({ at: new Date(Date.now() - HOUR + 30_000) })
      .where('message', 'like', '№%')
      .execute();
    // The fiftieth is the witness's mark.
    expect(await missed(person, seen)).toEqual(Array.from({ length: 49 }, (_, sent) => `№ ${sent + 11}`));
  });

  test('PERM-25: the rights are those of now: level, places, name, never his own', async () => {
    const { home, away } = yard;
    const [whole, entrance, denied, gone] = [
      await newPerson(app),
      await newPerson(app, { porches: [home.otherPorch] }),
      await newPerson(app, { levels: { tasks: 'read' } }),
      await newPerson(app, { porches: [away.porch] }),
    ];
    const seen = await last(await hear(whole));
    await publish(notice({ message: 'дом' }));
    await publish(notice({ message: 'подъезд', to: { places: { buildings: [], porches: [home.porch] } } }));
    await publish(notice({ message: 'заявка', type: 'task', subtype: 'created', section: 'tasks' }));
    await publish(
      notice({ message: 'лично', type: 'chat', subtype: 'message', section: 'chats', to: { people: [whole.id] } }),
    );
    await publish(notice({ message: 'своё', sender: whole.id }));
    await publish(notice({ message: 'всем', to: 'everybody' }));
    expect(await missed(whole, seen)).toEqual(['дом', 'подъезд', 'заявка', 'лично', 'всем']);
    expect(await missed(entrance, seen)).toEqual(['дом', 'заявка', 'своё', 'всем']);
    expect(await missed(denied, seen)).toEqual(['заявка']);
    expect(await missed(gone, seen)).toEqual(['всем']);
  });

  test.each([-1, 1.5, 'x', null, 2 ** 40, { $gt: 0 }])(
    'NOTIF-02: %p is no id: no answer, the socket lives',
    async (id) => {
      const person = await newPerson(app);
      const socket = await hear(person);
      since(socket, id);
      await publish(notice({ message: 'живой' }));
      await socket.next((message) => (message as Partial<Told>).notification?.message === 'живой');
      expect(socket.socket.readyState).toBe(socket.socket.OPEN);
    },
  );

  test('NOTIF-02: who asks without end is shown out', async () => {
    const socket = await hear(await newPerson(app));
    for (let asked = 0; asked < 100; asked += 1) since(socket, 0);
    expect((await socket.closed).code).toBe(1008);
  });

  test('NOTIF-02: a question sent before the greeting is answered too', async () => {
    const person = await newPerson(app);
    const seen = await last(await hear(person));
    await publish(notice({ message: 'рано' }));
    const socket = await openSocket(host, `/ws/notifications?token=${person.token}`);
    opened.push(socket);
    since(socket, seen);
    await socket.next((message) => (message as Partial<Told>).notification?.message === 'рано');
    expect(socket.messages[0]?.type).toBe('welcome');
  });
});
