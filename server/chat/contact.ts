import { hasMode, serializeAccess } from './mode.ts';
import { visibleProfile } from './profile.ts';
import type { ContactRow } from './queries/me-queries.ts';
import { fields } from './replies.ts';

const latestDate = (...dates: (Date | null)[]) => new Date(Math.max(...dates.map((date) => date?.getTime() ?? 0)));

/** Name of a topic as this member sees it. */
const topicName = (row: ContactRow): string => (row.kind === 'grp' ? row.name : (row.peer_name ?? ''));

/** An entry of the contact list on `me` (A5); a chat that was left becomes a tombstone. */
export function serializeContact(row: ContactRow): Readonly<Record<string, unknown>> {
  const topic = topicName(row);
  if (row.deleted_at) return { topic, deleted: row.deleted_at };
  const isPresenceVisible = row.kind === 'p2p' && hasMode(row, 'P');
  const lastSeen = isPresenceVisible && !row.online && row.seen_at && fields({ when: row.seen_at, ua: row.seen_agent });
  return fields({
    topic,
    touched: row.touched_at,
    online: isPresenceVisible && row.online,
    seq: row.seq,
    ...serializeDesc(row),
    seen: lastSeen,
  });
}

/** Description of a topic for one of its members (A7). */
function serializeDesc(row: ContactRow): Readonly<Record<string, unknown>> {
  const profile =
    row.kind === 'grp' ? { public: row.group_public ?? undefined, trusted: undefined } : visibleProfile(row);
  return {
    updated: latestDate(row.updated_at, row.topic_updated_at, row.peer_updated_at, row.profile_updated_at),
    acs: serializeAccess(row),
    read: row.read_seq,
    recv: row.recv_seq,
    clear: row.del_id,
    public: profile.public,
    trusted: profile.trusted,
    private: row.private,
  };
}
