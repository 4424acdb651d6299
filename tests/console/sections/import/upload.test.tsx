import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { onFailure } from '#console/data/http/failures.ts';
import {
  CONVERT,
  checkList,
  chooseBuilding,
  chooseFile,
  connectWorker,
  listFile,
  openImport,
  row,
  signedInToImport,
} from '#tests/support/console/imports.tsx';
import { caseFile } from '#tests/support/import/cases.ts';
import { inCp866, inWindows1251 } from '#tests/support/import/files.ts';

/** What the alert was told. */
function alerts(): string[] {
  const told: string[] = [];
  onFailure(({ message }) => told.push(message));
  return told;
}

const fileInput = () => screen.getByLabelText<HTMLInputElement>('Выберите файл', { selector: 'input' });

it('IMPORT-01 without an object no file is taken, by click or by drag, and the object is asked for', async () => {
  const server = signedInToImport([]);
  openImport();
  await screen.findByText('Пригласите сразу весь дом');
  expect(fireEvent.click(fileInput())).toBe(false);
  expect(await screen.findByText('выберите объект')).toBeVisible();
  expect(screen.getByLabelText('Объект')).toHaveFocus();
  fireEvent.drop(document.body, { dataTransfer: { types: ['Files'], files: [listFile()] } });
  await userEvent.click(screen.getByRole('button', { name: 'Проверить список' }));
  expect(screen.getByText('обязательное поле')).toBeVisible();
  expect(screen.queryByText(/lesnaya/)).toBeNull();
  await chooseBuilding();
  expect(screen.queryByText('выберите объект')).toBeNull();
  expect(fireEvent.click(fileInput())).toBe(true);
  expect(server.callsTo(CONVERT)).toEqual([]);
});

it('IMPORT-02 the example says on hover what its columns are', async () => {
  signedInToImport([]);
  openImport();
  const example = (await screen.findByText('phone_number')).closest('div');
  await userEvent.hover(example as HTMLElement);
  expect(await screen.findByRole('tooltip')).toHaveTextContent(/unit – номер помещения, last_name – фамилия/);
});

it('IMPORT-03 IMPORT-04 a dropped file is uploaded with the object, whole as it is', async () => {
  const server = signedInToImport([row(2)]);
  openImport();
  await chooseBuilding();
  const file = listFile();
  fireEvent.dragEnter(document.body, { dataTransfer: { types: ['Files'] } });
  fireEvent.dragOver(fileInput(), { dataTransfer: { types: ['Files'] } });
  expect(await screen.findByText('Отпустите файл здесь')).toBeVisible();
  fireEvent.drop(document.body, { dataTransfer: { types: ['Files'], files: [file] } });
  expect(await screen.findByText('lesnaya-12.csv, 1 строка')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Проверить список' }));
  await screen.findByText('Проверьте список');
  const [call] = server.callsTo(CONVERT);
  const form = call?.body as FormData;
  expect([form.get('building'), form.has('encoding'), (form.get('file') as File).name]).toEqual([
    '3',
    false,
    'lesnaya-12.csv',
  ]);
  expect((form.get('file') as File).size).toBe(file.size);
  expect(call?.headers.authorization).toBe('Token stored');
});

it('IMPORT-06 the encoding is shown with the first rows, can be changed, and is then told to the server', async () => {
  const server = signedInToImport([row(2)]);
  openImport();
  const text = 'unit,last_name,first_name,phone_number\n48,Калинина,Дарья,89164082217\n';
  await chooseFile(listFile(Uint8Array.from(inCp866(text))));
  const encoding = await screen.findByLabelText<HTMLSelectElement>('Кодировка');
  expect(encoding).toHaveDisplayValue('Windows-1251');
  expect(screen.getByText('Разделитель: запятая')).toBeVisible();
  expect(screen.queryByText('Калинина', { selector: 'table[class*=preview] td, caption ~ tbody td' })).toBeNull();
  await userEvent.selectOptions(encoding, 'CP866 (DOS)');
  await waitFor(() => expect(screen.getAllByText('Калинина')).toHaveLength(2));
  await userEvent.click(screen.getByRole('button', { name: 'Проверить список' }));
  await screen.findByText('Проверьте список');
  const [call] = server.callsTo(CONVERT);
  expect((call?.body as FormData | undefined)?.get('encoding')).toBe('ibm866');
});

it('IMPORT-06 an encoding that does not read keeps the file and the choice, says why beside it, and another can be chosen', async () => {
  const server = signedInToImport([row(2)]);
  const told = alerts();
  openImport();
  await chooseFile(
    listFile(Uint8Array.from(inWindows1251('Квартира;Фамилия;Имя;Телефон\r\n48;Калинина;Дарья;89164082217\r\n'))),
  );
  const encoding = await screen.findByLabelText<HTMLSelectElement>('Кодировка');
  expect(encoding).toHaveDisplayValue('Windows-1251');
  for (const [wrong, sentence] of [
    ['CP866 (DOS)', /не хватает столбцов/],
    ['UTF-8', /Это не таблица/],
  ] as const) {
    act(() => encoding.focus());
    await userEvent.selectOptions(encoding, wrong);
    await waitFor(() => expect(encoding).toHaveAccessibleDescription(sentence));
    expect(told.at(-1)).toMatch(sentence);
    expect(encoding).toBeInTheDocument();
    expect(encoding).toHaveFocus();
    expect(encoding).toHaveDisplayValue(wrong);
    expect(encoding).toBeInvalid();
    expect(screen.getByText('lesnaya-12.csv')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Проверить список' }));
    expect(server.callsTo(CONVERT)).toEqual([]);
  }
  act(() => encoding.focus());
  await userEvent.selectOptions(encoding, 'Windows-1251');
  expect(await screen.findByText('lesnaya-12.csv, 1 строка')).toBeVisible();
  expect(encoding).toHaveFocus();
  expect(encoding).toBeValid();
  expect(screen.queryByText(/Это не таблица/)).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Проверить список' }));
  await screen.findByText('Проверьте список');
  expect((server.callsTo(CONVERT)[0]?.body as FormData | undefined)?.get('encoding')).toBe('windows-1251');
});

it('IMPORT-06 a list that is read anew while it is checked is checked anew: what is said of the former reading counts no more', async () => {
  const server = signedInToImport([row(2)]);
  let answer: () => void = () => undefined;
  server.answer(CONVERT, async () => {
    await new Promise<void>((resolve) => {
      answer = resolve;
    });
    return { json: [row(2)] };
  });
  openImport();
  await chooseFile();
  const encoding = await screen.findByLabelText<HTMLSelectElement>('Кодировка');
  await userEvent.click(screen.getByRole('button', { name: 'Проверить список' }));
  await waitFor(() => expect(server.callsTo(CONVERT)).toHaveLength(1));
  await userEvent.selectOptions(encoding, 'Windows-1251');
  expect(await screen.findByRole('button', { name: 'Проверить список' })).toBeVisible();
  await act(async () => answer());
  await userEvent.click(screen.getByRole('button', { name: 'Проверить список' }));
  await waitFor(() => expect(server.callsTo(CONVERT)).toHaveLength(2));
  expect(screen.getByRole('heading', { name: 'Пригласите сразу весь дом' })).toBeVisible();
  await act(async () => answer());
  expect(await screen.findByRole('heading', { name: 'Проверьте список' })).toBeVisible();
  expect((server.callsTo(CONVERT)[1]?.body as FormData | undefined)?.get('encoding')).toBe('windows-1251');
});

it('where the worker does not load, or breaks down, it is said, and the next file begins another one', async () => {
  signedInToImport([row(2)]);
  const told = alerts();
  const connections = [
    async () => {
      throw new TypeError('Failed to fetch dynamically imported module');
    },
    async () => ({
      ...(await connectWorker()),
      post: () => undefined,
      onLost: (listener: () => void) => {
        setTimeout(listener);
      },
    }),
    connectWorker,
  ];
  openImport(async () => (connections.shift() ?? connectWorker)());
  await chooseFile();
  const problem = /^Чтение файла не началось или прервалось/;
  for (const _ of ['not loaded', 'broken down']) {
    expect(await screen.findByText(problem)).toBeVisible();
    expect(told.at(-1)).toMatch(problem);
    fireEvent.change(fileInput(), { target: { files: [listFile()] } });
    await waitFor(() => expect(screen.queryByText(problem)).toBeNull());
  }
  expect(await screen.findByText('lesnaya-12.csv, 1 строка')).toBeVisible();
});

const workbookFile = (name: string) => listFile(caseFile(name), name);

it('rows that Excel hides are left out, which is said, and one press takes them in, on a server that knows nothing of them', async () => {
  const server = signedInToImport([row(2), row(3)]);
  openImport();
  await chooseFile(workbookFile('hidden.xlsx'));
  expect(await screen.findByText('hidden.xlsx, 2 строки')).toBeVisible();
  expect(screen.getByText('В книге скрыта 1 строка, она не взята.')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Взять и скрытые' }));
  expect(await screen.findByText('hidden.xlsx, 3 строки')).toBeVisible();
  expect(screen.getByText('Взята и 1 скрытая строка.')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Не брать скрытые' }));
  await screen.findByText('hidden.xlsx, 2 строки');
  await userEvent.click(screen.getByRole('button', { name: 'Проверить список' }));
  await screen.findByText('Проверьте список');
  expect(screen.getByText('В книге скрыта 1 строка, она не взята.')).toBeVisible();
  const form = server.callsTo(CONVERT)[0]?.body;
  if (!(form instanceof FormData)) throw new Error('No list was sent');
  const sent = await (form.get('file') as File).text();
  // What the person sees is what is sent, as a file that any server reads.
  expect(sent.split('\r\n').map((line) => line.split(',')[1])).toEqual([
    'last_name',
    '"Иванов"',
    '"Иванов"',
    undefined,
  ]);
  expect([...form.keys()].sort()).toEqual(['building', 'encoding', 'file']);
});

it('the error of a formula invites no resident, also where the server takes it for a name', async () => {
  signedInToImport([row(2, { last_name: '#N/A' }), row(3)]);
  openImport();
  await chooseFile(workbookFile('na.xlsx'));
  await screen.findByText('na.xlsx, 4 строки');
  await userEvent.click(screen.getByRole('button', { name: 'Проверить список' }));
  const wrong = await screen.findByRole('tabpanel', { name: 'С ошибками' });
  expect(within(wrong).getByText('Не прочитано')).toBeVisible();
  expect(screen.getByRole('tab', { name: /Корректные/ })).toHaveTextContent('1');
});

it('IMPORT-05 IMPORT-06 a file that is no list is told of in the alert and beside the file, before anything is sent', async () => {
  const server = signedInToImport([]);
  const told = alerts();
  openImport();
  await chooseFile(listFile('unit;Имя\r\n1;Дарья\r\n'));
  const sentence = /не хватает столбцов: last_name \(фамилия\), phone_number \(телефон\)/;
  expect(await screen.findByText(sentence)).toBeVisible();
  expect(told.join()).toMatch(sentence);
  await userEvent.click(screen.getByRole('button', { name: 'Проверить список' }));
  expect(server.callsTo(CONVERT)).toEqual([]);
});

it('IMPORT-06 what the server refuses is told in the alert, and the file can be sent again', async () => {
  const server = signedInToImport([]);
  const told = alerts();
  server.answer(CONVERT, { status: 400, json: { detail: 'Файл не читается', code: 'import_file' } });
  openImport();
  await chooseFile();
  await screen.findByLabelText('Кодировка');
  await userEvent.click(screen.getByRole('button', { name: 'Проверить список' }));
  await waitFor(() => expect(told).toEqual(['Файл не читается']));
  server.answer(CONVERT, { json: [row(2)] });
  await userEvent.click(await screen.findByRole('button', { name: 'Проверить список' }));
  expect(await screen.findByText('Проверьте список')).toBeVisible();
});

it('RES-22 RES-23 the tabs lead to the form and back, the present one marked', async () => {
  signedInToImport([]);
  openImport();
  expect(await screen.findByRole('link', { name: 'Вручную' })).toHaveAttribute('href', '/create-resident-form');
  expect(screen.getByRole('link', { name: 'Списком' })).toHaveAttribute('aria-current', 'page');
});

it('without the right to add residents nothing is sent, and the button says why', async () => {
  const server = signedInToImport([], 'read');
  openImport();
  await chooseFile();
  await screen.findByLabelText('Кодировка');
  const button = screen.getByRole('button', { name: 'Проверить список' });
  expect(button).toHaveAccessibleDescription(/Нет права/);
  await userEvent.click(button);
  expect(server.callsTo(CONVERT)).toEqual([]);
});

it('another file can be chosen after the check', async () => {
  signedInToImport([row(2)]);
  openImport();
  await checkList();
  await userEvent.click(screen.getByRole('button', { name: 'Загрузить другой' }));
  expect(await screen.findByLabelText('Выберите файл', { selector: 'input' })).toBeInTheDocument();
  expect(screen.getByLabelText('Объект')).toHaveValue('ул. Лесная, 12');
});
