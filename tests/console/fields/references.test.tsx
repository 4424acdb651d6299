import { readFileSync } from 'node:fs';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { session } from '#console/data/session/session.ts';
import { EVERY_ADDITION } from '#resources/language/features.ts';
import { readDefinition } from '#resources/language/read-definition.ts';
import { openSections, signedIn } from '#tests/support/console/engine-stage.tsx';
import type { WireCall } from '#tests/support/console/server.ts';

const example = (name: string) =>
  readDefinition(JSON.parse(readFileSync(`docs/examples/${name}.json`, 'utf8')), `${name}.json`);
const [TOOLS, CREWS] = [example('tools'), example('work-crews')];

const LIST = 'GET /api/records/work-crews';
const ONE = 'GET /api/records/work-crews/7';
const named = (id: number, label: string | null) => ({ id, label });
const CREW = {
  id: 7,
  title: 'Первая',
  members: [named(9, 'Ежов Пётр')],
  tools: [named(3, 'Пила'), named(4, null)],
  record_version: 'v1',
};
const listOf = (rows: readonly object[], name = 'work-crews') => ({
  json: rows,
  headers: { 'content-range': `${name} 0-${rows.length - 1}/${rows.length}` },
});
const offered = ({ url }: WireCall) => {
  const all = [named(3, 'Пила'), named(5, 'Дрель'), named(6, 'Молоток')];
  const q = new URLSearchParams(url.split('?')[1]).get('q') ?? '';
  return { json: all.filter(({ label }) => label?.toLowerCase().includes(q.toLowerCase())) };
};

function open(address: string, answers: Parameters<typeof signedIn>[1] = {}) {
  const server = signedIn('write', {
    [LIST]: listOf([CREW]),
    [ONE]: { json: CREW },
    'GET /api/records/work-crews/7/history/': { json: { results: [], before: null } },
    'GET /api/records/work-crews/references/tools/': offered,
    'GET /api/records/work-crews/references/members/': { json: [named(9, 'Ежов Пётр')] },
    ...answers,
  });
  session.permissions.set({ 'work-crews': 'write', tools: 'write', employees: 'read' });
  session.features.set(EVERY_ADDITION);
  return { server, ...openSections([TOOLS, CREWS], address) };
}
const box = () => screen.findByRole('combobox', { name: /Инструменты/ });

test('several records stand in a list as links, those out of sight as numbers', async () => {
  open('/work-crews');
  const row = within(await screen.findByRole('row', { name: /Первая/ }));
  expect((await row.findAllByRole('link', { name: 'Пила' }))[0]).toHaveAttribute('href', '/tools?id=3');
  expect(document.querySelector('tbody [data-column="tools"]')).toHaveTextContent(/Пила, .*4/);
});

test('a form shows what is chosen as chips, finds more by a part of the name, and sends ids', async () => {
  const { server } = open('/work-crews/edit?id=7', { 'PUT /api/records/work-crews/7': { json: CREW } });
  const input = await box();
  expect(await screen.findByRole('button', { name: 'Пила' })).toBeInTheDocument();
  await userEvent.type(input, 'дре');
  await waitFor(() => expect(screen.getAllByRole('option').map((one) => one.textContent)).toEqual(['Дрель']));
  await userEvent.click(screen.getByRole('option', { name: 'Дрель' }));
  expect(input).toHaveValue('');
  expect(await screen.findByRole('button', { name: 'Дрель' })).toBeInTheDocument();
  await userEvent.click(within(screen.getByRole('button', { name: 'Пила' })).getByTestId('CancelIcon'));
  expect(screen.queryByRole('button', { name: 'Пила' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: /Сохранить/ }));
  await waitFor(() => expect(server.callsTo('PUT /api/records/work-crews/7')).toHaveLength(1));
  expect(server.callsTo('PUT /api/records/work-crews/7')[0]?.body).toMatchObject({ members: [9], tools: [4, 5] });
});

test('what has to be given is said where nothing is chosen', async () => {
  open('/work-crews/create');
  await userEvent.type(await screen.findByRole('textbox', { name: /Название/ }), 'Вторая');
  await userEvent.click(screen.getByRole('button', { name: /Добавить бригаду/ }));
  await waitFor(() =>
    expect(screen.getByRole('combobox', { name: /Кто в бригаде/ })).toHaveAccessibleDescription('обязательное поле'),
  );
});

test('the card of a record lists those that hold it among others, and a new one begins with it', async () => {
  const { server, router, where } = open('/tools?id=3', {
    'GET /api/records/tools': listOf([{ id: 3, title: 'Пила', place: null, keeper: null }], 'tools'),
    'GET /api/records/tools/3': { json: { id: 3, title: 'Пила', place: null, keeper: null } },
    'GET /api/records/tools/references/place/': { json: [] },
    'GET /api/records/tools/references/keeper/': { json: [] },
    'GET /api/records/tools/3/history/': { json: { results: [], before: null } },
  });
  const block = within(await screen.findByRole('region', { name: /^Бригады с этим инструментом 1$/ }));
  expect(await block.findByRole('link', { name: 'Первая' })).toBeInTheDocument();
  const { url } = server.callsTo(LIST)[0] as WireCall;
  expect(JSON.parse(new URLSearchParams(url.split('?')[1]).get('filter') ?? '')).toEqual({ tools: 3 });
  await userEvent.click(block.getByRole('button', { name: 'Добавить бригаду' }));
  await waitFor(() => expect(where()).toBe('/work-crews/create'));
  expect(router.state.location.state).toMatchObject({ prefill: { tools: [3] } });
});
