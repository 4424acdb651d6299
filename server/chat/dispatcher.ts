import type { Db } from '#server/db/tables.ts';
import { Backlog } from '#server/live/backlog.ts';
import type { Bus } from '#server/live/bus.ts';
import type { Topics } from '#server/live/topics.ts';
import type { ChatEvent } from './events.ts';
import { notifyAccess, notifyDescription, notifyGone, notifyPrivateData, notifySharedData } from './notify-changes.ts';
import { notifyDeletion, notifyMessage, notifyReceipt } from './notify-messages.ts';
import { notifyPresence, notifyProfile, notifyTags, type PeopleDeps } from './notify-people.ts';
import { messagesByNumber, type StoredMessage } from './queries/message-queries.ts';
import { mayTalkTo } from './queries/people-queries.ts';
import { chatRefusalCode } from './refusal-code.ts';
import { Room } from './room.ts';
import type { TopicView } from './views.ts';

/** Cache of messages published by this process, until their event returns from the bus: maximum number. */
const CACHED_MESSAGES_MAX = 500;
/** Dependencies of the dispatcher. */
export interface DispatcherDeps extends PeopleDeps {
  bus: Bus<Topics>;
  /** Events could not be loaded: disconnect all listeners of this process, so that they reconnect and fetch them. */
  reconnectAll(): void;
}

const messageKey = (topic: number, seq: number) => `${topic} ${seq}`;

/** Whether the two people of a p2p chat may no longer talk; then neither sees the other's activity. */
async function mayNoLongerTalk(db: Db, { kind, members }: TopicView): Promise<boolean> {
  const [one, other] = [...members.values()];
  if (kind !== 'p2p' || !one || !other || (one.staff && other.staff)) return false;
  return !(await mayTalkTo(db, { id: one.user, staff: one.staff }, other.user));
}

/** Delivers chat events of all processes to the sessions of this process, in the order of the bus (A8…A12). */
export class Dispatcher {
  readonly #deps: DispatcherDeps;
  readonly #onError: (error: unknown) => void;
  readonly #cachedMessages = new Map<string, StoredMessage>();
  /** Events already delivered, so that a retry of the batch skips them. */
  readonly #delivered = new WeakSet<ChatEvent>();
  readonly #backlog: Backlog<ChatEvent>;
  readonly #unsubscribe: () => void;

  constructor(deps: DispatcherDeps, onError: (error: unknown) => void) {
    this.#deps = deps;
    this.#onError = onError;
    this.#backlog = new Backlog({
      send: (events) => this.#deliverBatch(events),
      onError,
      giveUp: deps.reconnectAll,
    });
    this.#unsubscribe = deps.bus.subscribe('chat', (event) => {
      if (event.what === 'acs' || event.what === 'gone') deps.views.invalidate(event.topic);
      this.#backlog.push(event);
    });
  }

  /** Caches a message that was just published here, so that its event needs no query. */
  cacheMessage(message: StoredMessage): void {
    this.#cachedMessages.set(messageKey(message.topic_id, message.seq), message);
    for (const oldest of this.#cachedMessages.keys()) {
      if (this.#cachedMessages.size <= CACHED_MESSAGES_MAX) break;
      this.#cachedMessages.delete(oldest);
    }
  }

  stop(): void {
    this.#unsubscribe();
    this.#backlog.clear();
  }

  /**
   * Delivers a batch.
   * @throws when the database is unreachable; undelivered events are then retried. Other errors do not stop the rest of the batch
   */
  async #deliverBatch(events: readonly ChatEvent[]): Promise<void> {
    const pendingEvents = events.filter((event) => !this.#delivered.has(event));
    const messages = await this.#fetch(pendingEvents);
    for (const event of pendingEvents) {
      try {
        await this.#deliver(event, messages);
      } catch (error) {
        if (chatRefusalCode(error) === 'unavailable') throw error;
        this.#onError(error);
      }
      this.#delivered.add(event);
    }
  }

  /** Loads the messages of a batch that have an attached session in this process; uncached ones in a single query. */
  async #fetch(batch: readonly ChatEvent[]): Promise<ReadonlyMap<string, StoredMessage>> {
    const { db, registry } = this.#deps;
    const messages = new Map<string, StoredMessage>();
    const uncached: { topic: number; seq: number }[] = [];
    for (const event of batch) {
      if (event.what !== 'data' || !registry.ofTopic(event.topic).length) continue;
      const cached = this.#cachedMessages.get(messageKey(event.topic, event.seq));
      if (cached) messages.set(messageKey(event.topic, event.seq), cached);
      else uncached.push(event);
    }
    for (const message of await messagesByNumber(db, uncached))
      messages.set(messageKey(message.topic_id, message.seq), message);
    return messages;
  }

  async #deliver(event: ChatEvent, messages: ReadonlyMap<string, StoredMessage>): Promise<void> {
    const deps = this.#deps;
    if (event.what === 'on' || event.what === 'off') return notifyPresence(event, deps);
    if (event.what === 'profile') return notifyProfile(event, deps);
    if (event.what === 'tags') return notifyTags(event, deps);
    const view = await deps.views.get(event.topic);
    // The right to send a message was checked when it was written.
    if (view && event.what === 'data') {
      return notifyMessage(event, new Room(view, deps.registry), messages.get(messageKey(event.topic, event.seq)));
    }
    const isBlocked = view !== null && (await mayNoLongerTalk(deps.db, view));
    if (event.what === 'gone')
      return notifyGone(event, view && !isBlocked ? new Room(view, deps.registry) : null, deps.registry);
    const room = view && new Room(view, deps.registry, isBlocked ? event.by : null);
    if (!room || event.what === 'data') return;
    if (event.what === 'del') return notifyDeletion(event, room);
    if (event.what === 'acs') return notifyAccess(event, room, deps.db);
    if (event.what === 'private') return notifyPrivateData(event, room);
    if (event.what === 'aux') return notifySharedData(event, room);
    if (event.what === 'desc') return notifyDescription(event, room);
    return notifyReceipt(event, room);
  }
}
