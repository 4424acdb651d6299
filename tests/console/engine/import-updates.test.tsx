import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { session } from '#console/data/session/session.ts';
import { withCheckedRows, withRepeats } from '#console/engine/import/records/rows.ts';
import type { ResourceInput } from '#resources/language/define-resource.ts';
import { EVERY_ADDITION } from '#resources/language/features.ts';
import type { RecordImportCall, RecordImportOutcome } from '#resources/protocol/definitions/record-import.ts';
import type { ImportCells } from '#resources/rules/import/fields.ts';
import { madeUp } from '#tests/support/console/definitions.ts';
import { openSection, signedIn } from '#tests/support/console/engine-stage.tsx';
import { rowsInWindow } from '#tests/support/console/rows-in-window.ts';
import { said } from '#tests/support/console/stage.tsx';

const IMPORT = 'POST /api/records/keys/import/';

beforeEach(() => rowsInWindow({ window: 2000, row: 44 }));

/** A key that the server has. */
interface Kept {
  id: number;
  copies: number;
  place: string;
  version: string;
}

/** A server with two keys, which rows find by their label; it says and does no more than the page needs. */
function keyServer() {
  const kept = new Map<string, Kept>([
    ['Подвал', { id: 11, copies: 2, place: 'safe', version: 'a1' }],
    ['Чердак', { id: 12, copies: 3, place: 'desk', version: 'b1' }],
  ]);
  function outcome(
    { check, by }: RecordImportCall,
    { row, cells, version }: RecordImportCall['rows'][number],
  ): RecordImportOutcome {
    const found = by ? kept.get(cells.label ?? '') : undefined;
    const copies = Number(cells.copies);
    if (!found) return { row, id: check ? null : row + 100, errors: {} };
    const isChanged = cells.copies !== '' && copies !== found.copies;
    const changes = isChanged ? [{ field: 'copies', before: found.copies, after: copies }] : [];
    if (check) return { row, id: null, errors: {}, record: { id: found.id, version: found.version, changes } };
    if (version === found.version) return { row, id: found.id, errors: {} };
    return { row, id: null, errors: { label: ['запись изменили после проверки'] }, outdated: true };
  }
  const answer = ({ body }: { body?: unknown }) => {
    const call = body as RecordImportCall;
    const rows: RecordImportOutcome[] = call.rows.map((row) => outcome(call, row));
    return { json: { rows } };
  };
  return { kept, answer };
}

const KEYED = { import: { key: ['label'] } } as const satisfies Partial<ResourceInput>;

/** Opens the import of a section with a file. */
async function opened(change: Partial<ResourceInput>, text: string) {
  const { kept, answer } = keyServer();
  const server = signedIn('write', {
    [IMPORT]: answer,
    'GET /api/records/keys': { json: [], headers: { 'content-range': 'keys */0' } },
  });
  const stage = openSection(madeUp(change), '/keys/import');
  const bytes = new TextEncoder().encode(text);
  const file = new File([bytes], 'ключи.csv');
  // jsdom's files cannot be read as bytes.
  file.arrayBuffer = async () => bytes.buffer;
  await userEvent.upload(await screen.findByLabelText('Выберите файл'), file);
  const calls = () => server.callsTo(IMPORT).map(({ body }) => body as RecordImportCall);
  return { kept, calls, ...stage };
}
const cellsOf = (name: RegExp) => within(screen.getByRole('row', { name })).getAllByRole('cell');
const choice = () => screen.findByLabelText(/^Записи, которые уже есть/);

const FILE = 'Что открывает;Копий\r\nПодвал;5\r\nЧердак;3\r\nГараж;1\r\n';

test('the check says what is new, what changes and to what, and what stays as it is; the last is not sent', async () => {
  const { calls, where } = await opened(KEYED, FILE);
  expect(await screen.findByText('Новых: 1, изменится: 1, без изменений: 1')).toBeVisible();
  expect(await choice()).toHaveDisplayValue('Обновлять, где совпадает «Что открывает»');
  expect(await choice()).toHaveAccessibleDescription(/Пустая ячейка .* оставляют в записи прежнее значение/);
  const changed = cellsOf(/Подвал/);
  expect(changed[1]).toHaveTextContent('Изменится');
  await waitFor(() => expect(changed[3]).toHaveTextContent('2 → 5'));
  expect(
    within(changed[3] as HTMLElement)
      .getByText('2')
      .closest('del'),
  ).not.toBeNull();
  expect(cellsOf(/Чердак/).map(({ textContent }) => textContent)).toEqual(['3', 'Без изменений', 'Чердак', '3']);
  expect(cellsOf(/Гараж/)[1]).toHaveTextContent('Новая запись');
  expect(screen.getByText('Будут сохранены 2 строки')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Сохранить корректные строки' }));
  await waitFor(() => expect(where()).toBe('/keys'));
  await said('Сохранены 2 строки');
  expect(calls()).toMatchObject([
    { check: true, by: ['label'], rows: [{ row: 2 }, { row: 3 }, { row: 4 }] },
    {
      check: false,
      by: ['label'],
      rows: [
        { row: 2, version: 'a1' },
        { row: 4, version: null },
      ],
    },
  ]);
});

test('a row that is mended while all are looked at again keeps its new text', () => {
  const [first, second] = [2, 3].map((row) => ({ row, cells: { label: `Ключ ${row}` } }));
  if (!first || !second) throw new Error('no rows');
  const checked = (row: ImportCells) => ({ ...row, errors: {}, record: null, isOutdated: false });
  const mended = { ...checked(second), cells: { label: 'Чердак' } };
  const after = withCheckedRows([checked(first), mended], [first, second], [checked(first), checked(second)]);
  expect(after.map(({ cells }) => cells.label)).toEqual(['Ключ 2', 'Чердак']);
});

test('rows of one key of several fields are told so at each of them, where they can be mended', () => {
  const key = { names: ['label', 'copies'], wires: ['label', 'copies'], labels: [] };
  const row = (at: number, copies: string) => ({
    row: at,
    cells: { label: 'Подвал', copies },
    errors: {},
    record: null,
    isOutdated: false,
  });
  const rows = withRepeats(madeUp(KEYED), [row(2, '1'), row(3, '1'), row(4, '2')], key);
  const said = (at: number) => [`тот же ключ в строке ${at}`];
  expect(rows.map(({ errors }) => errors)).toEqual([
    { label: said(3), copies: said(3) },
    { label: said(2), copies: said(2) },
    {},
  ]);
});

test('another choice has all rows looked at again, and then all are new', async () => {
  const { calls } = await opened(KEYED, FILE);
  await userEvent.selectOptions(await choice(), 'Не трогать, все строки – новые записи');
  expect(await screen.findByText('Будут сохранены 3 строки')).toBeVisible();
  expect(screen.queryByText(/^Новых:/)).toBeNull();
  expect(screen.queryByRole('columnheader', { name: 'Что будет' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Сохранить корректные строки' }));
  await said('Сохранены 3 строки');
  expect(calls().map(({ check, by }) => [check, by])).toEqual([
    [true, ['label']],
    [true, undefined],
    [false, undefined],
  ]);
});

test('rows with the same key are told of each other, and mended in place', async () => {
  await opened(KEYED, 'Что открывает;Копий\r\nПодвал;5\r\nподвал;6\r\n');
  await userEvent.click(await screen.findByRole('tab', { name: /С ошибками/ }));
  const first = await screen.findByLabelText('Что открывает, строка 2');
  expect(first).toHaveAccessibleDescription('тот же ключ в строке 3');
  const second = screen.getByLabelText('Что открывает, строка 3');
  expect(second).toHaveAccessibleDescription('тот же ключ в строке 2');
  await userEvent.clear(second);
  await userEvent.type(second, 'Гараж{Enter}');
  await waitFor(() => expect(screen.getByRole('tab', { name: /Корректные/ })).toHaveTextContent('2'));
});

test('a row whose record was changed meanwhile stays, and is taken again once it is looked at anew', async () => {
  const { kept, calls } = await opened(KEYED, 'Что открывает;Копий\r\nПодвал;5\r\n');
  await screen.findByText('Новых: 0, изменится: 1, без изменений: 0');
  kept.set('Подвал', { id: 11, copies: 4, place: 'safe', version: 'a2' });
  await userEvent.click(screen.getByRole('button', { name: 'Сохранить корректные строки' }));
  expect(await screen.findByText(/^Запись 1 строки успели изменить, пока вы смотрели\./)).toBeVisible();
  await userEvent.click(screen.getByRole('tab', { name: /С ошибками/ }));
  expect(await screen.findByLabelText('Что открывает, строка 2')).toHaveAccessibleDescription(
    'запись изменили после проверки',
  );
  await userEvent.click(screen.getByRole('button', { name: 'Проверить эти строки заново' }));
  await userEvent.click(screen.getByRole('tab', { name: /Корректные/ }));
  await waitFor(() => expect(cellsOf(/Подвал/)[3]).toHaveTextContent('4 → 5'));
  expect(screen.queryByText(/успели изменить/)).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Сохранить корректные строки' }));
  await said('Сохранена 1 строка');
  expect(calls().at(-1)).toMatchObject({ check: false, rows: [{ row: 2, version: 'a2' }] });
});

test('a file without the column of the key makes new records, and the page says so', async () => {
  const { calls } = await opened({ import: { key: ['place'] } }, FILE);
  expect(await screen.findByText(/^В файле нет столбца «Где лежит», по которому узнаются записи/)).toBeVisible();
  expect(calls()[0]).not.toHaveProperty('by');
});

test('a field that does not repeat is offered, and only chosen by hand', async () => {
  const { fields } = madeUp();
  const label = { ...fields.label, unique: true } as (typeof fields)[string];
  const { calls } = await opened({ fields: { ...fields, label } }, FILE);
  expect(await choice()).toHaveDisplayValue('Не трогать, все строки – новые записи');
  expect(calls()[0]).not.toHaveProperty('by');
  await userEvent.selectOptions(await choice(), 'Обновлять, где совпадает «Что открывает»');
  expect(await screen.findByText('Новых: 1, изменится: 1, без изменений: 1')).toBeVisible();
});

test('a server that changes nothing out of files is not asked to', async () => {
  session.features.set({ ...EVERY_ADDITION, importUpdates: false });
  const { calls } = await opened(KEYED, FILE);
  expect(await screen.findByText('Будут сохранены 3 строки')).toBeVisible();
  expect(screen.queryByLabelText(/^Записи, которые уже есть/)).toBeNull();
  expect(calls()[0]).not.toHaveProperty('by');
});
