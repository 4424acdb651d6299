import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { readDefinition } from '#resources/language/read-definition.ts';
import { openSection, signedIn } from '#tests/support/console/engine-stage.tsx';

/** A section that another server keeps under names of its own, as a file of an installation says it. */
const bound = (api: object) =>
  readDefinition(
    {
      name: 'keys',
      section: 'keys',
      icon: 'key',
      words: { one: 'ключ', few: 'ключа', many: 'ключей', accusative: 'ключ', gender: 'm', plural: 'ключи' },
      api,
      fields: {
        label: { kind: 'text', label: 'Что открывает', required: true, wire: 'key_title' },
        copies: { kind: 'number', label: 'Копий', wire: 'copies_total' },
      },
      list: { layout: 'table', columns: ['label', 'copies'], menu: ['edit'], pageSizes: [25] },
      form: [{ fields: ['label', 'copies'] }],
    },
    'keys.json',
  );
const record = { id: 7, key_title: 'Подвал', copies_total: 3 };

/** Opens the list and the form of a record, changes it, and gives back what was sent. */
async function roundTrip(api: object, answers: Parameters<typeof signedIn>[1], saved: string) {
  const server = signedIn('write', answers);
  const page = openSection(bound(api), '/keys');
  expect(await screen.findByText('Подвал')).toBeVisible();
  expect(screen.getByText('3')).toBeVisible();
  const asked = server.calls.map(({ url }) => url);
  page.unmount();
  openSection(bound(api), '/keys/edit?id=7');
  const box = await screen.findByLabelText(/Что открывает/);
  await waitFor(() => expect(box).toHaveValue('Подвал'));
  await userEvent.clear(box);
  await userEvent.type(box, 'Чердак');
  await userEvent.click(screen.getByRole('button', { name: 'Сохранить изменения' }));
  await waitFor(() => expect(server.callsTo(saved)).toHaveLength(1));
  return { asked, sent: server.callsTo(saved)[0]?.body };
}

describe('a definition bound to a foreign path, its fields renamed on the wire', () => {
  test('dialect crm, paged by number', async () => {
    const { asked, sent } = await roundTrip(
      { dialect: 'crm', path: '/api/keeper/v2/keys/', paging: 'page', update: 'PATCH' },
      {
        'GET /api/keeper/v2/keys/': { json: { count: 1, next: null, previous: null, results: [record] } },
        'GET /api/keeper/v2/keys/7/': { json: record },
        'PATCH /api/keeper/v2/keys/7/': { json: record },
      },
      'PATCH /api/keeper/v2/keys/7/',
    );
    expect(asked).toContainEqual('/api/keeper/v2/keys/?page=1&page_size=25');
    expect(sent).toMatchObject({ key_title: 'Чердак', copies_total: 3 });
    expect(sent).not.toHaveProperty('label');
  });

  test('dialect simple-rest', async () => {
    const { asked, sent } = await roundTrip(
      { dialect: 'simple-rest', path: '/rest/locks', paging: 'page' },
      {
        'GET /rest/locks': { json: [record], headers: { 'content-range': 'locks 0-0/1' } },
        'GET /rest/locks/7': { json: record },
        'PUT /rest/locks/7': { json: record },
      },
      'PUT /rest/locks/7',
    );
    expect(asked.some((url) => url.startsWith('/rest/locks?') && url.includes('range='))).toBe(true);
    expect(sent).toMatchObject({ key_title: 'Чердак', copies_total: 3 });
  });
});
