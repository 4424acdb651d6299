import type { Db } from '#server/db/tables.ts';
import type { AccessModes } from './mode.ts';
import { selectMembers, topicById } from './queries/topic-queries.ts';

/** A member of a topic. */
export interface TopicMember extends AccessModes {
  user: number;
  chatId: string;
  staff: boolean;
  /** The member has left the topic. */
  left: boolean;
}

/** What delivery needs to know about a topic. */
export interface TopicView {
  id: number;
  kind: 'p2p' | 'grp';
  name: string;
  members: ReadonlyMap<number, TopicMember>;
}

/** Maximum number of cached views. */
const CACHED_VIEWS_MAX = 5_000;

/** Name of a topic as a member sees it (A4); null for anybody else. */
export function topicNameFor(view: TopicView, user: number): string | null {
  if (!view.members.has(user)) return null;
  if (view.kind === 'grp') return view.name;
  for (const [id, { chatId }] of view.members) if (id !== user) return chatId;
  return null;
}

/** Cache of topics with their members; an entry is dropped when the topic changes. */
export class Views {
  readonly #db: Db;
  readonly #views = new Map<number, Promise<TopicView | null>>();

  constructor(db: Db) {
    this.#db = db;
  }

  /** @returns null for a deleted topic */
  get(topic: number): Promise<TopicView | null> {
    const cached = this.#views.get(topic);
    if (cached) return cached;
    const loading = this.#read(topic);
    this.#views.set(topic, loading);
    loading.catch(() => this.#views.delete(topic));
    for (const oldest of this.#views.keys()) {
      if (this.#views.size <= CACHED_VIEWS_MAX) break;
      this.#views.delete(oldest);
    }
    return loading;
  }

  invalidate(topic: number): void {
    this.#views.delete(topic);
  }

  async #read(id: number): Promise<TopicView | null> {
    const topic = await topicById(this.#db, id);
    if (!topic) return null;
    const rows = await selectMembers(this.#db, id);
    const members = rows.map(({ user_id, chat_id, role, want, given: grantedRights, deleted_at }) => {
      const member: TopicMember = {
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
