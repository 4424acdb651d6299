import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { WireCall } from '#tests/support/console/server.ts';
import { said } from '#tests/support/console/stage.tsx';
import { KIM, office, openTasks, SAFIN, task } from '#tests/support/console/tasks.tsx';

const BULK = 'POST /api/crm/tasks/bulk/';
const ALL = [
  task(1, 'created', 1),
  task(2, 'created', 2),
  task(3, 'in_progress', 3),
  task(4, 'done', 4, { resolution: 'resolved' }),
];

async function open() {
  const server = office(ALL);
  server.answer(BULK, ({ body }: WireCall) => ({ json: { done: (body as { ids: number[] }).ids, refused: [] } }));
  openTasks('/tasks?view=list');
  await screen.findByText('Найдено: 4');
  return server;
}
const box = (id: number) => screen.getByRole('checkbox', { name: `Выбрать: Заявка № ${id}` });
const bar = async () => within(await screen.findByRole('toolbar', { name: 'Действия с выбранным' }));
const bodies = (calls: readonly WireCall[]) => calls.map(({ body }) => body);

test('requests are cancelled with one reason; one sentence says how many and why some were not', async () => {
  const server = await open();
  await userEvent.click(screen.getByRole('checkbox', { name: 'Выбрать все: Входящие' }));
  await userEvent.click(box(4));
  expect((await bar()).getByRole('status')).toHaveTextContent('Выбрано: 3');
  server.answer(BULK, {
    json: { done: [1, 2], refused: [{ reason: 'завершённую заявку изменить нельзя', ids: [4] }] },
  });
  await userEvent.click((await bar()).getByRole('button', { name: 'Отменить заявки' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Укажите причину отмены' }));
  expect(dialog.getByText('3 заявки')).toBeVisible();
  await userEvent.type(dialog.getByRole('textbox'), 'Повторные');
  await userEvent.click(dialog.getByRole('button', { name: 'Отменить заявки' }));
  await said('Отменено заявок: 2. Не изменилось: 1 – завершённую заявку изменить нельзя');
  expect(bodies(server.callsTo(BULK))).toEqual([{ do: 'cancel', reason: 'Повторные', ids: [1, 2, 4] }]);
  expect(screen.queryByRole('toolbar')).toBeNull();
  server.answer(BULK, { json: { done: [1, 2], refused: [] } });
  await userEvent.click(await screen.findByRole('button', { name: 'Вернуть' }));
  await waitFor(() => expect(bodies(server.callsTo(BULK)).at(-1)).toEqual({ do: 'undo', ids: [1, 2] }));
});

test('a performer is chosen of those who may take some; of how many stands beside the name', async () => {
  const server = await open();
  server.answer('GET /api/crm/tasks/bulk/performers/', {
    json: [
      { ...KIM, able: 3 },
      { ...SAFIN, able: 1 },
    ],
  });
  for (const id of [1, 2, 3]) await userEvent.click(box(id));
  await userEvent.click((await bar()).getByRole('button', { name: 'Назначить' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Выберите исполнителя заявки' }));
  expect(await dialog.findByText('Мастер · можно поручить 1 из 3')).toBeVisible();
  await userEvent.click(dialog.getByRole('radio', { name: /Ким/ }));
  await userEvent.click(dialog.getByRole('button', { name: 'Назначить' }));
  await said('Назначен исполнитель. Заявок: 3');
  expect(bodies(server.callsTo(BULK))).toEqual([{ do: 'assign', performer: 21, ids: [1, 2, 3] }]);
});

test('what none of the chosen can become is greyed, and says why; the rest goes at once', async () => {
  const server = await open();
  await userEvent.click(box(1));
  const finish = (await bar()).getByRole('button', { name: 'Завершить' });
  expect(finish).toHaveAccessibleDescription('Завершить можно только заявки в работе');
  await userEvent.click(box(3));
  await userEvent.click((await bar()).getByRole('button', { name: 'Завершить' }));
  await said('Завершено заявок: 2');
  expect(bodies(server.callsTo(BULK))).toEqual([{ do: 'finish', ids: [1, 3] }]);
});

test('what was chosen is let go by another search', async () => {
  await open();
  await userEvent.click(box(1));
  await bar();
  await userEvent.keyboard('{Escape}');
  expect(box(1)).toBeChecked();
  (await bar()).getByRole('button', { name: 'Снять выбор' }).focus();
  await userEvent.keyboard('{Escape}');
  expect(box(1)).not.toBeChecked();
});
