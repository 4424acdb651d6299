import { readFileSync } from 'node:fs';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { session } from '#console/data/session/session.ts';
import { EVERY_ADDITION } from '#resources/language/features.ts';
import { readDefinition } from '#resources/language/read-definition.ts';
import { openSections, signedIn } from '#tests/support/console/engine-stage.tsx';
import type { Reply } from '#tests/support/console/server.ts';
import { takeComplaints } from '#tests/support/console/setup.ts';
import { said } from '#tests/support/console/stage.tsx';

const example = (name: string) =>
  readDefinition(JSON.parse(readFileSync(`docs/examples/${name}.json`, 'utf8')), `${name}.json`);
const [PLACES, TOOLS] = [example('storage-places'), example('tools')];

const LIST = 'GET /api/records/storage-places';
const EFFECTS = 'GET /api/records/storage-places/deletion/';
const REMOVE = 'DELETE /api/records/storage-places/7';
const BULK = 'POST /api/records/storage-places/bulk/';
const place = (id: number, title: string) => ({ id, title, inside: null, record_version: `v${id}` });
const effects = (more: object = {}) => ({ json: { deleted: [], cleared: [], refused: [], ...more } });
const TOLD = {
  deleted: [{ section: 'storage-places', title: 'Места хранения', count: 2 }],
  cleared: [{ section: 'tools', title: 'Инструменты', count: 3 }],
};

/** Opens the list of places. */
async function open(answers: Parameters<typeof signedIn>[1], features: Record<string, boolean> = EVERY_ADDITION) {
  const server = signedIn('write', {
    [LIST]: {
      json: [place(7, 'Подвал'), place(8, 'Чердак')],
      headers: { 'content-range': 'storage-places 0-1/2' },
    },
    [REMOVE]: { json: place(7, 'Подвал') },
    ...answers,
  });
  session.permissions.set({ 'storage-places': 'write', tools: 'write' });
  session.features.set(features);
  const page = openSections([PLACES, TOOLS], '/storage-places');
  await screen.findByText('Подвал');
  return { server, ...page };
}
async function openMenu() {
  await userEvent.click(screen.getByRole('button', { name: 'Действия: Подвал' }));
  return screen.findByRole('menuitem', { name: 'Удалить' });
}

describe('the deletion of one record', () => {
  test('says what goes with it and what loses its reference before the press, and is not held', async () => {
    const { server } = await open({ [EFFECTS]: effects(TOLD) });
    const item = await openMenu();
    fireEvent.keyDown(item, { key: 'Enter' });
    const dialog = await screen.findByRole('dialog', { name: 'Удалить место хранения?' });
    await waitFor(() => expect(dialog).toHaveTextContent('Вместе с этим удалится:Места хранения – 2'));
    expect(dialog).toHaveTextContent('Очистится ссылка:Инструменты – 3');
    expect(server.callsTo(EFFECTS).map(({ url }) => url)).toEqual(['/api/records/storage-places/deletion/?ids=7']);
    expect(server.callsTo(REMOVE)).toEqual([]);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Удалить' }));
    await said(/Место хранения удалено/);
    expect(server.callsTo(REMOVE)).toHaveLength(1);
  });

  test('waits for the numbers', async () => {
    let answer: (reply: Reply) => void = () => undefined;
    const { server } = await open({ [EFFECTS]: () => new Promise<Reply>((resolve) => (answer = resolve)) });
    fireEvent.click(await openMenu());
    const dialog = await screen.findByRole('dialog');
    expect(dialog).toHaveTextContent('Смотрим, что изменится вместе с этим');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Удалить' }));
    expect(server.callsTo(REMOVE)).toEqual([]);
    answer(effects(TOLD));
    await waitFor(() => expect(dialog).toHaveTextContent('Инструменты – 3'));
    await userEvent.click(within(dialog).getByRole('button', { name: 'Удалить' }));
    await waitFor(() => expect(server.callsTo(REMOVE)).toHaveLength(1));
  });

  test('is greyed with the reason where others forbid it', async () => {
    const reason = 'Нельзя удалить: на запись ссылаются «Выдачи» – 3';
    const { server } = await open({ [EFFECTS]: effects({ refused: [{ reason, ids: [7] }] }) });
    await openMenu();
    await waitFor(() => expect(screen.getByRole('menuitem', { name: 'Удалить' })).toHaveAccessibleDescription(reason));
    await userEvent.click(screen.getByRole('menuitem', { name: 'Удалить' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(server.callsTo(REMOVE)).toEqual([]);
  });

  test('is held as ever where nothing refers to the record', async () => {
    const { server } = await open({ [EFFECTS]: effects() });
    const item = await openMenu();
    await waitFor(() => expect(item).not.toHaveAttribute('aria-haspopup'));
    fireEvent.click(item);
    const dialog = await screen.findByRole('dialog', { name: 'Удалить место хранения?' });
    expect(dialog).not.toHaveAttribute('aria-describedby');
    expect(server.callsTo(REMOVE)).toEqual([]);
  });

  test('says that the numbers are not known, and can be done all the same', async () => {
    const { server } = await open({ [EFFECTS]: { status: 500, json: { detail: 'Сломалось' } } });
    const item = await openMenu();
    await waitFor(() => expect(server.callsTo(EFFECTS)).toHaveLength(1));
    fireEvent.click(item);
    const dialog = await screen.findByRole('dialog');
    await waitFor(() => expect(dialog).toHaveTextContent('Не удалось узнать, какие связанные записи изменятся'));
    await userEvent.click(within(dialog).getByRole('button', { name: 'Удалить' }));
    await waitFor(() => expect(server.callsTo(REMOVE)).toHaveLength(1));
    takeComplaints();
  });

  test('asks for nothing of a server that does not say it', async () => {
    const { server } = await open({}, { ...EVERY_ADDITION, deletions: false });
    expect(await openMenu()).not.toHaveAttribute('aria-haspopup');
    expect(server.callsTo(EFFECTS)).toEqual([]);
  });

  test('has lists of the other sections fetched anew', async () => {
    const { queryClient } = await open({ [EFFECTS]: effects(TOLD) });
    queryClient.setQueryData(['tools', 'getList', {}], { data: [], total: 0 });
    queryClient.setQueryData(['cameras', 'getList', {}], { data: [], total: 0 });
    fireEvent.click(await openMenu());
    const dialog = await screen.findByRole('dialog');
    await waitFor(() => expect(dialog).toHaveTextContent('Инструменты – 3'));
    await userEvent.click(within(dialog).getByRole('button', { name: 'Удалить' }));
    await said(/Место хранения удалено/);
    expect(queryClient.getQueryState(['tools', 'getList', {}])?.isInvalidated).toBe(true);
    expect(queryClient.getQueryState(['cameras', 'getList', {}])?.isInvalidated).toBe(false);
  });
});

test('the deletion of many says what goes with them, and which of them stay and why', async () => {
  const reason = 'Нельзя удалить: на запись ссылаются «Выдачи» – 3';
  const { server } = await open({
    [EFFECTS]: effects({ ...TOLD, refused: [{ reason, ids: [8] }] }),
    [BULK]: { json: { done: [7], refused: [{ reason, ids: [8] }] } },
  });
  await userEvent.click(screen.getByRole('checkbox', { name: 'Выбрать все на странице' }));
  const bar = within(await screen.findByRole('toolbar', { name: 'Действия с выбранным' }));
  await userEvent.click(bar.getByRole('button', { name: 'Удалить' }));
  const dialog = await screen.findByRole('dialog', { name: /^Удалить выбранное/ });
  await waitFor(() => expect(dialog).toHaveTextContent('Вместе с этим удалится:Места хранения – 2'));
  expect(dialog).toHaveTextContent(`Не удалится 1: ${reason}`);
  expect(decodeURIComponent(server.callsTo(EFFECTS)[0]?.url ?? '')).toContain('ids=7,8');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Удалить' }));
  await waitFor(() => expect(server.callsTo(BULK)).toHaveLength(1));
});

test('a record of a tree is not offered as the one that it stands in', async () => {
  signedIn('write', {
    'GET /api/records/storage-places/7': { json: place(7, 'Подвал') },
    'GET /api/records/storage-places/references/inside/': {
      json: [
        { id: 7, label: 'Подвал' },
        { id: 8, label: 'Чердак' },
      ],
    },
  });
  session.permissions.set({ 'storage-places': 'write', tools: 'write' });
  openSections([PLACES, TOOLS], '/storage-places/edit?id=7');
  await userEvent.click(await screen.findByRole('combobox', { name: /Где находится/ }));
  await screen.findByRole('option', { name: 'Чердак' });
  expect(screen.queryByRole('option', { name: 'Подвал' })).toBeNull();
});
