import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ImportRow } from '#resources/protocol/import/import.ts';
import { CONVERT, checkList, listFile, openImport, row, signedInToImport } from '#tests/support/console/imports.tsx';
import type { MadeUpServer } from '#tests/support/console/server.ts';
import { inWindows1251 } from '#tests/support/import/files.ts';

const tab = (name: string) => screen.getByRole('tab', { name: new RegExp(`^${name}`) });

const ROWS: ImportRow[] = [
  row(2),
  row(3, { id: null, label: '', errors: ['EMPTY_FIELD_UNIT'] }),
  row(4, {
    id: null,
    label: '901',
    first_name: '',
    phone_number: '8 916 55',
    errors: ['UNAVAILABLE_UNIT', 'EMPTY_FIELD_FIRST_NAME', 'INCORRECT_FORMAT_PHONE'],
  }),
];

/** The check screen; from now on the server says that single rows are sound. */
async function check(rows: readonly ImportRow[] = ROWS, file = listFile()): Promise<MadeUpServer> {
  const server = signedInToImport(rows);
  openImport();
  await checkList(file);
  server.answer(CONVERT, async ({ body }) => {
    const text = await ((body as FormData).get('file') as File).text();
    const [label = '', last_name = '', first_name = '', phone_number = ''] = (text.split('\r\n')[1] ?? '')
      .slice(1, -1)
      .split('","');
    return { json: [row(2, { id: 148, label, last_name, first_name, phone_number })] };
  });
  return server;
}

it('IMPORT-08 a mended row moves over at once, and Enter leads from error to error', async () => {
  const server = await check();
  await userEvent.click(screen.getByRole('button', { name: 'Следующая ошибка' }));
  const unit = await screen.findByLabelText('Помещение, строка 3');
  expect(unit).toHaveFocus();
  expect(unit).toHaveAccessibleDescription('Укажите помещение');
  await userEvent.keyboard('кв. 48{Enter}');
  await waitFor(() => expect(tab('Корректные')).toHaveTextContent('2'));
  expect(tab('С ошибками')).toHaveTextContent('1');

  expect(await screen.findByLabelText('Помещение, строка 4')).toHaveFocus();
  await userEvent.keyboard('49{Enter}');
  const first = await screen.findByLabelText('Имя, строка 4');
  expect(first).toHaveFocus();
  await userEvent.keyboard('Вера{Enter}');
  const phone = await screen.findByLabelText('Телефон, строка 4');
  await waitFor(() => expect(phone).toHaveFocus());
  await userEvent.keyboard('8 916 204{Enter}');
  // Still wrong: one stays where one is.
  await waitFor(() => expect(phone).toHaveAccessibleDescription('В номере не хватает цифр'));
  expect(phone).toHaveFocus();
  await userEvent.clear(phone);
  await userEvent.type(phone, '8 (916) 204-15-38{Enter}');
  await waitFor(() => expect(tab('Корректные')).toHaveTextContent('3'));
  expect(screen.getByText('Ошибок нет')).toBeVisible();
  await userEvent.click(tab('Корректные'));
  expect(screen.getByText('+7 (916) 204-15-38')).toBeVisible();
  // The server is asked about each row that has become sound.
  await waitFor(() => expect(server.callsTo(CONVERT)).toHaveLength(3));
});

it('F8 takes along what was typed, and loses nothing of it', async () => {
  await check();
  await userEvent.keyboard('{F8}');
  expect(await screen.findByLabelText('Помещение, строка 3')).toHaveFocus();
  await userEvent.keyboard('48{F8}');
  expect(await screen.findByLabelText('Помещение, строка 4')).toHaveFocus();
  await waitFor(() => expect(tab('Корректные')).toHaveTextContent('2'));
});

it('IMPORT-19 a phone that the server knows sends the row back', async () => {
  const server = await check();
  server.answer(CONVERT, {
    json: [
      row(2, { label: '48', last_name: 'Калинина-3', phone_number: '+79160000003', errors: ['ALREADY_EXIST_PHONE'] }),
    ],
  });
  await userEvent.click(screen.getByText('Нет'));
  await userEvent.keyboard('48{Enter}');
  await waitFor(() => expect(screen.getByText('Уже существует')).toBeVisible());
  expect(tab('Корректные')).toHaveTextContent('1');
});

it('IMPORT-19 a phone twice in the file: mending one frees the other', async () => {
  const twice = '+79162041538';
  await check([row(2, { phone_number: twice }), row(3, { phone_number: twice, errors: ['ALREADY_EXIST_PHONE'] })]);
  await userEvent.hover(screen.getByText('Уже существует'));
  expect(await screen.findByRole('tooltip')).toHaveTextContent('Этот номер уже стоит в строке 2');
  await userEvent.click(screen.getByText('Уже существует'));
  await userEvent.keyboard('89162041539{Enter}');
  await waitFor(() => expect(tab('Корректные')).toHaveTextContent('2'));
});

it('Esc leaves a cell as it was; leaving a changed one puts it in; F8 leads to the next error from anywhere', async () => {
  await check();
  await userEvent.click(screen.getByText('Нет'));
  await userEvent.keyboard('48{Escape}');
  expect(screen.queryByLabelText('Помещение, строка 3')).toBeNull();
  expect(tab('Корректные')).toHaveTextContent('1');

  await userEvent.click(tab('Корректные'));
  fireEvent.keyDown(document.body, { key: 'F8' });
  const unit = await screen.findByLabelText('Помещение, строка 3');
  await userEvent.type(unit, '48');
  await userEvent.click(screen.getByRole('heading', { name: 'Проверьте список' }));
  await waitFor(() => expect(tab('Корректные')).toHaveTextContent('2'));
});

it('the rest is downloaded as the file was: headings, encoding, delimiter, with what was mended and a column of reasons', async () => {
  const text = 'Телефон;Квартира;Имя;Фамилия;Примечание\r\n8 916 55;901;;Калинина-4;звонить\r\n';
  const file = listFile(Uint8Array.from(inWindows1251(text)), 'жильцы.csv');
  await check([{ ...(ROWS[2] as ImportRow), row: 2 }], file);
  const saved: { name: string; blob: Blob }[] = [];
  URL.createObjectURL = (blob) => {
    saved.push({ name: '', blob: blob as Blob });
    return 'blob:rest';
  };
  URL.revokeObjectURL = () => undefined;
  jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    const last = saved.at(-1);
    if (last) last.name = this.download;
  });
  await userEvent.click(screen.getByText('кв. 901'));
  await userEvent.keyboard('49{Enter}');
  await screen.findByText('кв. 49');
  await userEvent.click(screen.getByRole('button', { name: 'Скачать строки с ошибками' }));
  await waitFor(() => expect(saved).toHaveLength(1));
  expect(saved[0]?.name).toBe('жильцы – ошибки.csv');
  const bytes = new Uint8Array(await (saved[0] as { blob: Blob }).blob.arrayBuffer());
  const rest =
    'Телефон;Квартира;Имя;Фамилия;Примечание;Причина\r\n"=""8 916 55""";49;;Калинина-4;звонить;Укажите имя. В номере не хватает цифр\r\n';
  expect([...bytes]).toEqual([...inWindows1251(rest)]);
});
