import {
  type FoundMessagesAnswer,
  LAST_MESSAGES,
  type LastMessagesAnswer,
  SEARCH_LIMITS,
} from '#resources/protocol/chat/chat.ts';
import type { Db } from '#server/db/tables.ts';
import { hasMode } from './mode.ts';
import { findTopicId } from './packets/sections.ts';
import { draftyText, messagePreview } from './plain-text.ts';
import { selectChats } from './queries/me-queries.ts';
import { lastMessages, searchMessages } from './queries/message-queries.ts';
import { membersById } from './queries/people-queries.ts';

/** Context shown around the first match, characters. */
const EXCERPT_CONTEXT = 60;

/**
 * Searches one chat of a person (our extension; Tinode has no such search). Finds nothing in a chat they are not in, or whose
 * other person is out of their reach.
 */
export async function searchChat(
  db: Db,
  user: number,
  name: string,
  search: { text: string; before: number | null },
): Promise<FoundMessagesAnswer> {
  const [self] = await membersById(db, [user]);
  const topic = self && (await findTopicId({ db }, self, name));
  // `selectChats` leaves out chats with people out of reach.
  const [ownChat] = topic ? await selectChats(db, self, { topic }) : [];
  if (!topic || !ownChat || !hasMode(ownChat, 'R')) return { results: [], more: false };
  const rows = await searchMessages(db, topic, user, { ...search, limit: SEARCH_LIMITS.rows + 1 });
  const results = rows.slice(0, SEARCH_LIMITS.rows).map(({ seq, from, at, content }) => ({
    seq,
    from,
    ts: at.toISOString(),
    text: excerpt(draftyText(content), search.text),
  }));
  return { results, more: rows.length > SEARCH_LIMITS.rows };
}

/** Subtracted from the time of the next request, ms, because a message may be stored a little after its timestamp. */
const OVERLAP_MS = 5_000;

/**
 * Last messages of a person's chats that have messages since `since` (our extension). Leaves out chats they may not read and
 * chats with people out of their reach.
 */
export async function lastInChats(db: Db, user: number, since: number | null): Promise<LastMessagesAnswer> {
  const [self] = await membersById(db, [user]);
  const touchedSince = since === null ? null : new Date(since);
  const chats = self ? await selectChats(db, self, { touched: touchedSince, limit: LAST_MESSAGES.chats }) : [];
  const readable = new Map(chats.filter((chat) => hasMode(chat, 'R')).map((chat) => [chat.id, chat]));
  const results = (await lastMessages(db, user, [...readable.keys()])).flatMap(({ topic, sender, from, content }) => {
    const chat = readable.get(topic);
    const name = chat?.kind === 'grp' ? chat.name : chat?.peer_name;
    return name ? [{ chat: name, mine: sender === user, from, ...messagePreview(content, LAST_MESSAGES.text) }] : [];
  });
  const latest = Math.max(since ?? 0, ...chats.map(({ touched_at }) => touched_at.getTime() - OVERLAP_MS));
  return { until: Math.max(0, latest), results };
}

const foldCase = (text: string) => text.toLocaleLowerCase('ru').replaceAll('ё', 'е');

function excerpt(text: string, search: string): string {
  const plain = text.replace(/\s+/g, ' ');
  const at = Math.max(0, foldCase(plain).indexOf(foldCase(search)));
  const [from, to] = [Math.max(0, at - EXCERPT_CONTEXT), Math.min(plain.length, at + search.length + EXCERPT_CONTEXT)];
  return `${from > 0 ? '…' : ''}${plain.slice(from, to)}${to < plain.length ? '…' : ''}`;
}
