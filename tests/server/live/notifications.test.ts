import { NOTIFICATION_KINDS } from '#resources/protocol/notifications.ts';
import { news } from '#resources/sections/news.ts';
import { notifyChatMessage, notifyComplaint, notifyRequestMoved } from '#server/live/notices.ts';
import { NOTIFICATION_TEXT_MAX, publishNotification } from '#server/live/publish.ts';
import { notifyCreated } from '#server/records/kit/notify-created.ts';
import {
  type AnnouncementListeners,
  listenToAnnouncements,
  textsTo,
  toldTo,
} from '#tests/support/server/announcement-listeners.ts';
import { newPerson, type Person, type PersonOptions, setLevels, setPorches } from '#tests/support/server/people.ts';
import type { TestSocket } from '#tests/support/server/sockets.ts';

const DAY = 86_400_000;
let clock = Date.now();
let room: AnnouncementListeners;
let author: Person;
beforeAll(async () => {
  room = await listenToAnnouncements({ now: () => new Date(clock) });
  author = await newPerson(room.app);
});
afterEach(() => room.leave());
afterAll(() => room.close());

/** Published notifications as each of these people heard them. */
async function heardBy(people: Record<string, PersonOptions>, work: () => Promise<void>) {
  const sockets: Record<string, TestSocket> = {};
  for (const [name, options] of Object.entries(people)) {
    sockets[name] = await room.hear(await newPerson(room.app, options));
  }
  await work();
  await room.settled();
  return Object.fromEntries(Object.entries(sockets).map(([name, socket]) => [name, textsTo(socket)]));
}

describe('who is told', () => {
  test('PERM-25: of a building, who holds any of its entrances and sees the section', async () => {
    const { home, away } = room.demo;
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
      () => room.publish(room.notice(author)),
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
    const { home, away } = room.demo;
    const heard = await heardBy(
      { here: { porches: [home.porch] }, next: { porches: [home.otherPorch] }, away: { porches: [away.porch] } },
      () => room.publish(room.notice(author, { to: { places: { buildings: [], porches: [home.porch] } } })),
    );
    expect(heard).toEqual({ here: ['Въезд'], next: [], away: [] });
  });

  test('PERM-25: of several places, who holds one of them', async () => {
    const { home, away } = room.demo;
    const heard = await heardBy(
      { here: { porches: [home.porch] }, next: { porches: [home.otherPorch] }, away: { porches: [away.porch] } },
      () =>
        room.publish(room.notice(author, { to: { places: { buildings: [away.building], porches: [home.porch] } } })),
    );
    expect(heard).toEqual({ here: ['Въезд'], next: [], away: ['Въезд'] });
  });

  test('PERM-25: a notification without any place goes to nobody', async () => {
    const heard = await heardBy({ whole: {} }, () =>
      room.publish(room.notice(author, { to: { places: { buildings: [], porches: [] } } })),
    );
    expect(heard).toEqual({ whole: [] });
  });

  test('PERM-17: of news also who is denied it: news is open to everybody', async () => {
    const heard = await heardBy({ denied: { levels: 'denied' } }, () =>
      room.publish(room.notice(author, { type: 'news', subtype: 'info', section: 'news' })),
    );
    expect(heard).toEqual({ denied: ['Въезд'] });
  });

  test('NOTIF-08: of a chat message, the people in the chat who may chat, and nobody else', async () => {
    const [one, two, deaf] = [
      await newPerson(room.app),
      await newPerson(room.app),
      await newPerson(room.app, { levels: 'denied' }),
    ];
    const sockets = [await room.hear(one), await room.hear(two), await room.hear(deaf)];
    await room.app.database.kysely.transaction().execute((trx) =>
      notifyChatMessage(room.bus, trx, author.id, {
        topic: 'usrAbc',
        text: 'Привет',
        people: [one.id, deaf.id, author.id, one.id],
      }),
    );
    await room.settled();
    const of = (socket: TestSocket | undefined) => (socket ? toldTo(socket).filter(({ type }) => type === 'chat') : []);
    expect(of(sockets[0])).toMatchObject([{ type: 'chat', subtype: 'message', message: 'Привет', ref: 'usrAbc' }]);
    expect([of(sockets[1]), of(sockets[2])]).toEqual([[], []]);
  });

  test('NOTIF-01: never the author, in none of his windows', async () => {
    const sockets = [await room.hear(author), await room.hear(author)];
    await room.publish(room.notice(author));
    await room.publish(room.notice(author, { to: 'everybody' }));
    await room.settled();
    for (const socket of sockets) expect(toldTo(socket)).toEqual([]);
  });

  test('PERM-25: a right taken away a moment ago counts, whether the socket is closed yet or not', async () => {
    const [level, place, suspended, session] = await Promise.all([0, 1, 2, 3].map(() => newPerson(room.app)));
    if (!level || !place || !suspended || !session) throw new Error('nobody');
    const sockets = await Promise.all([level, place, suspended, session].map((person) => room.hear(person)));
    const { kysely } = room.app.database;
    await setLevels(room.app, level.id, { news: 'write' });
    await setPorches(room.app, place.id, [room.demo.away.porch]);
    await kysely.updateTable('users').set({ status: 'suspended' }).where('id', '=', suspended.id).execute();
    await kysely.deleteFrom('tokens').where('user_id', '=', session.id).execute();
    await room.publish(room.notice(author));
    await room.settled();
    for (const socket of sockets) expect(toldTo(socket)).toEqual([]);
  });

  test('PERM-25: a session that grew old hears nothing more', async () => {
    const socket = await room.hear(await newPerson(room.app));
    clock += 31 * DAY;
    await room.publish(room.notice(author));
    author = await newPerson(room.app);
    await room.settled();
    expect(toldTo(socket)).toEqual([]);
  });

  test('PERM-25: who loses a right is told to look anew, and why the socket closes', async () => {
    const person = await newPerson(room.app);
    const socket = await room.hear(person);
    await setLevels(room.app, person.id, 'read');
    expect((await socket.closed).code).toBe(4003);
    expect(socket.messages.at(-1)).toEqual({ type: 'access-changed' });
  });
});

describe('what is told', () => {
  test('NOTIF-01, NOTIF-11, NOTIF-12: one function for each thing that is written here; every type and subtype is kept', async () => {
    const socket = await room.hear(await newPerson(room.app));
    const places = { buildings: [room.demo.home.building], porches: [] };
    await room.app.database.kysely.transaction().execute(async (trx) => {
      for (const type of ['info', 'accident', 'alert', 'report', 'warn', 'adv', 'advert'] as const) {
        const values = { title: 'Новость', type };
        await notifyCreated(room, trx, news, { id: 1, values, places, sender: author.id });
      }
      for (const type of NOTIFICATION_KINDS.complaint) {
        await notifyComplaint(room.bus, trx, author.id, {
          id: 3,
          type,
          description: 'Шумно',
          porch: room.demo.home.porch,
        });
      }
      for (const subtype of NOTIFICATION_KINDS.task) {
        await notifyRequestMoved(room.bus, trx, author.id, { id: 4, subtype, description: 'Течёт', places });
      }
    });
    await room.settled();
    const told = toldTo(socket);
    expect(told.map(({ type, subtype, ref }) => `${type} ${subtype} ${ref}`)).toEqual([
      ...['info', 'accident', 'alert', 'report', 'warn', 'adv', 'adv'].map((subtype) => `news ${subtype} 1`),
      ...['complaint', 'appreciation', 'suggestion'].map((subtype) => `complaint ${subtype} 3`),
      ...['created', 'in_progress', 'done', 'done'].map((subtype) => `task ${subtype} 4`),
    ]);
    expect(Object.keys(told[0] ?? {}).sort()).toEqual(['at', 'id', 'message', 'ref', 'sent_by', 'subtype', 'type']);
    expect(told[0]?.sent_by).toMatch(/^Иван Проверкин/);
  });

  /** Writes a story as another system does it: the rows, in one transaction. @returns its id */
  const writeStory = (subtype: (typeof NOTIFICATION_KINDS.booklet)[number], over: object = {}, buildings?: number[]) =>
    room.app.database.kysely.transaction().execute(async (trx) => {
      const { cover_file_id } = await trx.selectFrom('booklets').select('cover_file_id').executeTakeFirstOrThrow();
      const { id } = await trx
        .insertInto('booklets')
        .values({ title: 'Как\nсортировать мусор', subtype, cover_file_id, author_id: author.id, ...over })
        .returning('id')
        .executeTakeFirstOrThrow();
      const shown = (buildings ?? [room.demo.home.building]).map((building_id) => ({ booklet_id: id, building_id }));
      if (shown.length) await trx.insertInto('booklet_buildings').values(shown).execute();
      return id;
    });

  test('NOTIF-01, NOTIF-11, NOTIF-12: a story, whoever writes it, to those of its houses', async () => {
    const ids: number[] = [];
    const heard = await heardBy({ here: {}, away: { porches: [room.demo.away.porch] } }, async () => {
      for (const subtype of NOTIFICATION_KINDS.booklet) ids.push(await writeStory(subtype));
      // Copied in with its date, or shown nowhere yet.
      await writeStory('rules', { created_at: new Date(Date.now() - DAY) });
      await writeStory('rules', {}, []);
    });
    expect(heard).toEqual({ here: Array(4).fill('Как сортировать мусор'), away: [] });
    const stored = await room.app.database.kysely
      .selectFrom('notifications')
      .where('type', '=', 'booklet')
      .orderBy('id')
      .select(['subtype', 'ref', 'sender_id', 'sent_by', 'section'])
      .execute();
    expect(stored).toEqual(
      NOTIFICATION_KINDS.booklet.map((subtype, at) => ({
        subtype,
        ref: String(ids[at]),
        sender_id: author.id,
        sent_by: expect.stringMatching(/^Иван Проверкин/),
        section: 'news',
      })),
    );
  });

  test('NOTIF-01: a story of nobody on the staff is signed by the company', async () => {
    const socket = await room.hear(author);
    await writeStory('safety', { author_id: null });
    await room.settled();
    expect(toldTo(socket)).toMatchObject([{ type: 'booklet', subtype: 'safety', sent_by: 'Управляющая компания' }]);
  });

  test('NOTIF-01: a long text is cut at a character, its line breaks are spaces', async () => {
    const socket = await room.hear(await newPerson(room.app));
    await room.publish(room.notice(author, { message: `Раз\n два ${'🙂'.repeat(400)}` }));
    await room.settled();
    const message = String(toldTo(socket)[0]?.message);
    expect([...message]).toHaveLength(NOTIFICATION_TEXT_MAX);
    expect(message).toMatch(/^Раз два 🙂+…$/u);
  });

  test('NOTIF-01: nothing of a write that failed', async () => {
    const heard = await heardBy({ whole: {} }, async () => {
      const failing = room.app.database.kysely.transaction().execute(async (trx) => {
        await publishNotification(room.bus, trx, room.notice(author));
        throw new Error('rolled back');
      });
      await expect(failing).rejects.toThrow('rolled back');
    });
    expect(heard).toEqual({ whole: [] });
  });

  test('NOTIF-01: two hundred at once come all, in their order, each once', async () => {
    const socket = await room.hear(await newPerson(room.app));
    await room.app.database.kysely.transaction().execute(async (trx) => {
      for (let sent = 0; sent < 200; sent += 1)
        await publishNotification(room.bus, trx, room.notice(author, { message: `№ ${sent}` }));
    });
    await room.settled();
    const told = textsTo(socket);
    expect(told.slice(0, 200)).toEqual(Array.from({ length: 200 }, (_, sent) => `№ ${sent}`));
  });
});
