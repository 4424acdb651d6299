// Runs on PostgreSQL too: listeners.
import { CLOSE } from '#resources/protocol/live.ts';
import {
  BOARD_VERSION,
  TASKS_PATH,
  type TaskFrame,
  type TaskHeldFrame,
  taskChanges,
  taskFrame,
} from '#resources/protocol/requests/tasks.ts';
import { findReader } from '#server/access/find-reader.ts';
import { findAllowedSessions, selectMissedNotifications } from '#server/live/queries.ts';
import {
  type AnnouncementListeners,
  heardOf,
  listenToAnnouncements,
  textsTo,
} from '#tests/support/server/announcement-listeners.ts';
import { withIntervals, withoutIntervals } from '#tests/support/server/clock.ts';
import { setServices } from '#tests/support/server/employee-rights.ts';
import { newPerson, type Person, type PersonOptions, setLevels } from '#tests/support/server/people.ts';
import { createRequest, details, move, taskUrl, undo } from '#tests/support/server/requests.ts';
import type { TestSocket } from '#tests/support/server/sockets.ts';

let room: AnnouncementListeners;
let boss: Person;
let kim: Person;
beforeAll(async () => {
  // The query that fails is that of a frame, not of what is done every so often.
  withoutIntervals();
  room = await listenToAnnouncements();
  boss = await newPerson(room.app, { levels: { tasks: 'write' } });
  kim = await newPerson(room.app, { levels: { tasks: 'performer' } });
});
afterEach(() => room.leave());
afterAll(async () => {
  withIntervals();
  await room.close();
});

const staff = (options: PersonOptions = {}) => newPerson(room.app, { levels: { tasks: 'read' }, ...options });
/** Boards hear of a change within a second (`npm run bench -- moves` measures it), even on a busy machine within this, ms. */
const SOON = 60_000;

const framesTo = ({ messages }: TestSocket, id: number) =>
  messages.filter(({ type, id: about }) => type === 'task' && about === id) as unknown as TaskFrame[];
/** Waits until a board has heard of this event. */
const frameOf = async (socket: TestSocket, id: number, event: TaskFrame['event']) =>
  (await socket.next(
    (message) => message.type === 'task' && message.id === id && message.event === event,
  )) as unknown as TaskFrame;

describe('open boards', () => {
  test('hear of a new request, its moves, edits and comments within a second, with who did it and the whole card', async () => {
    const board = await room.hear(await staff());
    const id = await createRequest(boss, room.demo);
    const began = performance.now();
    const created = await frameOf(board, id, 'created');
    expect(performance.now() - began).toBeLessThan(SOON);
    /** The type of an event as told, within a second after the answer. */
    const toldOf = async (event: TaskFrame['event']) => {
      const answered = performance.now();
      const frame = await frameOf(board, id, event);
      expect(performance.now() - answered).toBeLessThan(SOON);
      return frame;
    };
    expect(taskFrame.parse(created)).toEqual(created);
    expect(created.by).toMatchObject({ user: boss.id, first_name: 'Иван' });
    expect(created.task).toMatchObject({ id, stage: 'created', may_move: false });

    await move(boss, id, { stage: 'in_progress', performer: kim.id });
    expect((await toldOf('moved')).task).toMatchObject({
      stage: 'in_progress',
      performer: { user: kim.id },
    });
    await move(boss, id, { information: { description: 'Другой текст' } });
    expect((await toldOf('edited')).task?.information.description).toBe('Другой текст');
    await boss.post(`${taskUrl(id)}comments/`, { message: 'Еду' });
    await toldOf('commented');
    const versions = framesTo(board, id).map(({ version }) => version);
    expect(versions).toEqual([...versions].sort((a, b) => a - b));
    expect(new Set(versions).size).toBe(4);
  });

  test('show the same card that the list shows, portraits included, and the author’s own windows hear too', async () => {
    const board = await room.hear(boss);
    const { service } = await room.app.database.kysely
      .selectFrom('user_services')
      .where('user_id', '=', 1)
      .select('service_id as service')
      .executeTakeFirstOrThrow();
    const id = await createRequest(boss, room.demo, { service, performer: 1 });
    const { task } = await frameOf(board, id, 'created');
    const {
      history: _,
      image_attachments: __,
      file_attachments: ___,
      source: ____,
      author: _____,
      ...card
    } = await details(boss, id);
    expect(task).toEqual(card);
    const avatar = String(task?.performer?.avatar);
    expect((await room.app.call('GET', avatar)).status).toBe(200);
  });

  test('hear which other cards made room', async () => {
    const board = await room.hear(await staff());
    const [c, b, a] = [
      await createRequest(boss, room.demo),
      await createRequest(boss, room.demo),
      await createRequest(boss, room.demo),
    ];
    const { order } = await details(boss, a);
    const near = Number(order) + 1e-9;
    await room.app.database.kysely.updateTable('tasks').set({ board_order: near }).where('id', '=', b).execute();
    const saved = await move(boss, c, { after: a });
    const frame = await frameOf(board, c, 'moved');
    expect(frame.orders).toEqual(saved.orders);
    expect(frame.orders.map(({ id }) => id)).toContain(b);
  });

  test('PERM-25: only those who may see the request; who lost the right a moment ago hears nothing', async () => {
    const { home, away } = room.demo;
    const reader = await room.hear(await staff());
    const boards: Record<string, TestSocket> = { reader };
    const people: Record<string, PersonOptions> = {
      near: { porches: [home.otherPorch] },
      first: { porches: [home.porch] },
      far: { porches: [away.porch] },
      denied: { levels: { news: 'write' } },
    };
    for (const [name, options] of Object.entries(people)) boards[name] = await room.hear(await staff(options));
    const lost = await staff();
    boards.lost = await room.hear(lost);
    await setLevels(room.app, lost.id, {});
    const id = await createRequest(boss, room.demo, { target_type: 'porches', target: { porches: [home.porch] } });
    // Frames of requests do not wait for notifications; one change goes to all boards at once.
    await frameOf(reader, id, 'created');
    await room.settled();
    const heard = Object.entries(boards).map(([name, board]) => [name, framesTo(board, id).length]);
    expect(Object.fromEntries(heard)).toEqual({ reader: 1, near: 0, first: 1, far: 0, denied: 0, lost: 0 });
  });

  test('PERM-05: a performer hears of his services; what is taken away from him is removed from his board', async () => {
    const plumber = await newPerson(room.app, { levels: { tasks: 'performer' } });
    await setServices(room.app, plumber.id, [1]);
    const board = await room.hear(plumber);
    const light = await createRequest(boss, room.demo, { service: 2 });
    const water = await createRequest(boss, room.demo, { service: 1 });
    await frameOf(board, water, 'created');
    expect(framesTo(board, light)).toEqual([]);

    // Other services are other rights: the board comes back with them.
    await setServices(room.app, plumber.id, [1, 2]);
    expect((await board.closed).code).toBe(CLOSE.accessChanged);
    const wider = await room.hear(plumber);
    await move(boss, light, { stage: 'in_progress', performer: plumber.id });
    expect((await frameOf(wider, light, 'moved')).task?.may_move).toBe(true);
    await setServices(room.app, plumber.id, [1]);
    expect((await wider.closed).code).toBe(CLOSE.accessChanged);
    const narrower = await room.hear(plumber);
    await move(boss, light, { performer: kim.id });
    expect(await frameOf(narrower, light, 'removed')).toMatchObject({ task: null, by: { user: boss.id } });
    expect((await plumber.get(taskUrl(light))).status).toBe(404);
  });

  test('hear of what was done while a query failed', async () => {
    const board = await room.hear(await staff());
    const id = await createRequest(boss, room.demo);
    await frameOf(board, id, 'created');
    const { kysely } = room.app.database;
    const spy = jest.spyOn(kysely, 'selectFrom').mockImplementationOnce(() => {
      throw new Error('the database is away');
    });
    await room.bus.publish(kysely, 'task-held', { id, user: boss.id, held: true });
    expect(await board.next(({ type }) => type === 'task-held')).toMatchObject({ id, held: true });
    expect(spy).toHaveBeenCalled();
    spy.mockRestore();
  });

  test('see whose hand is on a card, but the hand’s owner and who may not see it do not', async () => {
    const [mine, other] = [await room.hear(boss), await room.hear(await staff())];
    const far = await room.hear(await staff({ porches: [room.demo.away.porch] }));
    const reader = await staff();
    const readerBoard = await room.hear(reader);
    const id = await createRequest(boss, room.demo);
    const say = (socket: TestSocket, message: object) => socket.socket.send(JSON.stringify(message));
    // Readers hold nothing, nor does nonsense.
    say(readerBoard, { type: 'task-held', id, held: true });
    for (const bad of [{ id: 'x', held: true }, { id }, { id: 999_999, held: true }])
      say(mine, { type: 'task-held', ...bad });
    say(mine, { type: 'task-held', id, held: true });
    const frame = (await other.next(({ type }) => type === 'task-held')) as unknown as TaskHeldFrame;
    expect(frame).toMatchObject({ id, held: true, by: { user: boss.id } });
    say(mine, { type: 'task-held', id, held: false });
    await other.next(({ type, held }) => type === 'task-held' && held === false);
    const heldIn = ({ messages }: TestSocket) => messages.filter(({ type }) => type === 'task-held').length;
    expect([heldIn(other), heldIn(mine), heldIn(far)]).toEqual([2, 0, 0]);
  });
});

describe('notifications', () => {
  test('NOTIF-01: of a new request, of one taken to work and of one done; going back and undoing are seen on the board alone', async () => {
    const listener = await room.hear(await staff());
    const description = 'Протечка на чердаке';
    const id = await createRequest(boss, room.demo, { information: { description } });
    await move(boss, id, { stage: 'in_progress', performer: kim.id });
    await move(boss, id, { stage: 'created', performer: null });
    await move(boss, id, { stage: 'in_progress', performer: kim.id });
    await undo(boss, id);
    await move(boss, id, { stage: 'done', resolution: 'canceled', resolution_description: 'Повторная' });
    await room.settled();
    const told = listener.messages.flatMap(({ type, notification }) =>
      type === 'notification' ? [notification as { ref: string; subtype: string; resolution?: string }] : [],
    );
    const ofIt = told.filter(({ ref }) => ref === String(id));
    expect(ofIt.map(({ subtype }) => subtype)).toEqual(['created', 'in_progress', 'in_progress', 'done']);
    // An addition tells apart requests that the documents call done.
    expect(ofIt.map(({ resolution }) => resolution)).toEqual([undefined, undefined, undefined, 'canceled']);
  });

  test('PERM-05: a performer is told of requests that he may open, now and when he comes back', async () => {
    const plumber = await newPerson(room.app, { levels: { tasks: 'performer', cameras: 'read' } });
    await setServices(room.app, plumber.id, [1]);
    const socket = await room.hear(plumber);
    await createRequest(boss, room.demo, { service: 2, information: { description: 'Нет света' } });
    await createRequest(boss, room.demo, { service: 1, information: { description: 'Нет воды' } });
    await heardOf(socket, 'Нет воды');
    expect(textsTo(socket)).toEqual(['Нет воды']);
    const again = await room.hear(plumber);
    again.socket.send(JSON.stringify({ type: 'since', id: 0 }));
    await heardOf(again, 'Нет воды');
    await room.settled();
    expect(textsTo(again)).not.toContain('Нет света');
    // Where services are not in use, what they do says nothing of what they see: as in the list.
    const { kysely: db } = room.app.database;
    const all = await db.selectFrom('notifications').where('message', '=', 'Нет света').selectAll().executeTakeFirst();
    const reader = await findReader(db, plumber.token, new Date(), []);
    if (!all || !reader) throw new Error('nothing was told');
    const told = (services: boolean) =>
      findAllowedSessions(db, all, [reader.token.id], { now: new Date(), extraSections: [], services });
    expect([await told(true), await told(false)]).toEqual([[], [{ session: reader.token.id, user: plumber.id }]]);
    const missed = async (services: boolean) =>
      (await selectMissedNotifications(db, { reader, sections: ['tasks'], services }, 0)).map(({ message }) => message);
    expect(await missed(true)).not.toContain('Нет света');
    expect(await missed(false)).toContain('Нет света');
  });
});

describe('after a break', () => {
  const changes = async (person: Person, query: string) =>
    taskChanges.parse((await person.get(`${TASKS_PATH}changes/?${query}`)).body);

  test('a board gets every card that was written since, as it is now, once', async () => {
    const person = await staff();
    const id = await createRequest(boss, room.demo);
    const page = await person.get(`${TASKS_PATH}?stage=created`);
    const version = Number(page.headers[BOARD_VERSION]);
    expect((await changes(person, '')).version).toBe(version);
    expect(await changes(person, `since=${version}`)).toEqual({ version, reload: false, tasks: [], gone: [] });
    await move(boss, id, { stage: 'in_progress', performer: kim.id });
    await move(boss, id, { stage: 'done' });
    const made = await createRequest(boss, room.demo);
    const missed = await changes(person, `since=${version}`);
    expect(missed.tasks.map((task) => task.id).sort((a, b) => a - b)).toEqual([id, made]);
    expect(missed.tasks.find((task) => task.id === id)).toMatchObject({ stage: 'done' });
    expect(missed.version).toBeGreaterThan(version);
    expect((await changes(person, `since=${missed.version}`)).tasks).toEqual([]);
  });

  test('what does not fit its filters is gone, and what it never could see is not named', async () => {
    const { home, away } = room.demo;
    const near = await staff({ porches: [home.porch, home.otherPorch] });
    const { version } = await changes(near, '');
    const [water, light] = [
      await createRequest(boss, room.demo, { service: 1 }),
      await createRequest(boss, room.demo, { service: 2 }),
    ];
    await createRequest(boss, room.demo, { target: { building: away.building } });
    const { tasks, gone } = await changes(near, `since=${version}&services_id=1&buildings_id=${home.building}`);
    expect([tasks.map(({ id }) => id), gone]).toEqual([[water], [light]]);
    const future = Math.floor(Date.now() / 1000) + 3_600;
    expect((await changes(near, `since=${version}&date=${future}`)).gone.sort((a, b) => a - b)).toEqual([water, light]);
  });

  test('PERM-05: what was taken away from a performer is gone', async () => {
    const plumber = await newPerson(room.app, { levels: { tasks: 'performer' } });
    const id = await createRequest(boss, room.demo, { service: 2, performer: plumber.id });
    await setServices(room.app, plumber.id, [1]);
    const { version } = await changes(plumber, '');
    await move(boss, id, { performer: kim.id });
    expect((await changes(plumber, `since=${version}`)).gone).toEqual([id]);
  });

  test('a version from another life, or too many changes, mean: load anew', async () => {
    const person = await staff();
    const { version } = await changes(person, '');
    expect(await changes(person, `since=${version + 1}`)).toMatchObject({ reload: true, tasks: [] });
    await room.app.database.kysely
      .insertInto('tasks')
      .values(
        Array.from({ length: 501 }, (_, index) => ({
          stage: 'created' as const,
          resolution: null,
          resolution_description: null,
          board_order: 10_000 + index,
          service_id: 1,
          description: 'Много',
          building_id: room.demo.home.building,
          target_type: 'building' as const,
          creator_id: boss.id,
          performer_id: null,
        })),
      )
      .execute();
    expect(await changes(person, `since=${version}`)).toMatchObject({ reload: true, tasks: [], gone: [] });
    expect((await person.get(`${TASKS_PATH}changes/?since=x`)).status).toBe(400);
  });
});
