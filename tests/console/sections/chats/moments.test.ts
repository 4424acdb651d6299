import { chatDayText, clockText, lastMessageTimeText } from '#console/sections/chats/format.ts';

const at = (text: string) => new Date(text).getTime();
/** A moment of a Sunday afternoon. */
const NOW = at('2026-11-22T15:30:00');
const key = (name: string) => name;

test('CHAT-04: a contact shows the time of today, «вчера», and the day before that', () => {
  expect(lastMessageTimeText(at('2026-11-22T00:00:00'), key, NOW)).toBe('00:00');
  expect(lastMessageTimeText(at('2026-11-22T14:02:59'), key, NOW)).toBe('14:02');
  expect(lastMessageTimeText(at('2026-11-21T23:59:59'), key, NOW)).toBe('chats.yesterday');
  expect(lastMessageTimeText(at('2026-11-20T23:59:59'), key, NOW)).toBe('20 нояб.');
  // Another machine's clock may be ahead.
  expect(lastMessageTimeText(at('2026-11-22T15:31:00'), key, NOW)).toBe('15:31');
});

test('CHAT-24: over the messages of a day stands which it is, with the year where it is another one', () => {
  expect(chatDayText(at('2026-11-22T00:00:00'), key, NOW)).toBe('chats.today');
  expect(chatDayText(at('2026-11-21T00:00:00'), key, NOW)).toBe('chats.yesterdayDay');
  expect(chatDayText(at('2026-11-20T23:59:59'), key, NOW)).toBe('20 ноября');
  expect(chatDayText(at('2026-01-01T00:00:00'), key, NOW)).toBe('1 января');
  expect(chatDayText(at('2025-12-31T23:59:59'), key, NOW)).toBe('31 декабря 2025 г.');
});

test('CHAT-24: over midnight of a new year yesterday is yesterday', () => {
  expect(chatDayText(at('2026-12-31T23:00:00'), key, at('2027-01-01T01:00:00'))).toBe('chats.yesterdayDay');
  expect(clockText(at('2026-12-31T23:05:00'))).toBe('23:05');
});
