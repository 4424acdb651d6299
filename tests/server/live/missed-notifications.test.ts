// Runs on PostgreSQL too: listeners.
import { CLOSE } from '#resources/protocol/live.ts';
import { buildApp } from '#server/app.ts';
import { readSettings } from '#server/config.ts';
import { publishNotification } from '#server/live/publish.ts';
import {
  type AnnouncementListeners,
  heardOf,
  listenToAnnouncements,
  MARK,
  textsTo,
} from '#tests/support/server/announcement-listeners.ts';
import { withIntervals, withoutIntervals } from '#tests/support/server/clock.ts';
import { newPerson, type Person } from '#tests/support/server/people.ts';
import type { TestSocket } from '#tests/support/server/sockets.ts';

const HOUR = 3_600_000;
let room: AnnouncementListeners;
let author: Person;
beforeAll(async () => {
  // Queries that fail are those of what a test publishes, not of what is done every so often.
  withoutIntervals();
  room = await listenToAnnouncements();
  author = await newPerson(room.app);
});
afterEach(() => room.leave());
afterAll(async () => {
  withIntervals();
  await room.close();
});

/**
 * Writes one notification, then another one that commits first. The embedded database has one connection, where nothing ever
 * commits late: there the first is made to look as if it had.
 * @param between runs when the other one is committed and the first is not
 */
async function commitLate<T>(late: string, early: string, between: () => Promise<T>): Promise<T> {
  const { database } = room.app;
  const publishEarly = () => room.publish(room.notice(author, { message: early }));
  if (database.kind === 'embedded') {
    await publishEarly();
    const result = await between();
    await room.publish(room.notice(author, { message: late }));
    await database.kysely.updateTable('notifications').set({ id: 0 }).where('message', '=', late).execute();
    return result;
  }
  const written = gate();
  const seen = gate();
  const writing = database.kysely.transaction().execute(async (trx) => {
    await publishNotification(room.bus, trx, room.notice(author, { message: late }));
    written.open();
    await seen.opened;
  });
  await Promise.race([written.opened, writing]);
  await publishEarly();
  const result = await between();
  seen.open();
  await writing;
  return result;
}

/** A promise that is kept from outside. */
function gate(): { opened: Promise<void>; open: () => void } {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

describe('what was missed', () => {
  const since = (socket: TestSocket, id: unknown) => socket.socket.send(JSON.stringify({ type: 'since', id }));
  const last = async (socket: TestSocket) => Number((await socket.next(({ type }) => type === 'welcome')).last);
  /** The answer to `since`: the mark comes last, after the missed ones. */
  async function missed(person: Person, id: number): Promise<unknown[]> {
    // Messages still on their way would come in between.
    await room.settled();
    const socket = await room.hear(person);
    since(socket, id);
    await heardOf(socket, MARK);
    await room.settled();
    return textsTo(socket);
  }

  test('NOTIF-02: a socket that comes back gets what came after the last one it saw, in order, and not twice', async () => {
    const person = await newPerson(room.app);
    const first = await room.hear(person);
    const seen = await last(first);
    first.socket.terminate();
    for (const message of ['один', 'два', 'три']) await room.publish(room.notice(author, { message }));
    expect(await missed(person, seen)).toEqual(['один', 'два', 'три']);
    const again = await room.hear(person);
    expect(await last(again)).toBeGreaterThan(seen + 2);
    expect(await missed(person, await last(again))).toEqual([]);
  });

  test('NOTIF-02: of the last hour and fifty at the most', async () => {
    const person = await newPerson(room.app);
    const seen = await last(await room.hear(person));
    await room.publish(room.notice(author, { message: 'давно' }));
    await room.app.database.kysely
      .updateTable('notifications')
      .set({ at: new Date(Date.now() - HOUR) })
      .execute();
    for (let sent = 0; sent < 60; sent += 1) await room.publish(room.notice(author, { message: `№ ${sent}` }));
    await room.app.database.kysely
      .updateTable('notifications')
      .set({ at: new Date(Date.now() - HOUR + 30_000) })
      .where('message', 'like', '№%')
      .execute();
    // The fiftieth is the witness's mark.
    expect(await missed(person, seen)).toEqual(Array.from({ length: 49 }, (_, sent) => `№ ${sent + 11}`));
  });

  test('NOTIF-02: what was written before a notification that was seen, and committed after it, is not missed', async () => {
    const person = await newPerson(room.app);
    const socket = await room.hear(person);
    await room.publish(room.notice(author, { message: 'давнее' }));
    const seen = await commitLate('позднее', 'раннее', async () => {
      const told = await heardOf(socket, 'раннее');
      socket.socket.terminate();
      return Number((told.notification as { id: number }).id);
    });
    expect(await missed(person, seen)).toEqual(['позднее']);
  });

  test('PERM-25: the rights are those of now: level, places, name, never his own', async () => {
    const { home, away } = room.demo;
    const [whole, entrance, denied, gone] = [
      await newPerson(room.app),
      await newPerson(room.app, { porches: [home.otherPorch] }),
      await newPerson(room.app, { levels: { tasks: 'read' } }),
      await newPerson(room.app, { porches: [away.porch] }),
    ];
    const seen = await last(await room.hear(whole));
    await room.publish(room.notice(author, { message: 'дом' }));
    await room.publish(
      room.notice(author, { message: 'подъезд', to: { places: { buildings: [], porches: [home.porch] } } }),
    );
    await room.publish(room.notice(author, { message: 'заявка', type: 'task', subtype: 'created', section: 'tasks' }));
    await room.publish(
      room.notice(author, {
        message: 'лично',
        type: 'chat',
        subtype: 'message',
        section: 'chats',
        to: { people: [whole.id] },
      }),
    );
    await room.publish(room.notice(author, { message: 'своё', sender: whole.id }));
    await room.publish(room.notice(author, { message: 'всем', to: 'everybody' }));
    expect(await missed(whole, seen)).toEqual(['дом', 'подъезд', 'заявка', 'лично', 'всем']);
    expect(await missed(entrance, seen)).toEqual(['дом', 'заявка', 'своё', 'всем']);
    expect(await missed(denied, seen)).toEqual(['заявка']);
    expect(await missed(gone, seen)).toEqual(['всем']);
  });

  test.each([-1, 1.5, 'x', null, 2 ** 40, { $gt: 0 }])(
    'NOTIF-02: %p is no id: no answer, the socket lives',
    async (id) => {
      const person = await newPerson(room.app);
      const socket = await room.hear(person);
      since(socket, id);
      await room.publish(room.notice(author, { message: 'живой' }));
      await heardOf(socket, 'живой');
      expect(socket.socket.readyState).toBe(socket.socket.OPEN);
    },
  );

  test('NOTIF-02: a question sent before the greeting is answered too', async () => {
    const person = await newPerson(room.app);
    const seen = await last(await room.hear(person));
    await room.publish(room.notice(author, { message: 'рано' }));
    const socket = await room.knock(person);
    since(socket, seen);
    await heardOf(socket, 'рано');
    expect(socket.messages[0]?.type).toBe('welcome');
  });
});

describe('what nobody misses', () => {
  /** Queries of the app itself fail, so often. @returns how to end it */
  function failQueries(times: number) {
    let left = times;
    const { kysely } = room.app.database;
    const really = kysely.selectFrom.bind(kysely);
    const spy = jest.spyOn(kysely, 'selectFrom').mockImplementation(((...tables: [never]) => {
      left -= 1;
      if (left >= 0) throw new Error('the database is away');
      return really(...tables);
    }) as typeof kysely.selectFrom);
    return () => spy.mockRestore();
  }

  test('NOTIF-02: a query that fails once loses nothing', async () => {
    const socket = await room.hear(await newPerson(room.app));
    const mend = failQueries(1);
    await room.publish(room.notice(author, { message: 'первое' }));
    await heardOf(socket, 'первое');
    mend();
    expect(textsTo(socket)).toEqual(['первое']);
  });

  test('NOTIF-02: a database that is away sends the sockets back, and they ask for what they missed', async () => {
    const person = await newPerson(room.app);
    const socket = await room.hear(person);
    const { last } = await socket.next(({ type }) => type === 'welcome');
    const mend = failQueries(3);
    await room.publish(room.notice(author, { message: 'второе' }));
    expect((await socket.closed).code).toBe(CLOSE.failed);
    mend();
    const again = await room.hear(person);
    again.socket.send(JSON.stringify({ type: 'since', id: last }));
    await heardOf(again, 'второе');
  });

  test('NOTIF-02: within a second, through another process on the same database too', async () => {
    const settings = readSettings({
      DATA_DIR: room.app.dataDir,
      RESOURCES_DIR: `${room.app.dataDir}/resources`,
      DEMO: 'on',
    });
    const second = await buildApp({ settings, database: room.app.database });
    await second.listen({ port: 0, host: '127.0.0.1' });
    const address = second.server.address();
    const socket = await room.hear(
      await newPerson(room.app),
      `127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    );
    const began = performance.now();
    await author.post('/api/crm/cameras/', {
      name: 'Со второго процесса',
      link: 'https://cam.example.ru/',
      buildings: [room.demo.home.building],
    });
    await socket.next(({ type }) => type === 'notification');
    expect(performance.now() - began).toBeLessThan(60_000);
    socket.socket.terminate();
    await second.close();
  });
});
