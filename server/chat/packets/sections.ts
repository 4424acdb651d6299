import type { Chat } from '../chat.ts';
import { serializeContact } from '../contact.ts';
import type { Range } from '../events.ts';
import type { Query, WireRange } from '../frames.ts';
import { ME_ACCESS, serializeAccess } from '../mode.ts';
import { dataFrame } from '../notify-messages.ts';
import { ownProfile, visibleProfile } from '../profile.ts';
import { selectDeletions } from '../queries/delete-queries.ts';
import { findPeople } from '../queries/find-queries.ts';
import { selectChats } from '../queries/me-queries.ts';
import { laterEdits, selectHistory } from '../queries/message-queries.ts';
import { findChatProfile, type Member, memberByName } from '../queries/people-queries.ts';
import { whoIsOnline } from '../queries/presence-queries.ts';
import { pairName, selectSubscribers, topicById, topicByName } from '../queries/topic-queries.ts';
import { ChatRefusal, ctrl, emptySection, fields, meta, type ReplyTo } from '../replies.ts';
import type { Session } from '../session.ts';

/** Maximum and default number of messages in one answer (A9). */
const HISTORY_MAX = 100;
/** Maximum number of deletion ranges in one answer. */
const DELETIONS_MAX = 1_024;

/** Requested section names; unknown ones are ignored by the callers (A5, A7). */
export function requestedSections(query: Query | undefined): ReadonlySet<string> {
  return new Set((query?.what ?? '').split(' ').filter(Boolean));
}

/** A section of `me`: the frames of its answer. */
export async function meSection(
  chat: Chat,
  self: Member,
  replyTo: ReplyTo,
  section: string,
  query: Query,
): Promise<object[]> {
  if (section === 'desc') return [meta(replyTo, { desc: await selfDesc(chat, self) })];
  if (section === 'sub') return [await contactList(chat, self, replyTo, query)];
  if (section === 'tags') {
    const { tags } = await findChatProfile(chat.db, self.id);
    return [tags.length ? meta(replyTo, { tags: [...new Set(tags)] }) : emptySection(replyTo, 'tags')];
  }
  if (section === 'cred') return [emptySection(replyTo, 'creds')];
  return section === 'aux' || section === 'data' || section === 'del' ? [emptySection(replyTo, section)] : [];
}

async function selfDesc({ db }: Chat, self: Member) {
  const row = await findChatProfile(db, self.id);
  const { public: publicProfile, trusted } = ownProfile(row);
  return fields({
    created: row.created_at,
    updated: new Date(Math.max(row.updated_at.getTime(), row.profile_updated_at?.getTime() ?? 0)),
    defacs: { auth: 'JRWPAS', anon: 'N' },
    acs: serializeAccess(ME_ACCESS),
    public: publicProfile,
    trusted,
    private: row.private,
  });
}

async function contactList({ db }: Chat, self: Member, replyTo: ReplyTo, query: Query): Promise<object> {
  const { topic, limit, ims } = query.sub ?? {};
  const topicId = topic === undefined ? null : await findTopicId({ db }, self, topic);
  if (topic !== undefined && topicId === null) return emptySection(replyTo, 'sub');
  const since = ims && !Number.isNaN(Date.parse(ims)) ? new Date(ims) : null;
  const rows = await selectChats(db, self, { topic: topicId, since, limit: limit || null });
  return rows.length ? meta(replyTo, { sub: rows.map(serializeContact) }) : emptySection(replyTo, 'sub');
}

/** Id of a topic by its name as this person sees it; null when there is none. */
export async function findTopicId({ db }: Pick<Chat, 'db'>, self: Member, name: string): Promise<number | null> {
  if (name.startsWith('grp')) return (await topicByName(db, name))?.id ?? null;
  const peer = name.startsWith('usr') ? await memberByName(db, name) : null;
  return peer ? ((await topicByName(db, pairName(self.id, peer.id)))?.id ?? null) : null;
}

/** A section of `fnd` (A6): the frames of its answer. */
export async function fndSection(chat: Chat, session: Session, replyTo: ReplyTo, section: string): Promise<object[]> {
  if (section === 'desc') return [meta(replyTo, { desc: fields({ acs: serializeAccess(ME_ACCESS) }) })];
  if (section === 'tags') return [emptySection(replyTo, 'tags')];
  if (section === 'cred') return [emptySection(replyTo, 'creds')];
  if (section === 'aux' || section === 'data' || section === 'del') return [emptySection(replyTo, section)];
  const { findQuery: found, self } = session;
  const people = found && self ? await findPeople(chat.db, self, found) : [];
  if (!people.length) return [emptySection(replyTo, 'sub')];
  const sub = people.map(({ chat_id, matched, updated_at, ...row }) => ({
    topic: chat_id,
    user: chat_id,
    updated: updated_at,
    acs: { mode: 'JRWPAS' },
    ...visibleProfile(row),
    private: matched,
  }));
  return [meta(replyTo, { sub })];
}

/** A section of a topic (A7, A9): the frames of its answer. */
export async function topicSection(
  chat: Chat,
  self: Member,
  topic: { id: number; kind: 'p2p' | 'grp' },
  replyTo: ReplyTo,
  section: string,
  query: Query,
): Promise<object[]> {
  const { db } = chat;
  if (section === 'desc') {
    const [row] = await selectChats(db, self, { topic: topic.id });
    if (!row) throw new ChatRefusal('denied');
    const topicRow = await topicById(db, topic.id);
    const defacs = topic.kind === 'grp' ? { auth: topicRow?.default_access, anon: 'N' } : undefined;
    return [
      meta(replyTo, {
        desc: fields({ created: topicRow?.created_at, ...serializeContact(row), defacs, topic: undefined }),
      }),
    ];
  }
  if (section === 'sub') return [await subscribers(chat, self, topic, replyTo, query)];
  // A section that cannot be answered does not stop the others (A17).
  if (section === 'tags') return [ctrl(replyTo, 'notAllowed')];
  if (section === 'cred') return [emptySection(replyTo, 'creds')];
  if (section === 'aux') {
    const aux = (await topicById(db, topic.id))?.aux;
    return [aux && Object.keys(aux).length ? meta(replyTo, { aux }) : emptySection(replyTo, 'aux')];
  }
  if (section === 'data') return historyFrames(chat, self, topic.id, replyTo, query);
  if (section === 'del') {
    const { since = 0, before = 0, limit } = query.del ?? {};
    const window = { since, before: before || null, limit: Math.min(limit || DELETIONS_MAX, DELETIONS_MAX) };
    const { clear, ranges } = await selectDeletions(db, topic.id, self.id, window);
    return [ranges.length ? meta(replyTo, { del: { clear, delseq: ranges } }) : emptySection(replyTo, 'del')];
  }
  return [];
}

async function subscribers(
  { db }: Chat,
  self: Member,
  topic: { id: number; kind: 'p2p' | 'grp' },
  replyTo: ReplyTo,
  query: Query,
): Promise<object> {
  const requestedName = query.sub?.user ?? query.sub?.topic;
  const userId = requestedName ? ((await memberByName(db, requestedName))?.id ?? 0) : null;
  const rows = await selectSubscribers(db, topic.id, userId);
  const online = await whoIsOnline(
    db,
    rows.map((row) => row.id),
  );
  const sub = rows.map((row) =>
    fields({
      user: row.chat_id,
      updated: row.updated_at,
      acs: serializeAccess(row),
      read: row.read_seq,
      recv: row.recv_seq,
      clear: row.del_id,
      private: row.id === self.id ? row.private : undefined,
      online: topic.kind === 'grp' && online.has(row.id),
      ...(topic.kind === 'grp' ? visibleProfile(row) : {}),
    }),
  );
  return sub.length ? meta(replyTo, { sub }) : emptySection(replyTo, 'sub');
}

/** Ranges from the client: `[low, hi)`, or only `low` without `hi`. @throws ChatRefusal malformed */
export function parseRanges(ranges: readonly WireRange[], last: number): Range[] {
  return ranges.map(({ low = 0, hi = 0 }) => {
    if (low < 1 || low > last || (hi !== 0 && hi <= low)) throw new ChatRefusal('malformed');
    return { low, hi: Math.min(hi || low + 1, last + 1) };
  });
}

async function historyFrames(
  { db }: Chat,
  self: Member,
  topic: number,
  replyTo: ReplyTo,
  query: Query,
): Promise<object[]> {
  const { since = 0, before = 0, limit, ranges } = query.data ?? {};
  const last = ranges?.length ? ((await topicById(db, topic))?.seq ?? 0) : 0;
  const validRanges = (ranges ?? []).filter(({ low = 0 }) => low <= last);
  if (ranges?.length && !validRanges.length) return [emptySection(replyTo, 'data')];
  const rows = await selectHistory(db, topic, self.id, {
    since,
    before: before || null,
    ranges: validRanges.length ? parseRanges(validRanges, last) : null,
    limit: Math.min(limit || HISTORY_MAX, HISTORY_MAX),
  });
  if (!rows.length) return [emptySection(replyTo, 'data')];
  const name = replyTo.topic ?? '';
  // Edits stored after the end of the requested window are added, or the client would show the original text.
  const isNewestPage = before === 0 && !validRanges.length;
  const seqs = rows.map(({ seq }) => seq);
  const edits = isNewestPage ? [] : await laterEdits(db, topic, self.id, seqs);
  const frames = [...edits, ...rows].map((row) => dataFrame(name, row));
  return [...frames, ctrl(replyTo, 'delivered', { what: 'data', count: rows.length })];
}
