import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { madeUp } from '#tests/support/console/definitions.ts';
import { openSection, signedIn } from '#tests/support/console/engine-stage.tsx';

const POST = 'POST /api/records/keys';
const PUT = 'PUT /api/records/keys/7';
const GET = 'GET /api/records/keys/7';
const LIST = { 'GET /api/records/keys': { json: [], headers: { 'content-range': 'keys 0-0/0' } } };
const SECTION = madeUp({
  fields: {
    label: { kind: 'text', label: 'Что открывает', required: true },
    copies: { kind: 'number', label: 'Копий' },
    price: { kind: 'money', label: 'Цена копии' },
    sum: { kind: 'money', label: 'Сумма', computed: 'copies * price', wire: 'whole_sum', help: 'Считается сама' },
    line: { kind: 'text', label: 'Строка', computed: 'label + ": " + text(sum)', when: 'copies > 0' },
    reason: { kind: 'text', label: 'Почему так дорого', when: 'sum > 1000' },
  },
  checks: [{ that: 'sum <= 5000', message: 'Дороже замка', field: 'sum' }],
  list: { layout: 'table', columns: ['label', 'sum'] },
  form: [{ fields: ['label', 'copies', 'price', 'sum', 'line', 'reason'] }],
});
const RECORD = {
  id: 7,
  label: 'Подвал',
  copies: 2,
  price: 150_00,
  whole_sum: 300_00,
  line: 'Подвал: 300',
  reason: null,
  record_version: 'v1',
};

const box = (name: string) => screen.findByLabelText(name);
const plain = (element: HTMLElement) => element.textContent?.replace(/\s/g, ' ');
const submit = (name: string) => userEvent.click(screen.getByRole('button', { name }));

test('a computed field is a value that follows what is typed, is no input and is not sent', async () => {
  const server = signedIn('write', { ...LIST, [POST]: { status: 201, json: { id: 8 } } });
  const { where } = openSection(SECTION, '/keys/create');
  await userEvent.type(await box('Что открывает'), 'Подвал');
  const sum = await box('Сумма');
  expect(sum.tagName).toBe('OUTPUT');
  expect(sum).toHaveAccessibleDescription('Считается сама');
  expect(screen.queryByLabelText('Строка')).toBeNull();
  await userEvent.type(await box('Копий'), '3');
  await userEvent.type(await box('Цена копии'), '500,5');
  await waitFor(() => expect(plain(sum)).toBe('1 501,50 ₽'));
  expect(plain(await box('Строка'))).toBe('Подвал: 1501,5');
  // Other fields follow it.
  await userEvent.type(await box('Почему так дорого'), 'Редкий ключ');
  await submit('Добавить ключ');
  await waitFor(() => expect(where()).toBe('/keys'));
  expect(server.callsTo(POST)[0]?.body).toEqual({
    label: 'Подвал',
    copies: 3,
    price: 500_50,
    reason: 'Редкий ключ',
  });
});

test('a stored value is shown at once, follows a change, and says what is wrong with it', async () => {
  const server = signedIn('write', { ...LIST, [GET]: { json: RECORD }, [PUT]: { json: RECORD } });
  const { where } = openSection(SECTION, '/keys/edit?id=7');
  const sum = await box('Сумма');
  await waitFor(() => expect(plain(sum)).toBe('300,00 ₽'));
  const copies = await box('Копий');
  await userEvent.clear(copies);
  await waitFor(() => expect(plain(sum)).not.toContain('₽'));
  await userEvent.type(copies, '40');
  await waitFor(() => expect(plain(sum)).toBe('6 000,00 ₽'));
  await submit('Сохранить изменения');
  await waitFor(() => expect(sum).toHaveAccessibleDescription(/Дороже замка/));
  expect(server.callsTo(PUT)).toEqual([]);
  await userEvent.clear(copies);
  await userEvent.type(copies, '4');
  await waitFor(() => expect(sum).toHaveAccessibleDescription('Считается сама'));
  await submit('Сохранить изменения');
  await waitFor(() => expect(where()).toBe('/keys'));
  expect(server.callsTo(PUT)[0]?.body).toEqual({
    label: 'Подвал',
    copies: 4,
    price: 150_00,
    reason: null,
    record_version: 'v1',
  });
});
