import { hasMode, wireAccess } from './mode.ts';
import { shownProfile } from './profile.ts';
import type { ChatRow } from './queries/me-queries.ts';
import { fields } from './replies.ts';

const latest = (...moments: (Date | null)[]) => new Date(Math.max(...moments.map((moment) => moment?.getTime() ?? 0)));

/** The name of a topic as its person sees it. */
const topicName = (row: ChatRow): string => (row.kind === 'grp' ? row.name : (row.peer_name ?? ''));

/** A chat in the list on `me` (A5); one that was left is a tombstone. */
export function serializeContact(row: ChatRow): Readonly<Record<string, unknown>> {
  const topic = topicName(row);
  if (row.deleted_at) return { topic, deleted: row.deleted_at };
  const watched = row.kind === 'p2p' && hasMode(row, 'P');
  const lastSeen = watched && !row.online && row.seen_at && fields({ when: row.seen_at, ua: row.seen_agent });
  return fields({
    topic,
    touched: row.touched_at,
    online: watched && row.online,
    seq: row.seq,
    ...serializeDesc(row),
    seen: lastSeen,
  });
}

/** A topic's description for one of its members (A7). */
function serializeDesc(row: ChatRow): Readonly<Record<string, unknown>> {
  const profile =
    row.kind === 'grp' ? { public: row.group_public ?? undefined, trusted: undefined } : shownProfile(row);
  return {
    updated: latest(row.updated_at, row.topic_updated_at, row.peer_updated_at, row.profile_updated_at),
    acs: wireAccess(row),
    read: row.read_seq,
    recv: row.recv_seq,
    clear: row.del_id,
    public: profile.public,
    trusted: profile.trusted,
    private: row.private,
  };
}
