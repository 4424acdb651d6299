import { forgetMessage, keepMessage, takeMessages, type UnsentMessage } from '#console/data/chat/unsent-messages.ts';
import { forgetDrafts } from '#console/data/drafts/own-drafts.ts';
import { session } from '#console/data/session/session.ts';

const mockFiles = new Map<string, unknown>();
// jsdom has no database.
jest.mock('#console/data/drafts/draft-files.ts', () => ({
  keepDraftFile: async (key: string, file: object) => {
    mockFiles.set(key, file);
    return true;
  },
  removeDraftFile: async (key: string) => void mockFiles.delete(key),
  takeDraftFiles: async (prefix: string, change: (kept: unknown) => unknown) =>
    [...mockFiles].flatMap(([key, kept]) => {
      if (!key.startsWith(prefix)) return [];
      const next = change(kept);
      if (next === null) mockFiles.delete(key);
      else mockFiles.set(key, next);
      return next === null || next === kept ? [] : [next];
    }),
}));

const WRITTEN = Date.now();
const message = (more: Partial<UnsentMessage> = {}): UnsentMessage => ({
  topic: 'usrDariaDariaD',
  id: 'a1',
  self: 'usrMeMeMeMeMeM',
  at: WRITTEN,
  order: 1,
  head: { 'x-id': 'a1' },
  content: 'Слесарь придёт в среду',
  text: 'Слесарь придёт в среду',
  ...more,
});

/** The tab that kept everything is closed. */
function close(): void {
  for (const [key, kept] of mockFiles) mockFiles.set(key, { ...(kept as object), tab: 'closed' });
}

beforeEach(() => {
  mockFiles.clear();
  session.token.set('t');
  session.userId.set('7');
});

test('CHAT-11: the next page of the same person has what an earlier one left, in order, and no other page after it', async () => {
  await keepMessage(message({ id: 'b', order: 2 }));
  await keepMessage(message({ id: 'a' }));
  // This page sends them itself.
  expect(await takeMessages()).toEqual([]);
  close();
  expect((await takeMessages()).map(({ id }) => id)).toEqual(['a', 'b']);
  expect(await takeMessages()).toEqual([]);
  await forgetMessage(message({ id: 'a' }));
  close();
  expect((await takeMessages()).map(({ id }) => id)).toEqual(['b']);
});

test('CHAT-11: what another open tab is about to send is left to it', async () => {
  await keepMessage(message());
  for (const [key, kept] of mockFiles) mockFiles.set(key, { ...(kept as object), tab: 'other' });
  localStorage.setItem('tab:other', String(Date.now()));
  expect(await takeMessages()).toEqual([]);
  localStorage.removeItem('tab:other');
  expect(await takeMessages()).toHaveLength(1);
});

test('CHAT-11: another person gets none of them, and a week later nobody does', async () => {
  await keepMessage(message());
  await keepMessage(message({ id: 'old', at: Date.now() - 8 * 86_400_000 }));
  close();
  session.userId.set('8');
  expect(await takeMessages()).toEqual([]);
  session.userId.set('7');
  expect((await takeMessages()).map(({ id }) => id)).toEqual(['a1']);
  expect([...mockFiles.keys()]).toHaveLength(1);
});

test('CHAT-11: who has signed out leaves none, also of what is written last', async () => {
  session.userId.set('9');
  forgetDrafts('9');
  expect(await keepMessage(message())).toBe(false);
  expect(mockFiles.size).toBe(0);
});
