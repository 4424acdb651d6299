import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
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
  slowWorker,
} from '#tests/support/console/imports.tsx';
import { delayedReply } from '#tests/support/console/server.ts';

const list = (rows: number) =>
  Array.from({ length: rows }, (_, at) => row(at + 2, { phone_number: `+7916${String(at).padStart(7, '0')}` }));

const checkButton = () => screen.findByRole('button', { name: 'Проверить список' });

it('IMPORT-04 of a list that goes in parts it is said after each how many rows are checked', async () => {
  const server = signedInToImport([]);
  const second = delayedReply({ json: [] });
  const replies = [async () => ({ json: [row(2)] }), second.reply];
  server.answer(CONVERT, () => (replies.shift() ?? second.reply)());
  openImport();
  // Names far too long: few rows make a large list.
  const name = 'Ы'.repeat(1500);
  const lines = Array.from({ length: 1200 }, (_, at) => `48;${name};${name};8${9_160_000_000 + at}`);
  await chooseFile(listFile(['unit;last_name;first_name;phone_number', ...lines].join('\r\n')));
  await screen.findByLabelText('Кодировка');
  await userEvent.click(await checkButton());
  expect(await screen.findByText(/^Проверено \d+ из 1200$/)).toBeVisible();
  second.release();
  await screen.findByRole('heading', { name: 'Проверьте список' });
});

it('IMPORT-04 while the server checks no number is made up; then the rows that came are counted, of a list of two parts too', async () => {
  const server = signedInToImport([]);
  const convert = delayedReply({ json: list(2300) });
  server.answer(CONVERT, convert.reply);
  const session = slowWorker();
  openImport(session.connect);
  await chooseFile();
  await screen.findByLabelText('Кодировка');
  await userEvent.click(await checkButton());
  expect(await screen.findByText('Проверяем список')).toBeVisible();
  await waitFor(() => expect(server.callsTo(CONVERT)).toHaveLength(1));
  expect(screen.queryByText(/из \d/)).toBeNull();
  convert.release();
  // The file of this test has one row: what is counted is what the server has answered.
  expect(await screen.findByText('Список проверен, получаем строки: 1000 из 2300')).toBeVisible();
  act(() => session.release());
  expect(await screen.findByRole('tab', { name: /^Корректные/ })).toHaveTextContent('2300');
});

it('IMPORT-12 while a list is submitted a bar and a sentence say how many of how many were answered', async () => {
  const server = signedInToImport(list(1200));
  openImport();
  await checkList();
  const answerTo = (rows: readonly ImportRow[]) => ({
    json: { params: { created: rows.length, rows: rows.map((one) => ({ row: one.row, user: one.row, errors: [] })) } },
  });
  const gates = [delayedReply({}), delayedReply({})];
  server.answer(SUBMIT, async ({ body }) => {
    const rows = JSON.parse(String((body as FormData).get('convert_residents_result'))) as ImportRow[];
    await gates[rows[0]?.row === 2 ? 0 : 1]?.reply();
    return answerTo(rows);
  });
  await userEvent.click(screen.getByRole('button', { name: 'Отправить приглашение' }));
  const bar = await screen.findByRole<HTMLProgressElement>('progressbar', { name: 'Добавляем резидентов: 0 из 1200' });
  expect([bar.value, bar.max]).toEqual([0, 1200]);
  expect(bar.closest('[role=status]')).toHaveTextContent('Добавляем резидентов: 0 из 1200');
  gates[0]?.release();
  await waitFor(() => expect(bar).toHaveAccessibleName('Добавляем резидентов: 1000 из 1200'));
  expect(bar.value).toBe(1000);
  expect(screen.getByText('Добавляем резидентов: 1000 из 1200')).toBeVisible();
  gates[1]?.release();
  await waitFor(() => expect(screen.getByTestId('address')).toHaveTextContent('/residents'));
});
