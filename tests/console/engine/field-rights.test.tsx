import { readFileSync } from 'node:fs';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { extraDefinitions } from '#console/app/extra-definitions.ts';
import { session } from '#console/data/session/session.ts';
import type { Resource } from '#resources/language/define-resource.ts';
import { getViewForLevel } from '#resources/language/field-rights.ts';
import { readDefinition } from '#resources/language/read-definition.ts';
import { openSection, signedIn } from '#tests/support/console/engine-stage.tsx';

const NAME = 'repair-contracts';
const EXAMPLE = JSON.parse(readFileSync(`docs/examples/${NAME}.json`, 'utf8')) as object;
const contracts = readDefinition(EXAMPLE, `${NAME}.json`);
const LIST = `GET /api/records/${NAME}`;

const RECORD = { id: 1, subject: 'Крыша', house: 3, contractor: 'Кров', stage: 'draft', record_version: 'a' };
const MONEY = { price: 100_000, limit: 50_000_000, left: 49_900_000 };

function signIn(level: string, record: object) {
  const server = signedIn(level, {
    [LIST]: { json: [record], headers: { 'content-range': `${NAME} 0-0/1` } },
    [`${LIST}/1`]: { json: record },
    [`PUT /api/records/${NAME}/1`]: { json: record },
    [`${LIST}/totals/`]: { json: { count: 1, totals: {} } },
    [`${LIST}/1/history/`]: { json: { results: [], before: null } },
  });
  session.permissions.set({ [NAME]: level });
  return server;
}

describe('a section with rights of single fields', () => {
  test('shows no column, filter or total of hidden fields', async () => {
    signIn('read', RECORD);
    openSection(getViewForLevel(contracts, 'read'), '/repair-contracts');
    const table = await screen.findByRole('table');
    const headers = within(table).getAllByRole('columnheader');
    const texts = headers.map(({ textContent }) => textContent);
    expect(texts).toEqual(expect.arrayContaining([expect.stringContaining('Подрядчик')]));
    expect(texts.join()).not.toContain('Цена');
    expect(document.body.textContent).not.toContain('Отзыв');
    expect(document.body.textContent).not.toContain('Итого');
  });

  test('shows the value of a locked field in the edit form, and sends none', async () => {
    const server = signIn('write', { ...RECORD, ...MONEY });
    openSection(getViewForLevel(contracts, 'write'), '/repair-contracts/edit?id=1');
    const contractor = await screen.findByRole('textbox', { name: 'Подрядчик' });
    expect(screen.getByRole('status', { name: 'Предел цены' })).toHaveTextContent(/500\s000/);
    expect(screen.queryByRole('textbox', { name: 'Предел цены' })).toBeNull();
    expect(screen.queryByText('Отзыв руководства')).toBeNull();
    await userEvent.type(contractor, ' и сын');
    await userEvent.click(screen.getByRole('button', { name: 'Сохранить изменения' }));
    const [call] = server.callsTo(`PUT /api/records/${NAME}/1`);
    expect(call?.body).toEqual({
      subject: 'Крыша',
      house: 3,
      contractor: 'Кров и сын',
      price: 100_000,
      record_version: 'a',
    });
  });

  test('asks for no locked or hidden field of a new record', async () => {
    signIn('write', RECORD);
    openSection(getViewForLevel(contracts, 'write'), '/repair-contracts/create');
    await screen.findByRole('textbox', { name: 'Подрядчик' });
    expect(screen.getByRole('textbox', { name: 'Цена' })).toBeVisible();
    expect(screen.queryByRole('textbox', { name: 'Предел цены' })).toBeNull();
    expect(screen.queryByRole('textbox', { name: 'Отзыв руководства' })).toBeNull();
  });
});

describe('the definitions that the server tells of', () => {
  const fieldsOf = ([resource]: readonly Resource[]) => Object.keys(resource?.fields ?? {});

  test.each<[who: string, level: string, kept: { role?: string; journal?: boolean }, hidden: string[]]>([
    ['a reader', 'read', {}, ['price', 'limit', 'left', 'opinion']],
    ['a writer', 'write', {}, ['opinion']],
    ['an administrator of our server', 'write', { journal: true }, []],
    ['one whose role our server says otherwise', 'write', { role: 'admin', journal: false }, ['opinion']],
    ['an administrator of another server', 'write', { role: 'superuser' }, []],
  ])('are shown to %s as far as they may see', async (_who, level, { role, journal }, hidden) => {
    signedIn(level, {
      'GET /resources/definitions/': { json: { definitions: [contracts], problems: [], pending: [] } },
    });
    session.permissions.set({ [NAME]: level });
    session.role.set(role ?? null);
    session.features.set(journal === undefined ? null : { journal });
    const extra = extraDefinitions();
    const shown = fieldsOf(await extra.firstLoad);
    expect(Object.keys(contracts.fields).filter((name) => !shown.includes(name))).toEqual(hidden);
  });

  test('follow the rights', async () => {
    signedIn('read', {
      'GET /resources/definitions/': { json: { definitions: [contracts], problems: [], pending: [] } },
    });
    session.permissions.set({ [NAME]: 'read' });
    session.features.set({ journal: false });
    const extra = extraDefinitions();
    await extra.firstLoad;
    const heard = jest.fn();
    const stop = extra.subscribe(heard);
    const before = extra.current();
    session.permissions.set({ [NAME]: 'write' });
    expect(heard).toHaveBeenCalled();
    expect([fieldsOf(before).includes('price'), fieldsOf(extra.current()).includes('price')]).toEqual([false, true]);
    expect(extra.current()).toBe(extra.current());
    stop();
  });
});
