import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { session } from '#console/data/session/session.ts';
import { KIND_NAMES } from '#resources/language/kinds/registry.ts';
import { readDefinition } from '#resources/language/read-definition.ts';
import { buildingWith } from '#tests/support/console/buildings.ts';
import { HOUSES, openSection, signedIn } from '#tests/support/console/engine-stage.tsx';
import { ENTRANCE } from '#tests/support/console/news.ts';
import { everyKind, everyValue } from '#tests/support/every-kind.ts';

const RECORDS = '/api/records/every-kind';
const resource = readDefinition(everyKind(), 'every-kind.json');
const named = (id: number, label: string) => ({ id, label });
const shown = {
  ...everyValue({ building: 3, porch: 51, unit: 8, employee: 9 }, 1),
  id: 1,
  flat: named(8, '48'),
  unit: named(8, '48'),
  reference: named(9, 'Котова Анна'),
};

function served() {
  const server = signedIn('write', {
    [`GET ${RECORDS}`]: { json: [shown], headers: { 'content-range': 'every-kind 0-0/1' } },
    [`GET ${RECORDS}/1`]: { json: shown },
    [`PUT ${RECORDS}/1`]: { json: shown },
    [`GET ${RECORDS}/references/reference/`]: { json: [named(9, 'Котова Анна')] },
    [`GET ${RECORDS}/references/references/`]: { json: [named(9, 'Котова Анна')] },
    'GET /api/crm/scenarios/companies/': { json: [{ ...named(1, 'Домоуправ'), is_tenant: true }] },
    'GET /api/crm/services/': { json: [{ id: 1, name: 'Сантехник', icon: 'water' }] },
    'GET /api/crm/buildings/3/': { json: buildingWith(HOUSES[0], { porches: [{ id: 51, number: 1 }] }) },
    'GET /api/crm/porches/51/': { json: ENTRANCE },
  });
  session.permissions.set({ 'every-kind': 'write', employees: 'read', news: 'write' });
  return server;
}

describe('a generated section with a field of every kind', () => {
  test('its list has a cell for each', async () => {
    served();
    openSection(resource, '/every-kind');
    expect((await screen.findAllByText('Текст 1'))[0]).toBeVisible();
    const heads = screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
    expect(KIND_NAMES.filter((kind) => !heads.includes(`Вид ${kind}`))).toEqual([]);
    expect(screen.getAllByText('Котова Анна')[0]).toBeVisible();
    // Kept as a bare id; the list that it was chosen from says what it is.
    expect((await screen.findAllByText('Домоуправ'))[0]).toBeVisible();
    expect((await screen.findAllByText('Сантехник'))[0]).toBeVisible();
  });

  test('its form has an input for each, and sends what it was given', async () => {
    const server = served();
    openSection(resource, '/every-kind/edit?id=1');
    const text = await screen.findByLabelText(/Вид text/);
    await waitFor(() => expect(text).toHaveValue('Текст 1'));
    const unnamed = () => KIND_NAMES.filter((kind) => !document.body.textContent?.includes(`Вид ${kind}`));
    await waitFor(() => expect(unnamed()).toEqual([]));
    expect(await screen.findByText('Открыто')).toBeVisible();
    await userEvent.type(text, '0');
    await userEvent.click(screen.getByRole('button', { name: 'Сохранить изменения' }));
    await waitFor(() => expect(server.callsTo(`PUT ${RECORDS}/1`)).toHaveLength(1));
    // Moves alone change a state.
    const { state, ...given } = everyValue({ building: 3, porch: 51, unit: 8, employee: 9 }, 1);
    const sent = server.callsTo(`PUT ${RECORDS}/1`)[0]?.body as object;
    expect(sent).toMatchObject({ ...given, text: 'Текст 10' });
    expect([state, Object.keys(sent)]).toEqual(['open', expect.not.arrayContaining(['state'])]);
  });
});
