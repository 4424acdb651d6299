// Runs in test:all alone: a list that waits is rare; the import itself is in check.test.tsx.
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { keepFileDraft, readFileDraft } from '#console/data/drafts/file-draft.ts';
import { userDraftPrefix } from '#console/data/drafts/own-drafts.ts';
import { spanNumbers, toSpans } from '#console/sections/import/spans.ts';
import { getUnsentList, takeUnsentList } from '#console/sections/import/unsent-list.ts';
import { UnfinishedImport } from '#console/sections/residents/resident-search.tsx';
import type { ImportRow } from '#resources/protocol/import/import.ts';
import {
  CONVERT,
  checkList,
  chooseFile,
  listFile,
  openImport,
  row,
  SUBMIT,
  signedInToImport,
} from '#tests/support/console/imports.tsx';
import { delayedReply, type MadeUpServer } from '#tests/support/console/server.ts';
import { renderOnStage } from '#tests/support/console/stage.tsx';

/** jsdom has no database. */
const files = new Map<string, object>();
const progress = new Map<string, object>();
/** When progress was kept, ms. */
const kept: number[] = [];
jest.mock('#console/data/drafts/draft-files.ts', () => ({
  keepDraftFile: async (key: string, file: object) => Boolean(files.set(key, file)),
  readDraftFile: async (key: string) => files.get(key) ?? null,
  keepDraftProgress: async (key: string, done: object) =>
    Boolean(kept.push(performance.now()) && progress.set(key, done)),
  readDraftProgress: async (key: string) => progress.get(key) ?? null,
  removeDraftFile: async (key: string) => void (files.delete(key) && progress.delete(key)),
}));

const ROWS: ImportRow[] = [
  row(2),
  row(3, { id: null, label: '', errors: ['EMPTY_FIELD_UNIT'] }),
  row(4, { id: null, label: '901', errors: ['UNAVAILABLE_UNIT'] }),
];
const counts = () => screen.getAllByRole('tab').map(({ textContent }) => textContent);
const offer = () => screen.findByText(/^Есть черновик/);
const drafts = () => Object.keys(localStorage).filter((key) => key.startsWith(userDraftPrefix('1')));
const restore = () => userEvent.click(screen.getByRole('button', { name: 'Восстановить' }));
const rowsOf = (body: unknown) => JSON.parse(String((body as FormData).get('convert_residents_result'))) as ImportRow[];

/** The tab is closed: what was in memory is gone. */
async function closeTab(unmount: () => void): Promise<void> {
  unmount();
  await waitFor(() => expect(getUnsentList()).not.toBeNull());
  takeUnsentList()?.workerClient.close();
}

/** A server that answers these rows, and takes all but one of what it is sent. */
function serve(refused: number | null = null): MadeUpServer {
  const server = signedInToImport(ROWS);
  server.answer(CONVERT, ({ body }) => {
    const { name } = (body as FormData).get('file') as File;
    // The mended row is asked about alone.
    return { json: name === 'row.csv' ? [row(3, { label: '48' })] : ROWS };
  });
  server.answer(SUBMIT, ({ body }) => {
    const rows = rowsOf(body).map((one) =>
      one.row === refused
        ? { row: one.row, user: null, errors: ['ALREADY_EXIST_PHONE'] }
        : { row: one.row, user: one.row, errors: [] },
    );
    return { json: { params: { created: rows.filter(({ user }) => user !== null).length, rows } } };
  });
  return server;
}

async function mendThird(): Promise<void> {
  await userEvent.click(screen.getByRole('button', { name: 'Следующая ошибка' }));
  await screen.findByLabelText('Помещение, строка 3');
  await userEvent.keyboard('48{Enter}');
}

async function checkAgain(): Promise<void> {
  await screen.findByLabelText('Кодировка');
  await userEvent.click(screen.getByRole('button', { name: 'Проверить список' }));
  await screen.findByRole('heading', { name: 'Проверьте список' });
}

beforeEach(() => {
  localStorage.clear();
  files.clear();
  progress.clear();
});

it('a list outlives a closed tab: the file, its object, and what was mended of it', async () => {
  const server = serve();
  const { unmount } = openImport();
  await checkList();
  await mendThird();
  await waitFor(() => expect(counts()).toEqual(['Корректные 2', 'С ошибками 1']));
  await closeTab(unmount);

  const calls = server.callsTo(CONVERT).length;
  openImport();
  await offer();
  await restore();
  expect(await screen.findByText('lesnaya-12.csv, 1 строка')).toBeVisible();
  await checkAgain();
  await waitFor(() => expect(counts()).toEqual(['Корректные 2', 'С ошибками 1']));
  const [again, ...others] = server.callsTo(CONVERT).slice(calls);
  if (again === undefined) throw new Error('The file was not read again.');
  expect((again.body as FormData).get('building')).toBe('3');
  expect(others).toEqual([]);
});

it('what was sent before the tab was closed is not in the list any more', async () => {
  const server = serve(2);
  const { unmount } = openImport();
  await checkList();
  await mendThird();
  await waitFor(() => expect(counts()).toEqual(['Корректные 2', 'С ошибками 1']));
  await userEvent.click(screen.getByRole('button', { name: /^Отправить приглашени/ }));
  await waitFor(() => expect(counts()).toEqual(['Корректные 0', 'С ошибками 2']));
  await closeTab(unmount);

  server.answer(CONVERT, { json: [row(2, { errors: ['ALREADY_EXIST_PHONE'] }), ...ROWS.slice(1)] });
  openImport();
  await offer();
  await restore();
  await checkAgain();
  await waitFor(() => expect(counts()).toEqual(['Корректные 0', 'С ошибками 2']));
  expect(screen.getByText('кв. 901')).toBeVisible();
  expect(screen.queryByText('Калинина-3')).toBeNull();
});

/** A server that takes a list of so many parts, all but the last of which it answers soon. */
function serveParts(parts: number) {
  const rows = Array.from({ length: parts * 1_000 }, (_, at) =>
    row(at + 2, { phone_number: `+7916${String(at).padStart(7, '0')}` }),
  );
  const server = signedInToImport(rows);
  const last = delayedReply({});
  server.answer(SUBMIT, async ({ body }) => {
    const sent = rowsOf(body);
    if (sent[0]?.row === rows.length - 998) await last.reply();
    else await new Promise((resolve) => setTimeout(resolve, 40));
    const outcomes = sent.map((one) => ({ row: one.row, user: one.row, errors: [] }));
    return { json: { params: { created: sent.length, rows: outcomes } } };
  });
  return last;
}
const send = () => userEvent.click(screen.getByRole('button', { name: 'Отправить приглашение' }));

it('what was sent before the page is reloaded in the middle of sending is not in the list any more', async () => {
  serveParts(6);
  const { unmount } = openImport();
  await checkList();
  kept.length = 0;
  await send();
  const noted = { id: expect.any(String), mended: {}, sent: [[2, 5_001]] };
  await waitFor(() => expect([...progress.values()]).toEqual([noted]));
  // The parts are answered faster.
  for (const [at, time] of kept.slice(1).entries()) expect(time - Number(kept[at])).toBeGreaterThan(900);
  unmount();

  openImport();
  await offer();
  await restore();
  await checkAgain();
  await waitFor(() => expect(counts()).toEqual(['Корректные 1000', 'С ошибками 0']));
});

it('a list that is exchanged for another one while it is sent changes nothing of that one', async () => {
  const last = serveParts(2);
  openImport();
  await checkList();
  await send();
  await screen.findByText('Добавляем резидентов: 1000 из 2000');
  await userEvent.click(screen.getByRole('button', { name: 'Загрузить другой' }));
  await chooseFile(listFile(undefined, 'другой.csv'));
  await screen.findByLabelText('Кодировка');
  last.release();
  await screen.findByText(/^Добавлен/);
  expect(screen.getByTestId('address')).toHaveTextContent('/download-resident-form');
  expect([drafts().length, files.size]).toEqual([1, 1]);
  expect([...progress.values()]).toEqual([{ id: expect.any(String), mended: {}, sent: [] }]);
});

it('a list that was sent as a whole, was exchanged for another one or given up is not offered', async () => {
  serve();
  const { unmount } = openImport();
  await chooseFile();
  await screen.findByLabelText('Кодировка');
  await waitFor(() => expect([drafts().length, files.size]).toEqual([1, 1]));
  await userEvent.click(screen.getByRole('button', { name: 'Выбрать другой' }));
  expect([drafts().length, files.size]).toEqual([0, 0]);
  unmount();

  const server = signedInToImport([row(2)]);
  server.answer(SUBMIT, { json: { params: { created: 1, rows: [{ row: 2, user: 7, errors: [] }] } } });
  const second = openImport();
  await checkList();
  expect(drafts()).toHaveLength(1);
  await userEvent.click(screen.getByRole('button', { name: 'Отправить приглашение' }));
  await waitFor(() => expect([drafts().length, files.size]).toEqual([0, 0]));
  second.unmount();

  const third = openImport();
  await checkList();
  third.unmount();
  renderOnStage(<UnfinishedImport />, '/residents');
  await userEvent.click(await screen.findByRole('button', { name: 'Убрать' }));
  await waitFor(() => expect([drafts().length, files.size]).toEqual([0, 0]));
});

it('an offered list is thrown away by its button, and by another file that is chosen', async () => {
  serve();
  const first = openImport();
  await checkList();
  await closeTab(first.unmount);
  const second = openImport();
  await offer();
  await userEvent.click(screen.getByRole('button', { name: 'Удалить' }));
  expect(screen.queryByText(/Есть черновик/)).toBeNull();
  expect([drafts().length, files.size]).toEqual([0, 0]);
  await checkList();
  await closeTab(second.unmount);

  openImport();
  await offer();
  await chooseFile(listFile(undefined, 'другой.csv'));
  await waitFor(() => expect(screen.queryByText(/Есть черновик/)).toBeNull());
  expect([...files.values()]).toEqual([
    { id: expect.any(String), file: expect.objectContaining({ name: 'другой.csv' }) },
  ]);
});

it('numbers of rows are kept as spans', () => {
  expect(toSpans([2, 3, 4, 7, 9, 10])).toEqual([
    [2, 4],
    [7, 7],
    [9, 10],
  ]);
  expect([
    ...spanNumbers([
      [2, 4],
      [7, 7],
    ]),
  ]).toEqual([2, 3, 4, 7]);
  expect([toSpans([]), [...spanNumbers([])]]).toEqual([[], []]);
});

test('a file is kept only with its note, and forgotten with it', async () => {
  const key = `${userDraftPrefix('1')}/made-up`;
  const found = () => readFileDraft(key, ({ values: { of } }) => (typeof of === 'string' ? { of } : null));
  await keepFileDraft(key, { of: 'первый' }, listFile());
  expect(await found()).toMatchObject({ of: 'первый', file: expect.any(File), at: expect.any(Number) });
  // A note that is over the size of a draft: then the old file is not the one that it was about either.
  await keepFileDraft(key, { of: 'я'.repeat(70_000) }, listFile());
  expect(files.has(key)).toBe(false);
  expect(await found()).toBeNull();
  files.set(key, listFile());
  expect(await found()).toBeNull();
  expect(files.has(key)).toBe(false);
});
