import type { Db } from '#server/db/tables.ts';
import { Backlog } from '#server/live/backlog.ts';
import type { Bus } from '#server/live/bus.ts';
import type { Topics } from '#server/live/topics.ts';
import type { ChatEvent } from './events.ts';
import { messagesByNumber, type StoredMessage } from './queries/message-queries.ts';
import { mayTalkTo } from './queries/people-queries.ts';
import { chatErrorCode } from './refusal-of.ts';
import { Room } from './room.ts';
import { tellAccess, tellDescribed, tellGone, tellNotes, tellShared } from './tell-changes.ts';
import { tellData, tellDeleted, tellNote } from './tell-messages.ts';
import { type PeopleDeps, tellPresence, tellProfile, tellTags } from './tell-people.ts';
import type { TopicView } from './views.ts';

/** Messages of this process that are remembered until their event comes back from the bus. */
const REMEMBERED = 500;
/** Dependencies of the dispatcher. */
export interface DispatcherDeps extends PeopleDeps {
  bus: Bus<Topics>;
  /** Events cannot be looked up: every listener of this process has to reconnect and ask for them. */
  sendBack(): void;
}

const messageKey = (topic: number, seq: number) => `${topic} ${seq}`;

/** Whether the two people of a chat may no longer talk: then neither sees what the other does. */
async function areApart(db: Db, { kind, members }: TopicView): Promise<boolean> {
  const [one, other] = [...members.values()];
  if (kind !== 'p2p' || !one || !other || (one.staff && other.staff)) return false;
  return !(await mayTalkTo(db, { id: one.user, staff: one.staff }, other.user));
}

/** Hands what happened, on whatever process, to the sessions of this one, in the order of the bus (A8…A12). */
export class Dispatcher {
  readonly #deps: DispatcherDeps;
  readonly #onError: (error: unknown) => void;
  readonly #recent = new Map<string, StoredMessage>();
  /** Events that were handed on, when those after them have to be tried again. */
  readonly #done = new WeakSet<ChatEvent>();
  readonly #waiting: Backlog<ChatEvent>;
  readonly #stop: () => void;

  constructor(deps: DispatcherDeps, onError: (error: unknown) => void) {
    this.#deps = deps;
    this.#onError = onError;
    this.#waiting = new Backlog({
      send: (events) => this.#handOn(events),
      onError,
      giveUp: deps.sendBack,
    });
    this.#stop = deps.bus.subscribe('chat', (event) => {
      if (event.what === 'acs' || event.what === 'gone') deps.views.forget(event.topic);
      this.#waiting.push(event);
    });
  }

  /** Remembers a message that was just published here, so that it need not be read again. */
  remember(message: StoredMessage): void {
    this.#recent.set(messageKey(message.topic_id, message.seq), message);
    for (const oldest of this.#recent.keys()) {
      if (this.#recent.size <= REMEMBERED) break;
      this.#recent.delete(oldest);
    }
  }

  stop(): void {
    this.#stop();
    this.#waiting.clear();
  }

  /**
   * @throws where the database was out of reach for what it did not hand on; any other failure does not stop the
   * remaining events
   */
  async #handOn(events: readonly ChatEvent[]): Promise<void> {
    const left = events.filter((event) => !this.#done.has(event));
    const messages = await this.#fetch(left);
    for (const event of left) {
      try {
        await this.#deliver(event, messages);
      } catch (error) {
        if (chatErrorCode(error) === 'unavailable') throw error;
        this.#onError(error);
      }
      this.#done.add(event);
    }
  }

  /** The messages of a batch with an attached session in this process; those of other processes are read at once. */
  async #fetch(batch: readonly ChatEvent[]): Promise<ReadonlyMap<string, StoredMessage>> {
    const { db, registry } = this.#deps;
    const messages = new Map<string, StoredMessage>();
    const unknown: { topic: number; seq: number }[] = [];
    for (const event of batch) {
      if (event.what !== 'data' || !registry.ofTopic(event.topic).length) continue;
      const known = this.#recent.get(messageKey(event.topic, event.seq));
      if (known) messages.set(messageKey(event.topic, event.seq), known);
      else unknown.push(event);
    }
    for (const message of await messagesByNumber(db, unknown))
      messages.set(messageKey(message.topic_id, message.seq), message);
    return messages;
  }

  async #deliver(event: ChatEvent, messages: ReadonlyMap<string, StoredMessage>): Promise<void> {
    const deps = this.#deps;
    if (event.what === 'on' || event.what === 'off') return tellPresence(event, deps);
    if (event.what === 'profile') return tellProfile(event, deps);
    if (event.what === 'tags') return tellTags(event, deps);
    const view = await deps.views.get(event.topic);
    // Whether a message may be said was asked as it was written.
    if (view && event.what === 'data') {
      return tellData(event, new Room(view, deps.registry), messages.get(messageKey(event.topic, event.seq)));
    }
    const apart = view !== null && (await areApart(deps.db, view));
    if (event.what === 'gone')
      return tellGone(event, view && !apart ? new Room(view, deps.registry) : null, deps.registry);
    const room = view && new Room(view, deps.registry, apart ? event.by : null);
    if (!room || event.what === 'data') return;
    if (event.what === 'del') return tellDeleted(event, room);
    if (event.what === 'acs') return tellAccess(event, room, deps.db);
    if (event.what === 'private') return tellNotes(event, room);
    if (event.what === 'aux') return tellShared(event, room);
    if (event.what === 'desc') return tellDescribed(event, room);
    return tellNote(event, room);
  }
}
