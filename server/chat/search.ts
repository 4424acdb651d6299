import { type FoundMessagesAnswer, SEARCH_LIMITS } from '#resources/protocol/chat.ts';
import type { Db } from '#server/db/tables.ts';
import { chatsOf } from './me-queries.ts';
import { searchMessages } from './message-queries.ts';
import { has } from './mode.ts';
import { topicOfName } from './packets/sections.ts';
import { membersById } from './people-queries.ts';
import { plainText } from './plain-text.ts';

/** Characters shown around the first match. */
const AROUND = 60;

/**
 * Looks for a text in one chat of a person (additive; a Tinode server has no such search). In a chat he is not in, or whose
 * other side is out of his reach, there is nothing.
 */
export async function searchChat(
  db: Db,
  user: number,
  name: string,
  search: { text: string; before: number | null },
): Promise<FoundMessagesAnswer> {
  const [self] = await membersById(db, [user]);
  const topic = self && (await topicOfName({ db }, self, name));
  // A chat with somebody out of reach is as little to be searched as it is to be opened.
  const [own] = topic ? await chatsOf(db, self, { topic }) : [];
  if (!topic || !own || !has(own, 'R')) return { results: [], more: false };
  const rows = await searchMessages(db, topic, user, { ...search, limit: SEARCH_LIMITS.rows + 1 });
  const results = rows.slice(0, SEARCH_LIMITS.rows).map(({ seq, from, at, content }) => ({
    seq,
    from,
    ts: at.toISOString(),
    text: excerpt(plainText(content), search.text),
  }));
  return { results, more: rows.length > SEARCH_LIMITS.rows };
}

const folded = (text: string) => text.toLocaleLowerCase('ru').replaceAll('ё', 'е');

function excerpt(text: string, search: string): string {
  const plain = text.replace(/\s+/g, ' ');
  const at = Math.max(0, folded(plain).indexOf(folded(search)));
  const [from, to] = [Math.max(0, at - AROUND), Math.min(plain.length, at + search.length + AROUND)];
  return `${from > 0 ? '…' : ''}${plain.slice(from, to)}${to < plain.length ? '…' : ''}`;
}
