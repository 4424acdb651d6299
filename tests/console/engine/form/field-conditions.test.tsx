import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { madeUp } from '#tests/support/console/definitions.ts';
import { openSection, signedIn } from '#tests/support/console/engine-stage.tsx';

const POST = 'POST /api/records/keys';
const PUT = 'PUT /api/records/keys/7';
const GET = 'GET /api/records/keys/7';
const LIST = { 'GET /api/records/keys': { json: [], headers: { 'content-range': 'keys 0-0/0' } } };
const SECTION = madeUp({
  fields: {
    label: { kind: 'text', label: 'Что открывает', required: true, initial: '"Подвал"' },
    lent: { kind: 'checkbox', label: 'Выдан' },
    holder: { kind: 'text', label: 'Кому', when: 'lent', required: true, wire: 'given_to' },
    copies: { kind: 'number', label: 'Копий', required: 'lent', initial: '2' },
    pledge: { kind: 'money', label: 'Залог', readonly: 'lent' },
  },
  list: { layout: 'table', columns: ['label'] },
  form: [{ fields: ['label', 'lent', 'holder'] }, { title: 'Сколько', fields: ['copies', 'pledge'] }],
});

const box = (name: string) => screen.findByLabelText(name);
const tick = async () =>
  userEvent.click(within(await screen.findByRole('group', { name: 'Выдан' })).getByRole('checkbox'));
const submit = (name: string) => userEvent.click(screen.getByRole('button', { name }));

test('a new record begins with the values of expressions; a field comes and goes with its condition', async () => {
  const server = signedIn('write', { ...LIST, [POST]: { status: 201, json: { id: 8 } } });
  const { where } = openSection(SECTION, '/keys/create');
  expect(await box('Что открывает')).toHaveValue('Подвал');
  expect(await box('Копий')).toHaveValue('2');
  expect(screen.queryByLabelText('Кому')).toBeNull();
  await tick();
  const holder = await box('Кому');
  await submit('Добавить ключ');
  await waitFor(() => expect(holder).toHaveAccessibleDescription('обязательное поле'));
  expect(server.callsTo(POST)).toEqual([]);
  await userEvent.type(holder, 'Орлову');
  // A typed value is not sent once its field is no longer asked for.
  await tick();
  await waitFor(() => expect(screen.queryByLabelText('Кому')).toBeNull());
  await submit('Добавить ключ');
  await waitFor(() => expect(where()).toBe('/keys'));
  expect(server.callsTo(POST)[0]?.body).toEqual({
    label: 'Подвал',
    lent: false,
    given_to: '',
    copies: 2,
    pledge: null,
  });
});

test('a field is required while its condition is true', async () => {
  const server = signedIn('write', { ...LIST, [POST]: { status: 201, json: { id: 8 } } });
  openSection(SECTION, '/keys/create');
  const copies = await box('Копий');
  await userEvent.clear(copies);
  expect(copies).not.toBeRequired();
  await tick();
  expect(await box('Копий')).toBeRequired();
  await userEvent.type(await box('Кому'), 'Орлову');
  await submit('Добавить ключ');
  await waitFor(() => expect(screen.getByLabelText('Копий')).toHaveAccessibleDescription('обязательное поле'));
  expect(server.callsTo(POST)).toEqual([]);
});

test('a field that is fixed by what the record holds is shown, and sent as it was', async () => {
  const stored = {
    id: 7,
    label: 'Подвал',
    lent: true,
    given_to: 'Орлову',
    copies: 2,
    pledge: 150_000,
    record_version: 'v1',
  };
  const server = signedIn('write', { ...LIST, [GET]: { json: stored }, [PUT]: { json: stored } });
  const { where } = openSection(SECTION, '/keys/edit?id=7');
  const pledge = await screen.findByRole('region', { name: 'Залог' });
  await waitFor(() => expect(pledge).toHaveTextContent('1 500'));
  expect(screen.queryByLabelText('Залог', { selector: 'input' })).toBeNull();
  // It is fixed by the stored record, not by what is ticked now.
  await tick();
  expect(screen.getByRole('region', { name: 'Залог' })).toBeVisible();
  await submit('Сохранить изменения');
  await waitFor(() => expect(where()).toBe('/keys'));
  expect(server.callsTo(PUT)[0]?.body).toMatchObject({ lent: false, given_to: '', pledge: 150_000 });
});
