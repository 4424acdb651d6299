import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { RecordImportCall } from '#resources/protocol/definitions/record-import.ts';
import { encode } from '#resources/rules/import/encoding.ts';
import { madeUp } from '#tests/support/console/definitions.ts';
import { openSection, signedIn } from '#tests/support/console/engine-stage.tsx';
import { rowsInWindow } from '#tests/support/console/rows-in-window.ts';
import { said } from '#tests/support/console/stage.tsx';
import { caseFile } from '#tests/support/import/cases.ts';

const IMPORT = 'POST /api/records/keys/import/';

beforeEach(() => rowsInWindow({ window: 2000, row: 44 }));

/** A server that refuses labels of fewer than three letters, and keeps the others. */
function keeper({ url, body }: { url: string; body?: unknown }) {
  expect(url).toBe('/api/records/keys/import/');
  const { check, rows } = body as RecordImportCall;
  return {
    json: {
      rows: rows.map(({ row, cells }) => {
        const short = (cells.label ?? '').length < 3;
        return { row, id: check || short ? null : row + 100, errors: short ? { label: ['слишком мало'] } : {} };
      }),
    },
  };
}
const fileOf = (bytes: Uint8Array<ArrayBuffer>, name: string) => {
  const made = new File([bytes], name);
  // jsdom's files cannot be read as bytes.
  made.arrayBuffer = async () => bytes.buffer;
  return made;
};
const file = (text: string) => fileOf(new TextEncoder().encode(text), 'ключи.csv');
const bodies = (calls: readonly { body?: unknown }[]) => calls.map(({ body }) => body as RecordImportCall);

test('a column of a computed field is left alone, and the page says so', async () => {
  const server = signedIn('write', { [IMPORT]: keeper });
  const section = madeUp({
    fields: {
      label: { kind: 'text', label: 'Что открывает', required: true },
      size: { kind: 'number', label: 'Букв', computed: 'size(label)' },
    },
    list: { layout: 'table', columns: ['label'] },
    form: [{ fields: ['label', 'size'] }],
  });
  openSection(section, '/keys/import');
  expect(await screen.findByText(/со столбцами: Что открывает\./)).toBeVisible();
  await userEvent.upload(await screen.findByLabelText('Выберите файл'), file('Что открывает;Букв\r\nПодвал;99\r\n'));
  expect(await screen.findByText('Вычисляется системой и не загружается: Букв.')).toBeVisible();
  expect(screen.queryByText(/Столбец не загружается/)).toBeNull();
  expect(bodies(server.callsTo(IMPORT))[0]?.rows).toEqual([{ row: 2, cells: { label: 'Подвал' } }]);
});

test('a form in tabs leads to the import as any other does', async () => {
  signedIn('write', { [IMPORT]: keeper });
  const section = madeUp({
    fields: { label: { kind: 'text', label: 'Что открывает' }, note: { kind: 'text', label: 'Заметка' } },
    list: { layout: 'table', columns: ['label'] },
    form: {
      tabs: [
        { name: 'key', title: 'Ключ', fields: ['label'] },
        { name: 'more', title: 'Ещё', fields: ['note'] },
      ],
    },
  });
  openSection(section, '/keys/create');
  const parts = await screen.findByRole('navigation', { name: 'Части формы' });
  expect(within(parts).getAllByRole('button')).toHaveLength(2);
  await userEvent.click(screen.getByRole('link', { name: 'Загрузить файл' }));
  expect(await screen.findByLabelText('Выберите файл')).toBeVisible();
});

test('rows of a file are checked by cell, mended in place and kept under one key', async () => {
  const server = signedIn('write', {
    [IMPORT]: keeper,
    'GET /api/records/keys': { json: [], headers: { 'content-range': 'keys */0' } },
  });
  const { where } = openSection(madeUp(), '/keys/import');
  const input = await screen.findByLabelText('Выберите файл');
  await userEvent.upload(input, file('Копий;Что открывает;Цвет\r\n2;Подвал дома 12;красный\r\n;Ян;\r\n'));
  const wrong = await screen.findByRole('tabpanel', { name: 'С ошибками' });
  expect(screen.getByText('Столбец не загружается: Цвет')).toBeVisible();
  expect(screen.getByRole('tab', { name: /Корректные/ })).toHaveTextContent('1');
  const cell = within(wrong).getByLabelText('Что открывает, строка 3');
  expect(cell).toHaveAccessibleDescription('слишком мало');
  await userEvent.clear(cell);
  await userEvent.type(cell, 'Янтарная, 1{Enter}');
  await waitFor(() => expect(screen.getByRole('tab', { name: /Корректные/ })).toHaveTextContent('2'));
  await userEvent.click(screen.getByRole('button', { name: 'Сохранить корректные строки' }));
  await waitFor(() => expect(where()).toBe('/keys'));
  await said('Сохранены 2 строки');
  const calls = bodies(server.callsTo(IMPORT));
  expect(calls.map(({ check, rows }) => [check, rows.map(({ row }) => row)])).toEqual([
    [true, [2, 3]],
    [true, [3]],
    [false, [2, 3]],
  ]);
  expect(new Set(calls.map(({ key }) => key)).size).toBe(1);
  expect(calls[2]?.rows[0]?.cells).toEqual({ label: 'Подвал дома 12', copies: '2' });
});

test('a cell without an error of a wrong row is opened by a press; Esc leaves it as it was', async () => {
  const server = signedIn('write', { [IMPORT]: keeper });
  openSection(madeUp(), '/keys/import');
  await userEvent.upload(await screen.findByLabelText('Выберите файл'), file('Что открывает;Копий\r\nЯн;2\r\nУж;\r\n'));
  await userEvent.click(await screen.findByRole('button', { name: '2' }));
  const copies = screen.getByLabelText('Копий, строка 2');
  expect(copies).toHaveFocus();
  await userEvent.type(copies, '5{Escape}');
  await waitFor(() => expect(screen.getByRole('button', { name: '2' })).toHaveFocus());
  // An empty cell is named by its column and its row.
  await userEvent.click(screen.getByRole('button', { name: 'Копий, строка 3' }));
  await userEvent.type(screen.getByLabelText('Копий, строка 3'), '7{Enter}');
  expect(await screen.findByRole('button', { name: '7' })).toBeVisible();
  await waitFor(() => expect(server.callsTo(IMPORT)).toHaveLength(2));
  expect(bodies(server.callsTo(IMPORT))[1]?.rows).toEqual([{ row: 3, cells: { label: 'Уж', copies: '7' } }]);
});

test('F8 leads from error to error, Enter on from the one that was put right', async () => {
  signedIn('write', { [IMPORT]: keeper });
  openSection(madeUp(), '/keys/import');
  await userEvent.upload(
    await screen.findByLabelText('Выберите файл'),
    file('Что открывает\r\nПодвал\r\nЯн\r\nУж\r\n'),
  );
  await userEvent.click(await screen.findByRole('tab', { name: /Корректные/ }));
  await userEvent.keyboard('{F8}');
  await waitFor(() => expect(screen.getByLabelText('Что открывает, строка 3')).toHaveFocus());
  await userEvent.keyboard('Январь{Enter}');
  await waitFor(() => expect(screen.getByLabelText('Что открывает, строка 4')).toHaveFocus());
  await waitFor(() => expect(screen.getByRole('tab', { name: /Корректные/ })).toHaveTextContent('2'));
  await userEvent.keyboard('Ужин{Enter}');
  expect(await screen.findByText('Ошибок нет')).toBeVisible();
});

test('Tab out of the cell that had the last error of its row keeps the keyboard in the table', async () => {
  signedIn('write', { [IMPORT]: keeper });
  openSection(madeUp(), '/keys/import');
  await userEvent.upload(
    await screen.findByLabelText('Выберите файл'),
    file('Что открывает;Копий\r\nЯн;2\r\nУж;3\r\n'),
  );
  await screen.findByLabelText('Что открывает, строка 2');
  await userEvent.keyboard('{F8}Январь{Tab}');
  await waitFor(() => expect(screen.getByRole('tab', { name: /Корректные/ })).toHaveTextContent('1'));
  await waitFor(() => expect(screen.getByRole('table').parentElement).toHaveFocus());
});

test('mended rows that are not kept are asked about before another file is chosen, and before the page is left', async () => {
  signedIn('write', {
    [IMPORT]: keeper,
    'GET /api/records/keys': { json: [], headers: { 'content-range': 'keys */0' } },
  });
  const { where } = openSection(madeUp(), '/keys/import');
  const load = async (text: string) => userEvent.upload(await screen.findByLabelText('Выберите файл'), file(text));
  const another = () => screen.getByRole('button', { name: 'Загрузить другой' });
  const leave = () => userEvent.click(screen.getByRole('link', { name: 'Вернуться к списку' }));
  await load('Что открывает\r\nЯн\r\nУж\r\n');
  await screen.findByLabelText('Что открывает, строка 2');
  // Nothing was mended: nothing is lost.
  await userEvent.click(another());
  await load('Что открывает\r\nЯн\r\nУж\r\n');
  await screen.findByLabelText('Что открывает, строка 2');
  await userEvent.keyboard('{F8}Январь{Enter}');
  await waitFor(() => expect(screen.getByRole('tab', { name: /Корректные/ })).toHaveTextContent('1'));

  await userEvent.click(another());
  const dialog = await screen.findByRole('dialog', { name: 'Исправленные строки пропадут. Загрузить другой файл?' });
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(dialog).not.toBeInTheDocument());
  expect(screen.getByRole('tab', { name: /Корректные/ })).toHaveTextContent('1');

  await leave();
  await screen.findByRole('dialog', { name: 'Введённое не сохранится. Уйти со страницы?' });
  await userEvent.click(screen.getByRole('button', { name: 'Уйти' }));
  await waitFor(() => expect(where()).toBe('/keys'));
});

test('a mended row that the server could not be asked about is asked about again by Enter; F8 takes along what was typed', async () => {
  const server = signedIn('write', { [IMPORT]: keeper });
  openSection(madeUp(), '/keys/import');
  await userEvent.upload(await screen.findByLabelText('Выберите файл'), file('Что открывает\r\nЯн\r\nУж\r\n'));
  await screen.findByLabelText('Что открывает, строка 2');
  server.answer(IMPORT, { status: 502, json: null });
  await userEvent.keyboard('{F8}Январь{F8}');
  await waitFor(() => expect(server.callsTo(IMPORT)).toHaveLength(2));
  expect(screen.getByLabelText('Что открывает, строка 2')).toHaveValue('Январь');
  await waitFor(() => expect(screen.getByLabelText('Что открывает, строка 3')).toHaveFocus());
  server.answer(IMPORT, keeper);
  // A row of which nothing new is to be said is not asked about.
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(screen.getByLabelText('Что открывает, строка 2')).toHaveFocus());
  expect(server.callsTo(IMPORT)).toHaveLength(2);
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(screen.getByRole('tab', { name: /Корректные/ })).toHaveTextContent('1'));
  expect(bodies(server.callsTo(IMPORT))[2]?.rows).toEqual([{ row: 2, cells: { label: 'Январь' } }]);
});

test('after a part that the server has not kept the rows before it are kept, and the others are sent again', async () => {
  const rows = Array.from({ length: 201 }, (_, at) => `Ключ ${at}`);
  let isDown = true;
  const server = signedIn('write', {
    [IMPORT]: (call: { url: string; body?: unknown }) => {
      const { check, rows: sent } = call.body as RecordImportCall;
      return !check && isDown && sent.length === 1 ? { status: 503, json: {} } : keeper(call);
    },
  });
  openSection(madeUp(), '/keys/import');
  await userEvent.upload(
    await screen.findByLabelText('Выберите файл'),
    file(['Что открывает', ...rows, ''].join('\r\n')),
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Сохранить корректные строки' }));
  expect(await screen.findByText('Будет сохранена 1 строка')).toBeVisible();
  expect(screen.getByRole('tab', { name: /Корректные/ })).toHaveTextContent('1');
  isDown = false;
  await userEvent.click(screen.getByRole('button', { name: 'Сохранить корректные строки' }));
  await said('Сохранена 1 строка');
  const kept = bodies(server.callsTo(IMPORT)).filter(({ check }) => !check);
  expect(kept.map(({ rows: sent }) => sent.length)).toEqual([200, 1, 1]);
  expect(new Set(kept.map(({ key }) => key)).size).toBe(1);
});

test('what was kept and what was left out is said', async () => {
  signedIn('write', { [IMPORT]: keeper });
  openSection(madeUp(), '/keys/import');
  await userEvent.upload(
    await screen.findByLabelText('Выберите файл'),
    file('Что открывает\r\nПодвал\r\nЯн\r\nЧердак\r\n'),
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Сохранить корректные строки' }));
  await said('Сохранены 2 строки. Осталась 1 строка с ошибками');
});

test('rows that Excel hides are left out, which is said, and one press has them checked as well', async () => {
  const server = signedIn('write', { [IMPORT]: keeper });
  const { fields } = madeUp();
  const label = { ...fields.label, label: 'Фамилия' };
  openSection(madeUp({ fields: { ...fields, label } as typeof fields }), '/keys/import');
  const bytes = caseFile('hidden.xlsx');
  await userEvent.upload(await screen.findByLabelText('Выберите файл'), fileOf(bytes, 'hidden.xlsx'));
  expect(await screen.findByText('hidden.xlsx, 2 строки')).toBeVisible();
  expect(screen.getByText('В книге скрыта 1 строка, она не взята.')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Взять и скрытые' }));
  expect(await screen.findByText('hidden.xlsx, 3 строки')).toBeVisible();
  expect(screen.queryByText(/скрыта/)).toBeNull();
  const rows = screen.getAllByRole('row').map((one) => one.textContent);
  expect(rows.slice(1)).toEqual(['2Иванов', '3Скрытов', '4Иванов']);
  const calls = bodies(server.callsTo(IMPORT));
  expect(calls.map(({ check, rows: sent }) => [check, sent.map(({ row }) => row)])).toEqual([
    [true, [2, 4]],
    [true, [3]],
  ]);
});

test('an error of a formula is an error of its cell, also where the server takes it for a text', async () => {
  signedIn('write', { [IMPORT]: keeper });
  openSection(madeUp(), '/keys/import');
  await userEvent.upload(await screen.findByLabelText('Выберите файл'), file('Что открывает\r\nПодвал\r\n#ЗНАЧ!\r\n'));
  expect(await screen.findByLabelText('Что открывает, строка 3')).toHaveAccessibleDescription(/ошибка формулы/);
  expect(screen.getByRole('tab', { name: /Корректные/ })).toHaveTextContent('1');
});

test('rows whose quotes are doubtful are named; a file of a Mac is known by its headings', async () => {
  signedIn('write', { [IMPORT]: keeper });
  openSection(madeUp(), '/keys/import');
  await userEvent.upload(
    await screen.findByLabelText('Выберите файл'),
    file('Что открывает;Копий\r\n"Подвал;2\r\n"Ромашка" ООО;3\r\n'),
  );
  expect(await screen.findByText(/^В 1 строке кавычки стоят не так.*Проверьте её: 2\.$/)).toBeVisible();
  expect(screen.getAllByRole('row').map((one) => one.textContent)).toEqual([
    'СтрокаЧто открываетКопий',
    '2"Подвал2',
    '3"Ромашка" ООО3',
  ]);
  await userEvent.click(screen.getByRole('button', { name: 'Загрузить другой' }));
  const mac = encode('Что открывает\rЧердак\r', 'x-mac-cyrillic', false);
  await userEvent.upload(await screen.findByLabelText('Выберите файл'), fileOf(mac, 'mac.csv'));
  expect(await screen.findByRole('cell', { name: 'Чердак' })).toBeVisible();
});

test('the encoding of a text may be chosen; one that it does not read in leaves the rows, and is told of', async () => {
  signedIn('write', { [IMPORT]: keeper });
  openSection(madeUp(), '/keys/import');
  const bytes = encode('Что открывает;Цвет\r\nЧердак;серый\r\n', 'windows-1251', false);
  await userEvent.upload(await screen.findByLabelText('Выберите файл'), fileOf(bytes, 'ключи.csv'));
  const choice = await screen.findByLabelText('Кодировка');
  expect(choice).toHaveValue('windows-1251');
  await userEvent.selectOptions(choice, 'UTF-8');
  const problem = await screen.findByText(/знакомого столбца|не таблица/, { selector: '[role=alert]' });
  expect(screen.getByLabelText('Кодировка')).toHaveAccessibleDescription(problem.textContent ?? '');
  expect(screen.getByRole('cell', { name: 'Чердак' })).toBeVisible();
  await userEvent.selectOptions(screen.getByLabelText('Кодировка'), 'Windows-1251');
  await waitFor(() => expect(screen.queryByText(problem.textContent ?? '')).toBeNull());
  expect(await screen.findByRole('cell', { name: 'Чердак' })).toBeVisible();
});

test('a text whose headings are not known offers its encoding beside what is wrong', async () => {
  signedIn('write', { [IMPORT]: keeper });
  openSection(madeUp(), '/keys/import');
  // Without a mark of order the letters of UTF-16 are taken for something else.
  const bytes = encode('Что открывает\r\nЧердак\r\n', 'utf-16be', false);
  await userEvent.upload(await screen.findByLabelText('Выберите файл'), fileOf(bytes, 'ключи.csv'));
  await userEvent.selectOptions(await screen.findByLabelText('Кодировка'), 'UTF-16 (обратный порядок)');
  expect(await screen.findByRole('cell', { name: 'Чердак' })).toBeVisible();
});

test('what is refused at last stays to be mended; a file without a known column is told of', async () => {
  let refused = false;
  signedIn('write', {
    [IMPORT]: (call: { url: string; body?: unknown }) => {
      const { check, rows } = call.body as RecordImportCall;
      if (check) return keeper(call);
      refused = true;
      return { json: { rows: rows.map(({ row }) => ({ row, id: null, errors: { label: ['уже занято'] } })) } };
    },
  });
  openSection(madeUp(), '/keys/import');
  const input = await screen.findByLabelText('Выберите файл');
  await userEvent.upload(input, file('Цвет;Вес\r\nкрасный;5\r\n'));
  expect(await screen.findByText(/нет ни одного знакомого столбца.*Что открывает/)).toBeVisible();
  await userEvent.upload(screen.getByLabelText('Выберите файл'), file('Что открывает\r\nПодвал\r\n'));
  await userEvent.click(await screen.findByRole('tab', { name: /Корректные/ }));
  await userEvent.click(screen.getByRole('button', { name: 'Сохранить корректные строки' }));
  await waitFor(() => expect(screen.getByRole('tab', { name: /С ошибками/ })).toHaveTextContent('1'));
  expect(refused).toBe(true);
  await userEvent.click(screen.getByRole('tab', { name: /С ошибками/ }));
  expect(await screen.findByLabelText('Что открывает, строка 2')).toHaveAccessibleDescription('уже занято');
});

test('rows that bring their numbers along are kept before those that are given the next ones', async () => {
  const server = signedIn('write', {
    [IMPORT]: keeper,
    'GET /api/records/keys': { json: [], headers: { 'content-range': 'keys */0' } },
  });
  const number = { kind: 'auto-number', label: 'Номер', template: 'К-{number}' } as const;
  const { fields } = madeUp();
  openSection(madeUp({ fields: { ...fields, number } }), '/keys/import');
  await userEvent.upload(
    await screen.findByLabelText('Выберите файл'),
    file('Номер;Что открывает\r\n;Подвал\r\nК-1;Чердак\r\n;Гараж\r\nК-2;Мусорная\r\n'),
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Сохранить корректные строки' }));
  await said('Сохранены 4 строки');
  const kept = bodies(server.callsTo(IMPORT)).filter(({ check }) => !check);
  expect(kept.map(({ rows }) => rows.map(({ row }) => row))).toEqual([[3, 5, 2, 4]]);
});
