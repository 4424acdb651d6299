import '#tests/support/console/phone.ts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { said } from '#tests/support/console/stage.tsx';
import { cardOf, office, openTasks, shownIn, task } from '#tests/support/console/tasks.tsx';

test('TASK-01: the column that a phone shows stands in the address, and an address opens it', async () => {
  office([task(1, 'created', 1), task(2, 'in_progress', 2)]);
  const { where } = openTasks('/tasks?stage=in_progress');
  await cardOf(2);
  expect(screen.getByRole('tab', { selected: true })).toHaveTextContent('В процессе');
  expect([shownIn('created'), shownIn('in_progress')]).toEqual([[], [2]]);
  await userEvent.click(screen.getByRole('tab', { name: /Входящие/ }));
  await cardOf(1);
  await waitFor(() => expect(where()).toBe('/tasks'));
  await userEvent.click(screen.getByRole('tab', { name: /Завершены/ }));
  await waitFor(() => expect(where()).toBe('/tasks?stage=done'));
});

test('what can be done with chosen requests stands in a menu, where all of it has room; what cannot be says why', async () => {
  const server = office([task(1, 'created', 1), task(2, 'created', 2)]);
  server.answer('POST /api/crm/tasks/bulk/', { json: { done: [1], refused: [] } });
  openTasks('/tasks?view=list');
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Выбрать: Заявка № 1' }));
  const bar = within(await screen.findByRole('toolbar', { name: 'Действия с выбранным' }));
  expect(bar.getAllByRole('button').map((one) => one.getAttribute('aria-label') ?? one.textContent)).toEqual([
    'Снять выбор',
    'Действия',
  ]);
  await userEvent.click(bar.getByRole('button', { name: 'Действия' }));
  const menu = within(await screen.findByRole('menu', { name: 'Действия с выбранным' }));
  expect(menu.getAllByRole('menuitem').map((one) => one.textContent)).toEqual([
    'Назначить',
    'Вернуть во входящие',
    'Завершить',
    'Отменить заявки',
  ]);
  expect(menu.getByRole('menuitem', { name: 'Завершить' })).toHaveAccessibleDescription(
    'Завершить можно только заявки в работе',
  );
  await userEvent.click(menu.getByRole('menuitem', { name: 'Отменить заявки' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Укажите причину отмены' }));
  await userEvent.type(dialog.getByRole('textbox'), 'Повторная');
  await userEvent.click(dialog.getByRole('button', { name: 'Отменить заявки' }));
  await said('Отменено заявок: 1');
});
