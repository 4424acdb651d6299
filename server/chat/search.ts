import {
  type FoundMessagesAnswer,
  LAST_MESSAGES,
  type LastMessagesAnswer,
  SEARCH_LIMITS,
} from '#resources/protocol/chat/chat.ts';
import type { Db } from '#server/db/tables.ts';
import { hasMode } from './mode.ts';
import { topicOfName } from './packets/sections.ts';
import { draftyText, messagePreview } from './plain-text.ts';
import { selectChats } from './queries/me-queries.ts';
import { lastMessages, searchMessages } from './queries/message-queries.ts';
import { membersById } from './queries/people-queries.ts';

/** Characters shown around the first match. */
const AROUND = 60;

/**
 * Looks for a text in one chat of a person (additive; a Tinode server has no such search). In a chat they are not in, or whose
 * other side is out of their reach, there is nothing.
 */
export async function searchChat(
  db: Db,
  user: number,
  name: string,
  search: { text: string; before: number | null },
): Promise<FoundMessagesAnswer> {
  const [self] = await membersById(db, [user]);
  const topic = self && (await topicOfName({ db }, self, name));
  // A chat with a person out of reach can be searched as little as opened.
  const [own] = topic ? await selectChats(db, self, { topic }) : [];
  if (!topic || !own || !hasMode(own, 'R')) return { results: [], more: false };
  const rows = await searchMessages(db, topic, user, { ...search, limit: SEARCH_LIMITS.rows + 1 });
  const results = rows.slice(0, SEARCH_LIMITS.rows).map(({ seq, from, at, content }) => ({
    seq,
    from,
    ts: at.toISOString(),
    text: excerpt(draftyText(content), search.text),
  }));
  return { results, more: rows.length > SEARCH_LIMITS.rows };
}

/** Taken off the time that is asked with next, ms: what was said then may have been stored a little later. */
const OVERLAP = 5_000;

/**
 * The last messages of a person's chats, of those with messages since a moment (additive). Chats they may
 * not read, and those with people out of their reach, are left out.
 */
export async function lastInChats(db: Db, user: number, since: number | null): Promise<LastMessagesAnswer> {
  const [self] = await membersById(db, [user]);
  const touched = since === null ? null : new Date(since);
  const chats = self ? await selectChats(db, self, { touched, limit: LAST_MESSAGES.chats }) : [];
  const readable = new Map(chats.filter((chat) => hasMode(chat, 'R')).map((chat) => [chat.id, chat]));
  const results = (await lastMessages(db, user, [...readable.keys()])).flatMap(({ topic, sender, from, content }) => {
    const chat = readable.get(topic);
    const name = chat?.kind === 'grp' ? chat.name : chat?.peer_name;
    return name ? [{ chat: name, mine: sender === user, from, ...messagePreview(content, LAST_MESSAGES.text) }] : [];
  });
  const latest = Math.max(since ?? 0, ...chats.map(({ touched_at }) => touched_at.getTime() - OVERLAP));
  return { until: Math.max(0, latest), results };
}

const folded = (text: string) => text.toLocaleLowerCase('ru').replaceAll('ё', 'е');

function excerpt(text: string, search: string): string {
  const plain = text.replace(/\s+/g, ' ');
  const at = Math.max(0, folded(plain).indexOf(folded(search)));
  const [from, to] = [Math.max(0, at - AROUND), Math.min(plain.length, at + search.length + AROUND)];
  return `${from > 0 ? '…' : ''}${plain.slice(from, to)}${to < plain.length ? '…' : ''}`;
}
