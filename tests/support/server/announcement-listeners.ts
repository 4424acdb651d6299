import { type Bus, createBus } from '#server/live/bus.ts';
import { type NewNotification, publishNotification } from '#server/live/publish.ts';
import type { Topics } from '#server/live/topics.ts';
import { type DemoCompany, readDemoCompany } from './demo-company.ts';
import { newPerson, type Person } from './people.ts';
import { arrived, listen, openSocket, type TestSocket } from './sockets.ts';
import { openTestApp, type TestApp, type TestAppOptions } from './test-app.ts';

/** The last event that a witness hears; see `AnnouncementListeners.settled`. */
export const MARK = 'конец';

/** An app in which things are published and heard. */
export interface AnnouncementListeners {
  app: TestApp;
  demo: DemoCompany;
  /** Another process's place on the bus. */
  bus: Bus<Topics>;
  /** A socket of this person, greeted. @param at address of the process, ours when left out */
  hear(person: Person, at?: string): Promise<TestSocket>;
  /** A camera at home, told by `sender`, with what a test wants otherwise. */
  notice(sender: Person, over?: Partial<NewNotification>): NewNotification;
  publish(notice: NewNotification): Promise<void>;
  /**
   * Waits until everything published so far was handed on and has come: a witness has heard the mark that was published after
   * it, which all who see requests are told of.
   */
  settled(): Promise<void>;
  /** Opens a socket that nobody has greeted yet. */
  knock(person: Person): Promise<TestSocket>;
  /** Ends the sockets of a test. */
  leave(): void;
  close(): Promise<void>;
}

/** Events told to a socket, the witness's mark left out. */
export function toldTo({ messages }: TestSocket): Record<string, unknown>[] {
  return messages
    .filter(({ type }) => type === 'notification')
    .map((message) => (message as { notification?: Record<string, unknown> }).notification ?? {})
    .filter(({ message }) => message !== MARK);
}

/** The texts of it. */
export const textsTo = (socket: TestSocket) => toldTo(socket).map(({ message }) => message);

/** Waits for a notification with this text. */
export const heardOf = (socket: TestSocket, text: string) =>
  socket.next((message) => (message as { notification?: { message?: unknown } }).notification?.message === text);

/** Opens an app for tests of notifications. */
export async function listenToAnnouncements(options: TestAppOptions = {}): Promise<AnnouncementListeners> {
  const app = await openTestApp(options);
  const demo = await readDemoCompany(app);
  const host = await listen(app);
  const bus = await createBus<Topics>(app.database, () => undefined);
  const opened: TestSocket[] = [];
  const knock = async (person: Person, at = host) => {
    const socket = await openSocket(at, `/ws/notifications?token=${person.token}`);
    opened.push(socket);
    return socket;
  };
  const hear = async (person: Person, at = host) => {
    const socket = await knock(person, at);
    await socket.next(({ type }) => type === 'welcome');
    return socket;
  };
  const notice: AnnouncementListeners['notice'] = (sender, over = {}) =>
    ({
      type: 'camera',
      subtype: 'create',
      section: 'cameras',
      message: 'Въезд',
      ref: 7,
      sender: sender.id,
      to: { places: { buildings: [demo.home.building], porches: [] } },
      ...over,
    }) as NewNotification;
  const publish: AnnouncementListeners['publish'] = (what) =>
    app.database.kysely.transaction().execute((trx) => publishNotification(bus, trx, what));
  return {
    app,
    demo,
    bus,
    hear,
    knock,
    notice,
    publish,
    settled: async () => {
      const witness = await hear(await newPerson(app));
      const mark = { type: 'task', subtype: 'created', section: 'tasks', message: MARK, to: 'everybody' } as const;
      await publish(notice(await newPerson(app), mark));
      await heardOf(witness, MARK);
      // Events told to others before it may still be on their way to them.
      await Promise.all(opened.map(arrived));
    },
    leave: () => {
      for (const { socket } of opened.splice(0)) socket.terminate();
    },
    close: async () => {
      await bus.close();
      await app.close();
    },
  };
}
