import { act, renderHook, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { draftKey, writeDraft } from '#console/data/drafts/drafts.ts';
import { session } from '#console/data/session/session.ts';
import { useListDraft } from '#console/sections/import/list-draft.ts';
import { spanNumbers, toSpans } from '#console/sections/import/spans.ts';
import { checkList, listFile, openImport, row, signedInToImport } from '#tests/support/console/imports.tsx';

/** jsdom has no database. */
const stored = new Map<string, unknown>();
/** What the browser has room for. */
const hasRoom = { file: true, progress: true };
const mockKeep = async (what: keyof typeof hasRoom, key: string, value: unknown) => {
  const isKept = hasRoom[what];
  if (isKept) stored.set(key, value);
  return isKept;
};
jest.mock('#console/data/drafts/draft-files.ts', () => ({
  keepDraftFile: (key: string, file: object) => mockKeep('file', key, file),
  readDraftFile: async (key: string) => stored.get(key) ?? null,
  keepDraftProgress: (key: string, progress: object) =>
    mockKeep('progress', `${key} progress`, structuredClone(progress)),
  readDraftProgress: async (key: string) => stored.get(`${key} progress`) ?? null,
  removeDraftFile: async (key: string) => {
    stored.delete(key);
    stored.delete(`${key} progress`);
  },
}));

const KEY = draftKey('1', '/download-resident-form', '');
const CELLS = { label: '48', last_name: 'Константинопольская', first_name: 'Александра', phone_number: '+79263184470' };
const UNKEPT = /^Браузер не сохраняет этот список/;

/** Whether closing the tab would be held up. */
const asksOnClosing = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }));

async function opened(isOpen = false) {
  const { result, unmount } = renderHook(() => useListDraft(isOpen));
  await act(async () => undefined);
  return { draft: () => result.current, unmount };
}

beforeEach(() => {
  localStorage.clear();
  stored.clear();
  Object.assign(hasRoom, { file: true, progress: true });
  session.userId.set('1');
});

test('thousands of rows that were mended or sent are still known after the tab was closed', async () => {
  const first = await opened();
  const sent = toSpans(Array.from({ length: 9_000 }, (_, at) => at * 2 + 3));
  await act(async () => {
    first.draft().choose(listFile(), 3, undefined);
    for (let at = 2; at < 1_200; at += 1) first.draft().storeCorrection(at, CELLS);
    first.draft().storeSent(sent);
  });
  expect(first.draft().hasStoreWarning).toBe(false);
  first.unmount();

  const { draft } = await opened();
  const offer = draft().offer;
  if (!offer) throw new Error('Nothing is offered.');
  expect(offer.building).toBe(3);
  expect(Object.keys(offer.mended)).toHaveLength(1_198);
  expect(spanNumbers(offer.sent).size).toBe(9_000);
});

test('a list that was left and is gone on with keeps what was mended of it before', async () => {
  const first = await opened();
  await act(async () => {
    first.draft().choose(listFile(), 3, undefined);
    first.draft().storeCorrection(2, CELLS);
  });
  first.unmount();
  // Mended at once, before it is known what was kept.
  const { result, unmount } = renderHook(() => useListDraft(true));
  await act(async () => result.current.storeCorrection(3, CELLS));
  unmount();
  expect(Object.keys((await opened()).draft().offer?.mended ?? {})).toEqual(['2', '3']);
});

test('a draft of before, with its progress in the note, is still offered', async () => {
  stored.set(KEY, listFile());
  writeDraft(KEY, { building: 3, mended: { 2: CELLS }, sent: [[3, 7]] });
  expect((await opened()).draft().offer).toMatchObject({ building: 3, mended: { 2: CELLS }, sent: [[3, 7]] });
});

test('a draft of before whose progress lies beside the file is still offered with it', async () => {
  stored.set(KEY, listFile());
  stored.set(`${KEY} progress`, { mended: { 2: CELLS }, sent: [[3, 7]] });
  writeDraft(KEY, { building: 3 });
  expect((await opened()).draft().offer).toMatchObject({ building: 3, mended: { 2: CELLS }, sent: [[3, 7]] });
});

test('where there is no room for another file, the one before is not offered in its place', async () => {
  const { draft, unmount } = await opened();
  await act(async () => draft().choose(listFile(), 3, undefined));
  hasRoom.file = false;
  await act(async () => {
    draft().choose(listFile(undefined, 'другой.csv'), 4, undefined);
    draft().storeCorrection(2, CELLS);
  });
  expect(draft().hasStoreWarning).toBe(true);
  unmount();
  expect(stored.has(KEY)).toBe(false);
  expect((await opened()).draft().offer).toBeNull();
});

test('a tab that dies while another file is kept leaves no mixture of the two', async () => {
  const { draft, unmount } = await opened();
  await act(async () => {
    draft().choose(listFile(), 3, undefined);
    draft().storeCorrection(2, CELLS);
  });
  const before = new Map(stored);
  await act(async () => draft().choose(listFile(undefined, 'другой.csv'), 4, undefined));
  unmount();
  const second = stored.get(KEY);

  stored.set(`${KEY} progress`, before.get(`${KEY} progress`));
  const { offer } = (await opened()).draft();
  expect([offer?.building, offer?.file.name, offer?.mended]).toEqual([4, 'другой.csv', {}]);

  // Died sooner: not even the file has come to be kept.
  stored.set(KEY, before.get(KEY));
  expect((await opened()).draft().offer).toBeNull();
  stored.set(KEY, second);
  expect((await opened()).draft().offer).not.toBeNull();
});

test('the same file for another building begins anew, with the file and the progress', async () => {
  const { draft, unmount } = await opened();
  const file = listFile();
  await act(async () => {
    draft().choose(file, 3, undefined);
    draft().storeCorrection(2, CELLS);
  });
  const before = stored.get(`${KEY} progress`);
  await act(async () => draft().choose(file, 4, undefined));
  unmount();
  stored.set(`${KEY} progress`, before);
  const { offer } = (await opened()).draft();
  expect([offer?.building, offer?.mended]).toEqual([4, {}]);
});

test('a file that was chosen while there was no room for the one before stays', async () => {
  const { draft, unmount } = await opened();
  hasRoom.file = false;
  await act(async () => {
    draft().choose(listFile(), 3, undefined);
    hasRoom.file = true;
    draft().choose(listFile(undefined, 'другой.csv'), 3, undefined);
  });
  expect(draft().hasStoreWarning).toBe(false);
  unmount();
  expect((await opened()).draft().offer).toMatchObject({ file: { name: 'другой.csv' } });
});

test('rows that were sent before the list was offered are not forgotten when others are sent', async () => {
  const first = await opened();
  await act(async () => {
    first.draft().choose(listFile(), 3, undefined);
    first.draft().storeSent([[2, 5]]);
  });
  first.unmount();
  const second = await opened();
  await act(async () => void second.draft().acceptOffer());
  // The list was checked without them.
  await act(async () => second.draft().storeSent([[7, 8]]));
  second.unmount();
  expect((await opened()).draft().offer?.sent).toEqual([
    [2, 5],
    [7, 8],
  ]);
});

test('another file begins anew, and one that is given up leaves nothing', async () => {
  const { draft } = await opened();
  await act(async () => {
    draft().choose(listFile(), 3, undefined);
    draft().storeCorrection(2, CELLS);
  });
  await act(async () => draft().choose(listFile(undefined, 'другой.csv'), 3, undefined));
  expect(stored.get(`${KEY} progress`)).toEqual({ id: expect.any(String), mended: {}, sent: [] });
  await act(async () => draft().deleteDraft());
  expect([stored.size, localStorage.getItem(KEY)]).toEqual([0, null]);
});

test('where the browser has no room for it, the page says so once', async () => {
  hasRoom.progress = false;
  signedInToImport([row(2)]);
  openImport();
  await checkList();
  expect(await screen.findByText(UNKEPT)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Понятно' }));
  await waitFor(() => expect(screen.queryByText(UNKEPT)).toBeNull());
  expect(asksOnClosing()).toBe(true);
});

test('closing the tab asks nothing while the browser keeps the list', async () => {
  signedInToImport([row(2)]);
  openImport();
  await checkList();
  expect(screen.getByRole('button', { name: 'Отправить приглашение' })).toBeVisible();
  expect(asksOnClosing()).toBe(false);
});

test('a list that is gone on with and was not kept is said not to be', async () => {
  expect((await opened(true)).draft()).toMatchObject({ hasStoreWarning: true, isStored: false });
  stored.set(KEY, listFile());
  writeDraft(KEY, { building: 3 });
  expect((await opened(true)).draft()).toMatchObject({ hasStoreWarning: false, isStored: true });
});

test('that a list is not kept is said of it alone, and of another one anew', async () => {
  const { draft } = await opened();
  const choose = (name: string) => act(async () => draft().choose(listFile(undefined, name), 3, undefined));
  hasRoom.progress = false;
  await choose('первый.csv');
  expect(draft().hasStoreWarning).toBe(true);
  act(() => draft().dismissStoreWarning());
  await act(async () => draft().storeCorrection(2, CELLS));
  expect(draft().hasStoreWarning).toBe(false);
  await choose('другой.csv');
  expect(draft().hasStoreWarning).toBe(true);
  hasRoom.progress = true;
  await choose('третий.csv');
  expect(draft().hasStoreWarning).toBe(false);

  hasRoom.progress = false;
  await choose('четвёртый.csv');
  await act(async () => draft().deleteDraft());
  expect(draft().hasStoreWarning).toBe(false);
});
