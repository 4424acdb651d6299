import type { Chat } from '../chat.ts';
import { serializeContact } from '../contact.ts';
import type { Range } from '../events.ts';
import type { Query, WireRange } from '../frames.ts';
import { ME, wireAccess } from '../mode.ts';
import { ownProfile, shownProfile } from '../profile.ts';
import { selectDeletions } from '../queries/delete-queries.ts';
import { findPeople } from '../queries/find-queries.ts';
import { selectChats } from '../queries/me-queries.ts';
import { history, laterEdits } from '../queries/message-queries.ts';
import { findChatProfile, type Member, memberByName } from '../queries/people-queries.ts';
import { whoIsOnline } from '../queries/presence-queries.ts';
import { pairName, selectSubscribers, topicById, topicByName } from '../queries/topic-queries.ts';
import { ChatRefusal, ctrl, fields, meta, nothing, type ReplyTo } from '../replies.ts';
import type { Session } from '../session.ts';
import { dataFrame } from '../tell-messages.ts';

/** Messages of one answer, when the client names no number and at the most (A9). */
const HISTORY_MAX = 100;
/** Deletions of one answer. */
const DELETIONS_MAX = 1_024;

/** The sections asked for, in the order they are answered; unknown words are left alone (A5, A7). */
export function requestedSections(query: Query | undefined): ReadonlySet<string> {
  return new Set((query?.what ?? '').split(' ').filter(Boolean));
}

/** A section of `me`: frames that answer it. */
export async function meSection(
  chat: Chat,
  self: Member,
  replyTo: ReplyTo,
  section: string,
  query: Query,
): Promise<object[]> {
  if (section === 'desc') return [meta(replyTo, { desc: await ownDesc(chat, self) })];
  if (section === 'sub') return [await ownChats(chat, self, replyTo, query)];
  if (section === 'tags') {
    const { tags } = await findChatProfile(chat.db, self.id);
    return [tags.length ? meta(replyTo, { tags: [...new Set(tags)] }) : nothing(replyTo, 'tags')];
  }
  if (section === 'cred') return [nothing(replyTo, 'creds')];
  return section === 'aux' || section === 'data' || section === 'del' ? [nothing(replyTo, section)] : [];
}

async function ownDesc({ db }: Chat, self: Member) {
  const row = await findChatProfile(db, self.id);
  const { public: publicProfile, trusted } = ownProfile(row);
  return fields({
    created: row.created_at,
    updated: new Date(Math.max(row.updated_at.getTime(), row.profile_updated_at?.getTime() ?? 0)),
    defacs: { auth: 'JRWPAS', anon: 'N' },
    acs: wireAccess(ME),
    public: publicProfile,
    trusted,
    private: row.private,
  });
}

async function ownChats({ db }: Chat, self: Member, replyTo: ReplyTo, query: Query): Promise<object> {
  const { topic, limit, ims } = query.sub ?? {};
  const only = topic === undefined ? null : await topicOfName({ db }, self, topic);
  if (topic !== undefined && only === null) return nothing(replyTo, 'sub');
  const since = ims && !Number.isNaN(Date.parse(ims)) ? new Date(ims) : null;
  const rows = await selectChats(db, self, { topic: only, since, limit: limit || null });
  return rows.length ? meta(replyTo, { sub: rows.map(serializeContact) }) : nothing(replyTo, 'sub');
}

/** Id of a topic by the name a person gives it; null when there is none. */
export async function topicOfName({ db }: Pick<Chat, 'db'>, self: Member, name: string): Promise<number | null> {
  if (name.startsWith('grp')) return (await topicByName(db, name))?.id ?? null;
  const peer = name.startsWith('usr') ? await memberByName(db, name) : null;
  return peer ? ((await topicByName(db, pairName(self.id, peer.id)))?.id ?? null) : null;
}

/** A section of `fnd` (A6). */
export async function fndSection(chat: Chat, session: Session, replyTo: ReplyTo, section: string): Promise<object[]> {
  if (section === 'desc') return [meta(replyTo, { desc: fields({ acs: wireAccess(ME) }) })];
  if (section === 'tags') return [nothing(replyTo, 'tags')];
  if (section === 'cred') return [nothing(replyTo, 'creds')];
  if (section === 'aux' || section === 'data' || section === 'del') return [nothing(replyTo, section)];
  const { found, self } = session;
  const people = found && self ? await findPeople(chat.db, self, found) : [];
  if (!people.length) return [nothing(replyTo, 'sub')];
  const sub = people.map(({ chat_id, matched, updated_at, ...row }) => ({
    topic: chat_id,
    user: chat_id,
    updated: updated_at,
    acs: { mode: 'JRWPAS' },
    ...shownProfile(row),
    private: matched,
  }));
  return [meta(replyTo, { sub })];
}

/** A section of a topic (A7, A9). */
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
  // The other sections are answered all the same (A17).
  if (section === 'tags') return [ctrl(replyTo, 'notAllowed')];
  if (section === 'cred') return [nothing(replyTo, 'creds')];
  if (section === 'aux') {
    const aux = (await topicById(db, topic.id))?.aux;
    return [aux && Object.keys(aux).length ? meta(replyTo, { aux }) : nothing(replyTo, 'aux')];
  }
  if (section === 'data') return messages(chat, self, topic.id, replyTo, query);
  if (section === 'del') {
    const { since = 0, before = 0, limit } = query.del ?? {};
    const window = { since, before: before || null, limit: Math.min(limit || DELETIONS_MAX, DELETIONS_MAX) };
    const { clear, ranges } = await selectDeletions(db, topic.id, self.id, window);
    return [ranges.length ? meta(replyTo, { del: { clear, delseq: ranges } }) : nothing(replyTo, 'del')];
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
  const named = query.sub?.user ?? query.sub?.topic;
  const only = named ? ((await memberByName(db, named))?.id ?? 0) : null;
  const rows = await selectSubscribers(db, topic.id, only);
  const online = await whoIsOnline(
    db,
    rows.map((row) => row.id),
  );
  const sub = rows.map((row) =>
    fields({
      user: row.chat_id,
      updated: row.updated_at,
      acs: wireAccess(row),
      read: row.read_seq,
      recv: row.recv_seq,
      clear: row.del_id,
      private: row.id === self.id ? row.private : undefined,
      online: topic.kind === 'grp' && online.has(row.id),
      ...(topic.kind === 'grp' ? shownProfile(row) : {}),
    }),
  );
  return sub.length ? meta(replyTo, { sub }) : nothing(replyTo, 'sub');
}

/** Ranges as they were sent: `[low, hi)`, without `hi` the one number. @throws ChatRefusal malformed */
export function readRanges(ranges: readonly WireRange[], last: number): Range[] {
  return ranges.map(({ low = 0, hi = 0 }) => {
    if (low < 1 || low > last || (hi !== 0 && hi <= low)) throw new ChatRefusal('malformed');
    return { low, hi: Math.min(hi || low + 1, last + 1) };
  });
}

async function messages({ db }: Chat, self: Member, topic: number, replyTo: ReplyTo, query: Query): Promise<object[]> {
  const { since = 0, before = 0, limit, ranges } = query.data ?? {};
  const last = ranges?.length ? ((await topicById(db, topic))?.seq ?? 0) : 0;
  const present = (ranges ?? []).filter(({ low = 0 }) => low <= last);
  if (ranges?.length && !present.length) return [nothing(replyTo, 'data')];
  const rows = await history(db, topic, self.id, {
    since,
    before: before || null,
    ranges: present.length ? readRanges(present, last) : null,
    limit: Math.min(limit || HISTORY_MAX, HISTORY_MAX),
  });
  if (!rows.length) return [nothing(replyTo, 'data')];
  const name = replyTo.topic ?? '';
  // Newest first: what was edited after the end of the window comes with its edit, or it would be shown as it was.
  const open = before === 0 && !present.length;
  const seqs = rows.map(({ seq }) => seq);
  const edits = open ? [] : await laterEdits(db, topic, self.id, seqs);
  const frames = [...edits, ...rows].map((row) => dataFrame(name, row));
  return [...frames, ctrl(replyTo, 'delivered', { what: 'data', count: rows.length })];
}
