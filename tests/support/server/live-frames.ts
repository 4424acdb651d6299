import { COMPLAINT_HEAD, COMPLAINT_TOPIC } from '#resources/protocol/chat/chat.ts';
import { publish } from './announcements.ts';
import { chatter, newResident, signedIn } from './chat.ts';
import type { Entrance } from './entrances.ts';
import type { Person } from './people.ts';
import { createRequest, move, taskUrl } from './requests.ts';
import { openSocket, type TestSocket } from './sockets.ts';
import type { TestApp } from './test-app.ts';

type Message = Record<string, unknown>;
type Tells = (message: Message) => boolean;

/** Data for an action. */
interface Stage {
  app: TestApp;
  /** Where it listens. */
  host: string;
  of: Entrance;
  /** Holds everything; does it. */
  by: Person;
  /** Sockets that end with the test. */
  opened: TestSocket[];
}

/** Something done to a thing of the first entrance, or of the whole building, of which an open socket tells. */
export type FrameAction = readonly [
  path: '/ws/notifications' | '/ws/complaints',
  what: string,
  section: 'news' | 'tasks' | 'chats' | 'cameras',
  reach: 'entrance' | 'house',
  /** @returns which frames tell of it */
  does: (stage: Stage) => Promise<Tells>,
];

const NOTIFICATIONS = '/ws/notifications';
const noticeOf =
  (type: string, ref: unknown): Tells =>
  ({ notification }) => {
    const notice = notification as Message | undefined;
    return notice?.type === type && notice.ref === String(ref);
  };
const boardOf =
  (event: string, id: number): Tells =>
  (message) =>
    message.type === 'task' && message.id === id && message.event === event;
const onEntrance = ({ home }: Entrance) => ({ target_type: 'porches', target: { porches: [home.porch] } });

/** A resident of the home flat leaves a complaint. @returns its id */
async function complain({ app, host, of }: Stage): Promise<number> {
  const resident = await chatter(app, await newResident(app, [of.home.unit]));
  const chat = await signedIn(host, resident);
  const said = { topic: COMPLAINT_TOPIC, head: { [COMPLAINT_HEAD.type]: 'complaint' }, content: 'Шумит лифт' };
  const { ctrl } = await chat.ask('pub', said);
  chat.close();
  if (ctrl?.code !== 202) throw new Error(`complaining answered ${ctrl?.code}`);
  const db = app.database.kysely;
  const rows = db.selectFrom('complaints').select('id').where('creator_id', '=', resident.id);
  return (await rows.executeTakeFirstOrThrow()).id;
}

export const FRAME_ACTIONS: readonly FrameAction[] = [
  ...(['porches', 'floors', 'pipes', 'units'] as const).map(
    (part): FrameAction => [
      NOTIFICATIONS,
      `an announcement to ${part}`,
      'news',
      'entrance',
      async ({ by, of }) => {
        const ids = { porches: [of.home.porch], floors: [of.floor], pipes: [of.pipe], units: of.flats };
        return noticeOf('news', await publish(by, { [part]: ids[part] }));
      },
    ],
  ),
  [
    NOTIFICATIONS,
    'an announcement to the house',
    'news',
    'house',
    async ({ by, of }) => noticeOf('news', await publish(by, { buildings: [of.home.building] })),
  ],
  [
    NOTIFICATIONS,
    'a camera of the house',
    'cameras',
    'house',
    async ({ by, of }) => {
      const camera = { name: 'У ворот', link: 'https://cam.example.ru/', buildings: [of.home.building] };
      return noticeOf('camera', (await by.post('/api/crm/cameras/', camera)).body.params?.id);
    },
  ],
  [
    NOTIFICATIONS,
    'a request on the entrance',
    'tasks',
    'entrance',
    async ({ by, of }) => noticeOf('task', await createRequest(by, of, onEntrance(of))),
  ],
  [
    NOTIFICATIONS,
    'the card of a new request',
    'tasks',
    'entrance',
    async ({ by, of }) => boardOf('created', await createRequest(by, of, onEntrance(of))),
  ],
  [
    NOTIFICATIONS,
    'the card of a request for a floor',
    'tasks',
    'entrance',
    async ({ by, of }) => {
      return boardOf('created', await createRequest(by, of, { target_type: 'floors', target: { floors: [of.floor] } }));
    },
  ],
  [
    NOTIFICATIONS,
    'the card of a request for the house',
    'tasks',
    'house',
    async ({ by, of }) => boardOf('created', await createRequest(by, of)),
  ],
  [
    NOTIFICATIONS,
    'a card that is moved',
    'tasks',
    'entrance',
    async ({ by, of }) => {
      await move(by, of.tasks.porch, { order: 1 });
      return boardOf('moved', of.tasks.porch);
    },
  ],
  [
    NOTIFICATIONS,
    'a card that is edited',
    'tasks',
    'entrance',
    async ({ by, of }) => {
      await move(by, of.tasks.porch, { information: { description: 'Другой текст' } });
      return boardOf('edited', of.tasks.porch);
    },
  ],
  [
    NOTIFICATIONS,
    'a card that is written on',
    'tasks',
    'entrance',
    async ({ by, of }) => {
      await by.post(`${taskUrl(of.tasks.floor)}comments/`, { message: 'Еду' });
      return boardOf('commented', of.tasks.floor);
    },
  ],
  [
    NOTIFICATIONS,
    'a card that somebody lifts',
    'tasks',
    'entrance',
    async ({ host, by, of, opened }) => {
      const hand = await openSocket(host, `${NOTIFICATIONS}?token=${by.token}`);
      await hand.next(({ type }) => type === 'welcome');
      opened.push(hand);
      hand.socket.send(JSON.stringify({ type: 'task-held', id: of.tasks.porch, held: true }));
      return ({ type, id }) => type === 'task-held' && id === of.tasks.porch;
    },
  ],
  [
    NOTIFICATIONS,
    'what a resident complains of',
    'chats',
    'entrance',
    async (stage) => noticeOf('complaint', await complain(stage)),
  ],
  [
    '/ws/complaints',
    'what a resident complains of',
    'chats',
    'entrance',
    async (stage) => {
      const id = await complain(stage);
      return ({ type, complaint }) => type === 'new_complaint' && (complaint as Message).id === id;
    },
  ],
];
