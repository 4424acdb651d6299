import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { orderColumns, serializeColumns, shownColumns } from '#console/engine/list/column-choice/column-choice.ts';
import { changeSearch } from '#console/sections/residents/search-state.ts';
import type { SavedView } from '#resources/protocol/views/views.ts';
import { madeUp } from '#tests/support/console/definitions.ts';
import { openSection, signedIn } from '#tests/support/console/engine-stage.tsx';
import { stored } from '#tests/support/console/keys.ts';
import {
  building,
  FOUND,
  foundPage,
  office as housing,
  openResidents,
  unit,
} from '#tests/support/console/residents.ts';
import { office, openTasks, task } from '#tests/support/console/tasks.tsx';

const VIEWS = 'GET /api/authorized/views/';
/** Heads of a table but that of the menus; an open dialog hides the page from roles. */
const heads = (table: ParentNode = document) =>
  [...table.querySelectorAll('thead th[scope]')].map((head) => head.textContent).filter((head) => head !== 'Действия');

/** Opens a made-up list with the choice of its columns. */
async function open(address = '/keys', results: SavedView[] = []) {
  const server = signedIn('write', { 'GET /api/records/keys': stored(3), [VIEWS]: { json: { results } } });
  const page = openSection(madeUp({ list: { layout: 'table', columns: ['label', 'place'] } }), address);
  await screen.findByText('Ключ 001');
  return { server, ...page };
}
const openColumns = async () => {
  await userEvent.click(await screen.findByRole('button', { name: 'Столбцы' }));
  return within(await screen.findByRole('dialog', { name: 'Столбцы' }));
};

test('columns are hidden, shown and moved, by keys too; one that the definition left out can be had', async () => {
  await open();
  expect(heads()).toEqual(['Что открывает', 'Где лежит']);
  const panel = await openColumns();
  await userEvent.click(panel.getByRole('checkbox', { name: 'Копий' }));
  expect(heads()).toEqual(['Что открывает', 'Где лежит', 'Копий']);
  const up = panel.getByRole('button', { name: 'Столбец «Копий» – раньше' });
  up.focus();
  await userEvent.keyboard('{Enter}');
  expect(heads()).toEqual(['Что открывает', 'Копий', 'Где лежит']);
  expect(panel.getByRole('button', { name: 'Столбец «Копий» – раньше' })).toHaveFocus();
  expect(document.body).toHaveTextContent('Столбец «Копий» теперь 2-й из 3');
  await userEvent.click(panel.getByRole('checkbox', { name: 'Где лежит' }));
  expect(heads()).toEqual(['Что открывает', 'Копий']);
  await userEvent.click(panel.getByRole('button', { name: 'Вернуть как было' }));
  expect(heads()).toEqual(['Что открывает', 'Где лежит']);
});

test('the first column stays where it is, and says so', async () => {
  await open();
  const panel = await openColumns();
  const first = panel.getByRole('checkbox', { name: 'Что открывает' });
  await userEvent.click(first);
  expect(first).toBeChecked();
  expect(first).toHaveAccessibleDescription('Первый столбец виден всегда');
  expect(panel.getByRole('button', { name: 'Столбец «Где лежит» – раньше' })).toHaveAttribute('aria-disabled', 'true');
});

test('a saved view has the columns, and an address that names them brings them back', async () => {
  const { server, where, router } = await open('/keys?columns=label,copies,-place');
  expect(heads()).toEqual(['Что открывает', 'Копий']);
  await userEvent.click(await screen.findByRole('button', { name: 'Сохранённые виды' }));
  await userEvent.type(await screen.findByLabelText('Сохранить текущий вид'), 'Копии');
  server.answer('POST /api/authorized/views/', ({ body }) => ({
    status: 201,
    json: { params: { ...(body as SavedView), id: 1, own: true, by: 'Анна Ким' } },
  }));
  await userEvent.click(screen.getByRole('button', { name: 'Сохранить' }));
  await waitFor(() => expect(server.callsTo('POST /api/authorized/views/')).toHaveLength(1));
  const [{ body } = { body: null }] = server.callsTo('POST /api/authorized/views/');
  const { query } = body as SavedView;
  expect(new URLSearchParams(query).get('columns')).toBe('label,copies,-place');
  await userEvent.keyboard('{Escape}');
  const panel = await openColumns();
  await userEvent.click(panel.getByRole('checkbox', { name: 'Где лежит' }));
  expect(new URLSearchParams(where().split('?')[1]).get('columns')).toBe('label,copies,place');
  // Kept when the address no longer says it.
  await userEvent.keyboard('{Escape}');
  await act(() => router.navigate('/keys?page=1'));
  expect(where()).toBe('/keys?page=1');
  expect(heads()).toEqual(['Что открывает', 'Копий', 'Где лежит']);
});

test('requests as a list: a column is left out in every stage, the number stays', async () => {
  office([task(1, 'created', 1), task(2, 'done', 2, { resolution: 'resolved' })]);
  openTasks('/tasks?view=list&columns=number,author,-address');
  await screen.findByText('Найдено: 2');
  const [created, done] = screen.getAllByRole('table') as [HTMLElement, HTMLElement];
  expect(heads(created).slice(0, 2)).toEqual(['Номер', 'Автор']);
  expect(heads(done)).not.toContain('Адрес');
  const panel = await openColumns();
  await userEvent.click(panel.getByRole('checkbox', { name: 'Автор' }));
  expect(heads(created)).not.toContain('Автор');
});

test('residents: the table of what was found has the choice too, and a view leaves typed names out', async () => {
  housing('write', { [FOUND]: { json: foundPage([building([unit(48)])]) }, [VIEWS]: { json: { results: [] } } });
  changeSearch({
    tags: [
      { objectType: 'floor', searchType: 'contains', id: '5', label: '5' },
      { objectType: 'resident', searchType: 'contains', id: 'Ежов', label: 'Ежов' },
    ],
  });
  openResidents();
  await screen.findByRole('table');
  const panel = await openColumns();
  await userEvent.click(panel.getByRole('checkbox', { name: 'Стояк' }));
  expect(heads()).not.toContain('Стояк');
  await userEvent.keyboard('{Escape}');
  await userEvent.click(await screen.findByRole('button', { name: 'Сохранённые виды' }));
  await screen.findByText('Набранные имена и телефоны в вид не сохраняются');
});

test('a choice knows what came later, and forgets what is gone', () => {
  const all = [{ name: 'a' }, { name: 'b' }, { name: 'c', extra: true }, { name: 'd' }];
  const names = (choice: string) => shownColumns(all, choice).map(({ name }) => name);
  expect(names('')).toEqual(['a', 'b', 'd']);
  expect(names('d,gone,-b,a')).toEqual(['a', 'd']);
  expect(names('c')).toEqual(['a', 'c', 'b', 'd']);
  expect(serializeColumns(orderColumns(all, 'c'))).toBe('a,c,b,d');
  expect(orderColumns([], 'a')).toEqual([]);
});
