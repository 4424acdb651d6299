import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { session } from '#console/data/session/session.ts';
import { UnfinishedImport } from '#console/sections/residents/resident-search.tsx';
import type { ImportRow } from '#resources/protocol/import/import.ts';
import { CONVERT, checkList, openImport, row, SUBMIT, signedInToImport } from '#tests/support/console/imports.tsx';
import type { MadeUpServer } from '#tests/support/console/server.ts';
import { renderOnStage, said } from '#tests/support/console/stage.tsx';

const WRONG = row(3, { id: null, label: '', errors: ['EMPTY_FIELD_UNIT'] });
const tab = (name: string) => screen.getByRole('tab', { name: new RegExp(`^${name}`) });
const address = () => screen.getByTestId('address').textContent;
const rowsOf = (body: unknown) => JSON.parse(String((body as FormData).get('convert_residents_result'))) as ImportRow[];
/** The check screen of one sound row and one with an error; whatever is sent is taken. */
async function check(): Promise<{ server: MadeUpServer; leave: () => void }> {
  const server = signedInToImport([row(2), WRONG]);
  server.answer(SUBMIT, ({ body }) => {
    const sent = rowsOf(body);
    const rows = sent.map((one) => ({ row: one.row, user: one.row, errors: [] }));
    return { json: { params: { created: sent.length, rows } } };
  });
  const { unmount } = openImport();
  await checkList();
  // What is said of the mended row alone.
  server.answer(CONVERT, { json: [row(2, { ...WRONG, id: 148, label: '48', errors: [] })] });
  return { server, leave: unmount };
}

it('IMPORT-08 RES-39 rows with errors outlive a submission: they wait beside the residents, are mended and sent alone', async () => {
  const { server, leave } = await check();
  await userEvent.click(screen.getByRole('button', { name: 'Отправить приглашение' }));
  await waitFor(() => expect(address()).toBe('/residents?buildings_id=3'));
  expect(screen.queryByRole('dialog')).toBeNull();
  leave();

  const residents = renderOnStage(<UnfinishedImport />, '/residents');
  expect(await screen.findByText('Список «lesnaya-12.csv» ждёт вас: 1 строка с ошибками')).toBeVisible();
  await userEvent.click(screen.getByRole('link', { name: 'Вернуться к списку' }));
  expect(address()).toBe('/download-resident-form');
  residents.unmount();

  openImport();
  expect(await screen.findByRole('heading', { name: 'Проверьте список' })).toBeVisible();
  expect([tab('Корректные').textContent, tab('С ошибками').textContent]).toEqual(['Корректные 0', 'С ошибками 1']);
  expect(screen.getByRole('button', { name: 'Скачать строки с ошибками' })).toBeVisible();
  await userEvent.click(screen.getByText('Нет'));
  await userEvent.keyboard('48{Enter}');
  await waitFor(() => expect(tab('Корректные')).toHaveTextContent('1'));
  await userEvent.click(screen.getByRole('button', { name: 'Отправить приглашение' }));
  await waitFor(() => expect(server.callsTo(SUBMIT)).toHaveLength(2));
  const last = server.callsTo(SUBMIT)[1];
  expect(rowsOf(last?.body).map((one) => one.row)).toEqual([3]);
  await waitFor(() => expect(address()).toBe('/residents?buildings_id=3'));
});

it('a list that was not sent waits for who leaves it, who is told so, to be come back to or given up', async () => {
  const { leave } = await check();
  const closing = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(closing);
  expect(closing.defaultPrevented).toBe(true);

  await userEvent.click(screen.getByRole('link', { name: 'Вернуться к резидентам' }));
  await waitFor(() => expect(address()).toBe('/residents'));
  expect(await said('Список «lesnaya-12.csv» не отправлен и ждёт вас')).toBeVisible();
  leave();
  renderOnStage(<UnfinishedImport />, '/residents');
  const waits = 'Список «lesnaya-12.csv» ждёт вас: 1 строка не отправлена, 1 строка с ошибками';
  expect(await screen.findByText(waits)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Убрать' }));
  expect(screen.queryByText(waits)).toBeNull();
});

it('somebody else who signs in finds nothing of it; before anything is checked nobody is asked', async () => {
  const { leave } = await check();
  leave();
  renderOnStage(<UnfinishedImport />, '/residents').unmount();
  session.token.set('another');
  renderOnStage(<UnfinishedImport />, '/residents').unmount();
  expect(screen.queryByText(/ждёт вас/)).toBeNull();

  signedInToImport([]);
  openImport();
  await userEvent.click(await screen.findByRole('link', { name: 'Вручную' }));
  expect([address(), screen.queryByRole('dialog')]).toEqual(['/create-resident-form', null]);
});

it('who has mended a row is asked before another file takes its place', async () => {
  await check();
  await userEvent.click(screen.getByText('Нет'));
  await userEvent.keyboard('48{Enter}');
  await waitFor(() => expect(tab('Корректные')).toHaveTextContent('2'));
  const question = () => screen.findByRole('dialog', { name: 'Исправленные строки пропадут. Загрузить другой файл?' });
  await userEvent.click(screen.getByRole('button', { name: 'Загрузить другой' }));
  await userEvent.click(within(await question()).getByRole('button', { name: 'Отменить' }));
  expect(await screen.findByRole('heading', { name: 'Проверьте список' })).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Загрузить другой' }));
  await userEvent.click(within(await question()).getByRole('button', { name: 'Загрузить другой' }));
  expect(await screen.findByText('Пригласите сразу весь дом')).toBeVisible();
});
