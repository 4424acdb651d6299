import type { Db } from '#server/db/tables.ts';
import type { Access } from './mode.ts';
import { accessIn, topicById } from './queries/topic-queries.ts';

/** A member of a topic. */
export interface InTopic extends Access {
  user: number;
  chatId: string;
  staff: boolean;
  /** Has left. */
  left: boolean;
}

/** Facts about a topic that delivery needs. */
export interface TopicView {
  id: number;
  kind: 'p2p' | 'grp';
  name: string;
  members: ReadonlyMap<number, InTopic>;
}

/** Views that are remembered. */
const REMEMBERED = 5_000;

/** The name of a topic as a member sees it (A4); null for others. */
export function nameFor(view: TopicView, user: number): string | null {
  if (!view.members.has(user)) return null;
  if (view.kind === 'grp') return view.name;
  for (const [id, { chatId }] of view.members) if (id !== user) return chatId;
  return null;
}

/** The members of topics, remembered until one of them changes. */
export class Views {
  readonly #db: Db;
  readonly #views = new Map<number, Promise<TopicView | null>>();

  constructor(db: Db) {
    this.#db = db;
  }

  /** @returns null for a topic that is gone */
  get(topic: number): Promise<TopicView | null> {
    const known = this.#views.get(topic);
    if (known) return known;
    const read = this.#read(topic);
    this.#views.set(topic, read);
    read.catch(() => this.#views.delete(topic));
    for (const oldest of this.#views.keys()) {
      if (this.#views.size <= REMEMBERED) break;
      this.#views.delete(oldest);
    }
    return read;
  }

  forget(topic: number): void {
    this.#views.delete(topic);
  }

  async #read(id: number): Promise<TopicView | null> {
    const topic = await topicById(this.#db, id);
    if (!topic) return null;
    const rows = await accessIn(this.#db, id);
    const members = rows.map(({ user_id, chat_id, role, want, given: grantedRights, deleted_at }) => {
      const member: InTopic = {
        user: user_id,
        chatId: chat_id,
        want,
        given: grantedRights,
        staff: role !== 'resident',
        left: deleted_at !== null,
      };
      return [user_id, member] as const;
    });
    return { id, kind: topic.kind, name: topic.name, members: new Map(members) };
  }
}
