import type { ShownMessage } from '#console/data/chat/message.ts';
import { LastRow, rowsOf } from '#console/sections/chats/rows.ts';

const message = (seq: number): ShownMessage => ({
  seq,
  key: String(seq),
  from: 'usrA',
  mine: true,
  at: 1_790_000_000_000 + seq,
  state: 'sent',
  edited: false,
  replyTo: null,
  content: null,
  progress: null,
});
const rows = (...seqs: number[]) => rowsOf(seqs.map(message), null);

test('CHAT-13: a page that comes above leaves one where one is; a message that comes at the end does not', () => {
  const last = new LastRow();
  last.isNew(rows(5, 6));
  // An older page above one's own last message.
  expect(last.isNew(rows(3, 4, 5, 6))).toBe(false);
  const written = rows(3, 4, 5, 6, 7);
  expect([last.isNew(written), last.isNew(written)]).toEqual([true, true]);
  // The last one was deleted: the one before it is not new.
  expect(last.isNew(rows(3, 4, 5, 6))).toBe(false);
});
