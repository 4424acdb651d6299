import type { NewsType } from '#server/db/tables/news.ts';
import type { ComplaintsTable } from '#server/db/tables/operations.ts';
import type { TaskStage } from '#server/db/tables/tasks.ts';
import type { Db } from '#server/db/tables.ts';
import type { Bus } from './bus.ts';
import { type Places, publishNotification } from './publish.ts';
import type { Topics } from './topics.ts';

/**
 * What sections tell of, one function each; see `publishNotification` for when to call them. `sender` is who did it. Stories
 * are announced by the database itself, whoever writes them (`0033-stories-told.ts`).
 */
type Told<Thing> = (bus: Bus<Topics>, trx: Db, sender: number, thing: Thing) => Promise<void>;

/** Types of an announcement as notifications know them (G-07). */
const NEWS_SUBTYPE = {
  info: 'info',
  accident: 'accident',
  alert: 'alert',
  report: 'report',
  warn: 'warn',
  adv: 'adv',
  advert: 'adv',
} as const satisfies Record<NewsType, string>;

const inBuildings = (buildings: readonly number[]) => ({ places: { buildings, porches: [] } });

/** An announcement was published. `places` of its targets: buildings, and the entrances of narrower ones. */
export const newsPublished: Told<{ id: number; title: string; type: NewsType; places: Places }> = (
  bus,
  trx,
  sender,
  { id, title, type, places },
) =>
  publishNotification(bus, trx, {
    type: 'news',
    subtype: NEWS_SUBTYPE[type],
    section: 'news',
    message: title,
    ref: id,
    sender,
    to: { places },
  });

/** A camera was added. */
export const cameraAdded: Told<{ id: number; name: string; buildings: readonly number[] }> = (
  bus,
  trx,
  sender,
  { id, name, buildings },
) =>
  publishNotification(bus, trx, {
    type: 'camera',
    subtype: 'create',
    section: 'cameras',
    message: name,
    ref: id,
    sender,
    to: inBuildings(buildings),
  });

/** A resident left a complaint, gratitude or an idea. It lies in one entrance. */
export const complaintLeft: Told<{ id: number; type: ComplaintsTable['type']; description: string; porch: number }> = (
  bus,
  trx,
  sender,
  { id, type, description, porch },
) =>
  publishNotification(bus, trx, {
    type: 'complaint',
    subtype: type,
    section: 'chats',
    message: description,
    ref: id,
    sender,
    to: { places: { buildings: [], porches: [porch] } },
  });

/** A message in a chat; `people` are those in the topic, `topic` its name as they know it (`chat_id` of a link). */
export const messageSent: Told<{ topic: string; text: string; people: readonly number[] }> = (
  bus,
  trx,
  sender,
  { topic, text, people },
) =>
  publishNotification(bus, trx, {
    type: 'chat',
    subtype: 'message',
    section: 'chats',
    message: text,
    ref: topic,
    sender,
    to: { people },
  });

/** A request was created, taken to work or done. `places`: its building, or its entrances. */
export const taskMoved: Told<{ id: number; stage: TaskStage; description: string; places: Places }> = (
  bus,
  trx,
  sender,
  { id, stage, description, places },
) =>
  publishNotification(bus, trx, {
    type: 'task',
    subtype: stage,
    section: 'tasks',
    message: description,
    ref: id,
    sender,
    to: { places },
  });
