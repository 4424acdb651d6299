import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ResourceInput } from '#resources/language/define-resource.ts';
import { madeUp } from '#tests/support/console/definitions.ts';
import { openSection, signedIn } from '#tests/support/console/engine-stage.tsx';

const POST = 'POST /api/records/keys';
const LIST = { 'GET /api/records/keys': { json: [], headers: { 'content-range': 'keys 0-0/0' } } };
const MESSAGE = 'Запасных не больше, чем всех';
const FIELDS: ResourceInput['fields'] = {
  label: { kind: 'text', label: 'Что открывает', required: true },
  copies: { kind: 'number', label: 'Копий' },
  spare: { kind: 'number', label: 'Запасных', wire: 'spare_copies' },
  hidden: { kind: 'number', label: 'Не в форме' },
};
const SECTION = madeUp({
  fields: FIELDS,
  checks: [
    { that: 'spare <= copies', message: MESSAGE, field: 'spare' },
    { that: 'empty(hidden) || hidden > 0', message: 'Об этом скажет сервер', field: 'hidden' },
  ],
  list: { layout: 'table', columns: ['label'] },
  form: [{ fields: ['label', 'copies', 'spare'] }],
});

const box = (name: string) => screen.findByLabelText(name);
const submit = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const fill = async (copies: string, spare: string) => {
  await userEvent.type(await box('Что открывает'), 'Чердак');
  await userEvent.type(await box('Копий'), copies);
  await userEvent.type(await box('Запасных'), spare);
};

test('a form that breaks a rule over several fields says it at the field, and sends nothing', async () => {
  const server = signedIn('write', { ...LIST, [POST]: { status: 201, json: { id: 8 } } });
  openSection(SECTION, '/keys/create');
  await fill('2', '3');
  expect(screen.queryByText(MESSAGE)).toBeNull();
  await submit('Добавить ключ');
  expect(await screen.findByText(MESSAGE)).toBeVisible();
  expect(await box('Запасных')).toHaveAccessibleDescription(MESSAGE);
  await waitFor(() => expect(document.activeElement).toHaveAccessibleName('Запасных'));
  expect(server.callsTo(POST)).toEqual([]);
});

test('the sentence goes as soon as the rule is kept, whichever field was changed, and the form is sent', async () => {
  const server = signedIn('write', { ...LIST, [POST]: { status: 201, json: { id: 8 } } });
  const { where } = openSection(SECTION, '/keys/create');
  await fill('2', '3');
  await submit('Добавить ключ');
  await screen.findByText(MESSAGE);
  await userEvent.clear(await box('Копий'));
  await userEvent.type(await box('Копий'), '3');
  await waitFor(() => expect(screen.queryByText(MESSAGE)).toBeNull());
  await submit('Добавить ключ');
  await waitFor(() => expect(where()).toBe('/keys'));
  expect(server.callsTo(POST)[0]?.body).toMatchObject({
    copies: 3,
    spare_copies: 3,
  });
});

test('an edit form looks at the record with what was changed of it', async () => {
  const stored = { id: 7, label: 'Подвал', copies: 2, spare_copies: 1, hidden: -1, record_version: 'v1' };
  const server = signedIn('write', {
    ...LIST,
    'GET /api/records/keys/7': { json: stored },
    'PUT /api/records/keys/7': { json: stored },
  });
  const { where } = openSection(SECTION, '/keys/edit?id=7');
  await userEvent.clear(await box('Копий'));
  await submit('Сохранить изменения');
  // Without the number of all there is nothing to compare.
  await waitFor(() => expect(where()).toBe('/keys'));
  expect(server.callsTo('PUT /api/records/keys/7')[0]?.body).toMatchObject({
    copies: null,
  });
});
