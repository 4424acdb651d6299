import { act, renderHook, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { draftKey, writeDraft } from '#console/data/drafts.ts';
import { session } from '#console/data/session.ts';
import { useListDraft } from '#console/sections/import/list-draft.ts';
import { inSpans, spansOf } from '#console/sections/import/spans.ts';
import { checkList, listFile, openImport, row, signedInToImport } from '#tests/support/console/imports.tsx';

/** jsdom has no database. */
const stored = new Map<string, unknown>();
let hasRoom = true;
const mockKeep = async (key: string, value: unknown) => {
  if (hasRoom) stored.set(key, structuredClone(value));
  return hasRoom;
};
jest.mock('#console/data/draft-files.ts', () => ({
  keepDraftFile: async (key: string, file: File) => {
    stored.set(key, file);
    return true;
  },
  readDraftFile: async (key: string) => stored.get(key) ?? null,
  keepDraftProgress: (key: string, progress: object) => mockKeep(`${key} progress`, progress),
  readDraftProgress: async (key: string) => stored.get(`${key} progress`) ?? null,
  removeDraftFile: async (key: string) => {
    stored.delete(key);
    stored.delete(`${key} progress`);
  },
}));

const KEY = draftKey('1', '/download-resident-form', '');
const CELLS = { label: '48', last_name: 'Константинопольская', first_name: 'Александра', phone_number: '+79263184470' };
const UNKEPT = /^Браузер не сохраняет этот список/;

async function opened(isOpen = false) {
  const { result, unmount } = renderHook(() => useListDraft(isOpen));
  await act(async () => undefined);
  return { draft: () => result.current, unmount };
}

beforeEach(() => {
  localStorage.clear();
  stored.clear();
  hasRoom = true;
  session.userId.set('1');
});

test('thousands of rows that were mended or sent are still known after the tab was closed', async () => {
  const first = await opened();
  const sent = spansOf(Array.from({ length: 9_000 }, (_, at) => at * 2 + 3));
  await act(async () => {
    first.draft().choose(listFile(), 3, undefined);
    for (let at = 2; at < 1_200; at += 1) first.draft().mend(at, CELLS);
    first.draft().send(sent);
  });
  expect(first.draft().unkept).toBe(false);
  first.unmount();

  const { draft } = await opened();
  const offer = draft().offer;
  if (!offer) throw new Error('Nothing is offered.');
  expect(offer.building).toBe(3);
  expect(Object.keys(offer.mended)).toHaveLength(1_198);
  expect(inSpans(offer.sent).size).toBe(9_000);
});

test('a list that was left and is gone on with keeps what was mended of it before', async () => {
  const first = await opened();
  await act(async () => {
    first.draft().choose(listFile(), 3, undefined);
    first.draft().mend(2, CELLS);
  });
  first.unmount();
  // Mended at once, before it is known what was kept.
  const { result, unmount } = renderHook(() => useListDraft(true));
  await act(async () => result.current.mend(3, CELLS));
  unmount();
  expect(Object.keys((await opened()).draft().offer?.mended ?? {})).toEqual(['2', '3']);
});

test('a draft of before, with its progress in the note, is still offered', async () => {
  stored.set(KEY, listFile());
  writeDraft(KEY, { building: 3, mended: { 2: CELLS }, sent: [[3, 7]] });
  expect((await opened()).draft().offer).toMatchObject({ building: 3, mended: { 2: CELLS }, sent: [[3, 7]] });
});

test('another file begins anew, and one that is given up leaves nothing', async () => {
  const { draft } = await opened();
  await act(async () => {
    draft().choose(listFile(), 3, undefined);
    draft().mend(2, CELLS);
  });
  await act(async () => draft().choose(listFile(undefined, 'другой.csv'), 3, undefined));
  expect(stored.get(`${KEY} progress`)).toEqual({ mended: {}, sent: [] });
  await act(async () => draft().drop());
  expect([stored.size, localStorage.getItem(KEY)]).toEqual([0, null]);
});

test('where the browser has no room for it, the page says so once', async () => {
  hasRoom = false;
  signedInToImport([row(2)]);
  openImport();
  await checkList();
  expect(await screen.findByText(UNKEPT)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Понятно' }));
  await waitFor(() => expect(screen.queryByText(UNKEPT)).toBeNull());
});
