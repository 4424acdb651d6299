import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { FieldCell } from '#console/engine/field-part.tsx';
import { useHasRoom } from '#console/fields/rows/room.ts';
import { rowChanges } from '#console/fields/rows/row-changes.ts';
import { madeUp } from '#tests/support/console/definitions.ts';
import { openSection, signedIn } from '#tests/support/console/engine-stage.tsx';
import { takeComplaints } from '#tests/support/console/setup.ts';
import { renderOnStage } from '#tests/support/console/stage.tsx';

const POST = 'POST /api/records/keys';
const PUT = 'PUT /api/records/keys/7';
const LIST = { 'GET /api/records/keys': { json: [], headers: { 'content-range': 'keys 0-0/0' } } };
const SECTION = madeUp({
  fields: {
    label: { kind: 'text', label: 'Акт', required: true },
    works: {
      kind: 'rows',
      label: 'Работы',
      required: true,
      max: 3,
      columns: {
        work: { kind: 'text', label: 'Работа', required: true },
        count: { kind: 'number', label: 'Количество', required: true },
        unit: { kind: 'text', label: 'Ед.', initial: '"шт."' },
        price: { kind: 'money', label: 'Цена', required: true },
        cost: { kind: 'money', label: 'Стоимость', computed: 'count * price' },
      },
      totals: ['cost'],
    },
    sum: { kind: 'money', label: 'Сумма', computed: 'sum(works.cost)' },
  },
  list: { layout: 'table', columns: ['label', 'works'] },
  card: { title: 'label', fields: ['works', 'sum'], edit: true },
  form: [{ fields: ['label', 'works', 'sum'] }],
});
const lamp = { work: 'Лампа', count: 2, unit: 'шт.', price: 300_00, cost: 600_00 };
const pipe = { work: 'Труба', count: 1, unit: 'м', price: 50_00, cost: 50_00 };
const RECORD = { id: 7, label: 'А-1', works: [lamp, pipe], sum: 650_00, record_version: 'v1' };

const plain = (element: HTMLElement | null) => element?.textContent?.replace(/\s/g, ' ');
const row = (number: number) => screen.findByRole('listitem', { name: `Строка ${number}` });
const inRow = async (number: number, label: string) => within(await row(number)).findByLabelText(label);
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));
const columns = ['work', 'count', 'unit', 'price', 'cost'];

test('rows are typed from cell to cell, computed and added up at once, and sent without the empty one at the end', async () => {
  const server = signedIn('write', { ...LIST, [POST]: { status: 201, json: { id: 8 } } });
  const { where } = openSection(SECTION, '/keys/create');
  await userEvent.type(await screen.findByLabelText('Акт'), 'А-2');
  await press('Добавить строку');
  await waitFor(async () => expect(await inRow(1, 'Работа')).toHaveFocus());
  const group = screen.getByRole('group', { name: 'Работы' });
  expect(group).not.toHaveAccessibleDescription(/./);
  await userEvent.keyboard('Лампа{Enter}2{Enter}{Enter}300{Enter}');
  await waitFor(async () => expect(await inRow(2, 'Работа')).toHaveFocus());
  expect(await inRow(2, 'Ед.')).toHaveValue('шт.');
  await waitFor(async () => expect(plain(await row(1))).toContain('600,00 ₽'));
  expect(plain(screen.getByLabelText('Сумма'))).toBe('600,00 ₽');
  expect(plain(screen.getByText('Итого: Стоимость').parentElement)).toContain('600,00 ₽');
  expect(group).not.toHaveAccessibleDescription(/./);
  // Initial values of a new row were not typed by a person.
  expect(await inRow(2, 'Работа')).not.toBeRequired();
  await press('Добавить ключ');
  await waitFor(() => expect(where()).toBe('/keys'));
  expect(server.callsTo(POST)[0]?.body).toEqual({
    label: 'А-2',
    works: [{ work: 'Лампа', count: 2, unit: 'шт.', price: 300_00 }],
  });
});

test('rows are moved and removed, no more are offered than there may be, and one at least is required', async () => {
  const get = { 'GET /api/records/keys/7': { json: RECORD } };
  const server = signedIn('write', { ...LIST, ...get, [PUT]: { json: RECORD } });
  openSection(SECTION, '/keys/edit?id=7');
  await press('Добавить строку');
  expect(screen.queryByRole('button', { name: 'Добавить строку' })).toBeNull();
  expect(screen.getByText('Строк уже 3: больше добавить нельзя')).toBeVisible();
  await press('Удалить строку 3');
  await press('Опустить строку 1');
  await waitFor(async () => expect(await inRow(1, 'Работа')).toHaveValue('Труба'));
  await waitFor(async () => expect(plain(await row(1))).toContain('50,00 ₽'));
  await press('Удалить строку 1');
  await press('Удалить строку 1');
  await press('Сохранить изменения');
  const group = await screen.findByRole('group', { name: 'Работы' });
  await waitFor(() => expect(group).toHaveAccessibleDescription(/обязательное поле/i));
  expect(server.callsTo(PUT)).toEqual([]);
  await press('Добавить строку');
  expect(group).toHaveAccessibleDescription(/обязательное поле/i);
  await userEvent.type(await inRow(1, 'Работа'), 'Щит');
  await waitFor(() => expect(group).not.toHaveAccessibleDescription(/./));
});

test('the tab of rows is marked while something is wrong with them, and no longer than that', async () => {
  const get = { 'GET /api/records/keys/7': { json: { ...RECORD, works: [] } } };
  const refused = { status: 400, json: { works: ['слишком дорого'], request_id: 'r' } };
  const server = signedIn('write', { ...LIST, ...get, [PUT]: refused });
  const tabs = [
    { name: 'main', title: 'Акт', fields: ['label'] },
    { name: 'works', title: 'Состав', fields: ['works', 'sum'] },
  ];
  openSection({ ...SECTION, form: { tabs } }, '/keys/edit?id=7');
  const tab = await screen.findByRole('button', { name: 'Состав' });
  await press('Сохранить изменения');
  await waitFor(() => expect(tab).toHaveAttribute('data-wrong'));
  expect(server.callsTo(PUT)).toEqual([]);
  await press('Добавить строку');
  await userEvent.type(await inRow(1, 'Работа'), 'Щит');
  await userEvent.type(await inRow(1, 'Количество'), '1');
  await userEvent.type(await inRow(1, 'Цена'), '5');
  await waitFor(() => expect(tab).not.toHaveAttribute('data-wrong'));
  const group = screen.getByRole('group', { name: 'Работы' });
  await press('Удалить строку 1');
  await waitFor(() => expect(tab).toHaveAttribute('data-wrong'));
  expect(group).toHaveAccessibleDescription(/обязательное поле/i);
  await press('Добавить строку');
  await userEvent.type(await inRow(1, 'Работа'), 'Щит');
  await userEvent.type(await inRow(1, 'Количество'), '1');
  await userEvent.type(await inRow(1, 'Цена'), '5');
  await press('Сохранить изменения');
  await waitFor(() => expect(group).toHaveAccessibleDescription('слишком дорого'));
  expect(tab).toHaveAttribute('data-wrong');
  await userEvent.type(await inRow(1, 'Работа'), 'ок');
  await waitFor(() => expect(group).not.toHaveAccessibleDescription(/./));
  expect(tab).not.toHaveAttribute('data-wrong');
  takeComplaints();
});

test('what is wrong with a cell is said at it, by the form and by the server', async () => {
  const get = { 'GET /api/records/keys/7': { json: RECORD } };
  const refused = { status: 400, json: { 'works.1.price': ['слишком дорого'], request_id: 'r' } };
  const server = signedIn('write', { ...LIST, ...get, [PUT]: refused });
  openSection(SECTION, '/keys/edit?id=7');
  const work = await inRow(1, 'Работа');
  await userEvent.clear(work);
  await press('Сохранить изменения');
  await waitFor(() => expect(work).toHaveAccessibleDescription(/обязательное поле/i));
  expect(server.callsTo(PUT)).toEqual([]);
  await userEvent.type(work, 'Щит');
  await press('Сохранить изменения');
  await waitFor(async () => expect(await inRow(2, 'Цена')).toHaveAccessibleDescription('слишком дорого'));
  takeComplaints();
});

test('what the server says of the rows goes with the next change of them, what it says of another cell stays', async () => {
  const get = { 'GET /api/records/keys/7': { json: RECORD } };
  const json = { works: ['слишком много работ'], 'works.1.price': ['слишком дорого'], request_id: 'r' };
  signedIn('write', { ...LIST, ...get, [PUT]: { status: 400, json } });
  openSection(SECTION, '/keys/edit?id=7');
  const work = await inRow(1, 'Работа');
  await userEvent.type(work, ' и щит');
  await press('Сохранить изменения');
  const group = await screen.findByRole('group', { name: 'Работы' });
  await waitFor(() => expect(group).toHaveAccessibleDescription('слишком много работ'));
  expect(await inRow(2, 'Цена')).toHaveAccessibleDescription('слишком дорого');
  await userEvent.type(work, 'ок');
  await waitFor(() => expect(group).not.toHaveAccessibleDescription(/./));
  expect(await inRow(2, 'Цена')).toHaveAccessibleDescription('слишком дорого');
  takeComplaints();
});

test('a list says how many rows there are and what they come to, a card has all of them', async () => {
  const field = SECTION.fields.works as never;
  renderOnStage(
    <div data-testid="cell">
      <FieldCell resource={SECTION} name="works" field={field} record={RECORD} />
    </div>,
  );
  await waitFor(() => expect(plain(screen.getByTestId('cell'))).toBe('2 строки · 650,00 ₽'));
});

test('the card shows the rows as a table, and the history which of them have changed', async () => {
  const changes = [{ field: 'works', before: [lamp], after: [{ ...lamp, count: 3, cost: 900_00 }, pipe] }];
  const entry = { id: 1, at: '2026-03-05T10:00:00.000Z', action: 'update', by: { user: 1, name: 'Анна' }, changes };
  signedIn('write', {
    'GET /api/records/keys': { json: [RECORD], headers: { 'content-range': 'keys 0-0/1' } },
    'GET /api/records/keys/7': { json: RECORD },
    'GET /api/records/keys/7/history/': { json: { results: [entry], before: null } },
  });
  openSection(SECTION, '/keys?id=7');
  const table = await screen.findByRole('table', { name: 'Работы' });
  await waitFor(() => expect(within(table).getAllByRole('row').map(plain)).toContain('Итого650,00 ₽'));
  const changed = await screen.findByText(/Количество:/);
  await waitFor(() => expect(plain(changed)).toBe('Количество: 2 → 3'));
  await waitFor(() => expect(plain(screen.getByText(/добавлена/))).toContain('Труба · 1 · м · 50,00 ₽'));
});

test('rows that come after their column are measured, and stand as a table where there is room', () => {
  jest.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1_000);
  const areas: string[] = [];
  function Area({ isThere }: { isThere: boolean }) {
    const { area, hasRoom } = useHasRoom(600);
    areas.push(String(hasRoom));
    return isThere ? <div ref={area} /> : null;
  }
  const { rerender } = render(<Area isThere={false} />);
  expect(areas.at(-1)).toBe('false');
  rerender(<Area isThere />);
  expect(areas.at(-1)).toBe('true');
  jest.restoreAllMocks();
});

test('changes of rows: what stays, what is new, what is gone, what has moved', () => {
  const shield = { ...pipe, work: 'Щит' };
  expect(rowChanges([lamp, pipe], [lamp, pipe], columns)).toEqual([]);
  expect(rowChanges([lamp], [lamp, pipe], columns)).toEqual([{ what: 'added', at: 1, row: pipe }]);
  expect(rowChanges([lamp, pipe], [pipe], columns)).toEqual([{ what: 'gone', at: 0, row: lamp }]);
  expect(rowChanges([lamp, pipe, shield], [shield, lamp, pipe], columns)).toEqual([
    { what: 'moved', at: 0, row: shield },
  ]);
  expect(rowChanges([lamp, pipe], [lamp, shield], columns)).toEqual([
    { what: 'changed', at: 1, row: shield, before: pipe, columns: ['work'] },
  ]);
});
