import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { session } from '#console/data/session/session.ts';
import type { ResourceInput } from '#resources/language/define-resource.ts';
import { EVERY_ADDITION } from '#resources/language/features.ts';
import { BULK as BULK_LIMITS } from '#resources/limits.ts';
import { madeUp } from '#tests/support/console/definitions.ts';
import { openSection, signedIn } from '#tests/support/console/engine-stage.tsx';
import { keys, stored } from '#tests/support/console/keys.ts';
import type { WireCall } from '#tests/support/console/server.ts';
import { said } from '#tests/support/console/stage.tsx';

const LIST = 'GET /api/records/keys';
const BULK = 'POST /api/records/keys/bulk/';

/** Opens a list of so many records. */
async function open({
  level = 'write',
  count = 5,
  change = {},
}: {
  level?: string;
  count?: number;
  change?: object;
} = {}) {
  const server = signedIn(level, {
    [LIST]: stored(count),
    [BULK]: ({ body }: WireCall) => ({ json: { done: (body as { ids: number[] }).ids, refused: [] } }),
    'POST /api/authorized/exports/records/keys/': { status: 204 },
  });
  const list: ResourceInput['list'] = {
    layout: 'table',
    columns: ['label', 'place'],
    menu: ['edit', 'hold-delete'],
    search: ['label'],
  };
  const page = openSection(madeUp({ list, ...change }), '/keys');
  await screen.findByText('Ключ 001');
  return { server, ...page };
}
const box = (number: number) =>
  screen.getByRole('checkbox', { name: `Выбрать: Ключ ${String(number).padStart(3, '0')}` });
const everything = () => screen.getByRole('checkbox', { name: 'Выбрать все на странице' });
const chosen = () =>
  screen
    .getAllByRole('checkbox', { name: /^Выбрать: / })
    .flatMap((one, at) => ((one as HTMLInputElement).checked ? at + 1 : []));
const bar = async () => within(await screen.findByRole('toolbar', { name: 'Действия с выбранным' }));
const bodies = (calls: readonly WireCall[]) => calls.map(({ body }) => body);

test('rows are chosen one by one, as a span with Shift, all at once, and by keys', async () => {
  await open();
  await userEvent.click(box(2));
  expect(everything()).toBePartiallyChecked();
  expect((await bar()).getByRole('status')).toHaveTextContent('Выбрано: 1');
  const user = userEvent.setup();
  await user.keyboard('{Shift>}');
  await user.click(box(4));
  await user.keyboard('{/Shift}');
  expect(chosen()).toEqual([2, 3, 4]);
  box(1).focus();
  await user.keyboard(' ');
  expect(chosen()).toEqual([1, 2, 3, 4]);
  await user.click(everything());
  expect(chosen()).toEqual([1, 2, 3, 4, 5]);
  expect(everything()).toBeChecked();
  await user.click(everything());
  expect(chosen()).toEqual([]);
  expect(screen.queryByRole('toolbar')).toBeNull();
});

test('a click on a box opens no card, and the bar takes the place of what stands above, which is out of reach then', async () => {
  const { where } = await open({ change: { card: { title: 'label', fields: ['label'] } } });
  await userEvent.click(box(1));
  expect(where()).toBe('/keys');
  await bar();
  expect(document.querySelector('search')).toHaveAttribute('inert');
  await userEvent.click((await bar()).getByRole('button', { name: 'Снять выбор' }));
  expect(chosen()).toEqual([]);
  expect(document.querySelector('search')).not.toHaveAttribute('inert');
});

test('the chosen are deleted after a question and can be brought back; what was refused is told with the reason', async () => {
  const { server } = await open();
  await userEvent.click(box(1));
  await userEvent.click(box(3));
  server.answer(BULK, { json: { done: [1], refused: [{ reason: 'уже нет или нет доступа', ids: [3] }] } });
  await userEvent.click((await bar()).getByRole('button', { name: 'Удалить' }));
  const question = within(await screen.findByRole('dialog', { name: /^Удалить выбранное\?/ }));
  await userEvent.click(question.getByRole('button', { name: 'Удалить' }));
  await said('Удалено ключей: 1. Не изменилось: 1 – уже нет или нет доступа');
  expect(screen.queryByRole('toolbar')).toBeNull();
  server.answer(BULK, { json: { done: [1], refused: [] } });
  await userEvent.click(await screen.findByRole('button', { name: 'Вернуть' }));
  await waitFor(() => expect(server.callsTo(BULK)).toHaveLength(2));
  expect(bodies(server.callsTo(BULK))).toEqual([
    { do: 'delete', ids: [1, 3] },
    { do: 'restore', ids: [1] },
  ]);
});

test('a field of the chosen is changed by its own input and its own rule', async () => {
  const { server } = await open();
  await userEvent.click(everything());
  await userEvent.click((await bar()).getByRole('button', { name: 'Изменить поле' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Изменить поле. Выбрано ключей: 5' }));
  fireEvent.change(dialog.getByLabelText('Поле'), { target: { value: 'label' } });
  await userEvent.type(await dialog.findByLabelText(/^Что открывает/), 'Аб');
  await userEvent.click(dialog.getByRole('button', { name: 'Изменить' }));
  expect(await dialog.findByRole('alert')).toBeVisible();
  expect(server.callsTo(BULK)).toEqual([]);
  await userEvent.type(dialog.getByLabelText(/^Что открывает/), 'вгд');
  await userEvent.click(dialog.getByRole('button', { name: 'Изменить' }));
  await said('Изменено ключей: 5');
  expect(bodies(server.callsTo(BULK))).toEqual([{ do: 'change', ids: [1, 2, 3, 4, 5], values: { label: 'Абвгд' } }]);
});

test('what the server says of a value stands at the field, and the choice stays', async () => {
  const { server } = await open();
  await userEvent.click(box(1));
  await userEvent.click((await bar()).getByRole('button', { name: 'Изменить поле' }));
  const dialog = within(await screen.findByRole('dialog', { name: /^Изменить поле/ }));
  fireEvent.change(dialog.getByLabelText('Поле'), { target: { value: 'copies' } });
  await userEvent.type(await dialog.findByLabelText(/^Копий/), '3');
  server.answer(BULK, { status: 400, json: { copies: ['слишком много'] } });
  await userEvent.click(dialog.getByRole('button', { name: 'Изменить' }));
  expect(await dialog.findByText('слишком много')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  expect(chosen()).toEqual([1]);
});

test('the chosen alone are saved as a file', async () => {
  const { server } = await open();
  URL.createObjectURL = () => 'blob:x';
  URL.revokeObjectURL = () => undefined;
  HTMLAnchorElement.prototype.click = () => undefined;
  await userEvent.click(box(2));
  server.answer(LIST, (call) =>
    call.url.includes('filter=') && decodeURIComponent(call.url).includes('"id"')
      ? { json: keys(2).slice(1), headers: { 'content-range': 'keys 0-0/1' } }
      : stored(5)(call),
  );
  await userEvent.click((await bar()).getByRole('button', { name: 'Скачать CSV' }));
  await said('Файл сохранён. Строк: 1');
  const asked = server.callsTo(LIST).map(({ url }) => decodeURIComponent(url));
  expect(asked.some((url) => url.includes('{"id":[2]}'))).toBe(true);
});

test('who may only look chooses to save a file, and is told what is missing for the rest', async () => {
  await open({ level: 'read' });
  await userEvent.click(box(1));
  const actions = await bar();
  for (const name of ['Изменить поле', 'Удалить'])
    expect(actions.getByRole('button', { name })).toHaveAttribute('aria-disabled', 'true');
  expect(actions.getByRole('button', { name: 'Скачать CSV' })).not.toHaveAttribute('aria-disabled');
});

test('another search lets go what was chosen', async () => {
  await open();
  await userEvent.click(box(1));
  await userEvent.click((await bar()).getByRole('button', { name: 'Снять выбор' }));
  await userEvent.click(box(2));
  fireEvent.change(screen.getByPlaceholderText('Поиск'), { target: { value: 'Ключ' } });
  await waitFor(() => expect(screen.queryByRole('toolbar')).toBeNull());
  expect(chosen()).toEqual([]);
});

test('a server without it offers no boxes', async () => {
  const { bulk: _bulk, exports: _files, sessions: _list, ...additions } = EVERY_ADDITION;
  session.features.set(additions);
  await open();
  await act(async () => void (await import('#console/engine/list/bulk/record-bar.tsx')));
  expect(screen.queryByRole('checkbox')).toBeNull();
});

/** Chooses all records of a list of so many, page by page. */
async function chooseAll(count: number) {
  const list: ResourceInput['list'] = { layout: 'table', columns: ['label'], menu: ['hold-delete'], pageSizes: [100] };
  const { server } = await open({ count, change: { list } });
  for (let page = 1; ; page += 1) {
    await screen.findByText(`Ключ ${String(page * 100 - 99).padStart(3, '0')}`);
    await userEvent.click(everything());
    if (page * 100 >= count) return server;
    fireEvent.click(screen.getByRole('button', { name: 'Следующая страница' }));
  }
}

test('what stands on other pages stays chosen; many go in several calls, whose answers are told as one', async () => {
  const server = await chooseAll(120);
  await userEvent.click((await bar()).getByRole('button', { name: 'Удалить' }));
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Удалить' }));
  await said('Удалено ключей: 120');
  const sizes = server.callsTo(BULK).map(({ body }) => (body as { ids: number[] }).ids.length);
  expect(sizes).toEqual([BULK_LIMITS.perCall, BULK_LIMITS.perCall, 20]);
});

test('what was deleted in several calls comes back as long as the first of them can be, and that one first', async () => {
  const server = await chooseAll(120);
  const pause = 300;
  server.answer(BULK, async ({ body }: WireCall) => {
    await new Promise((resolve) => setTimeout(resolve, pause));
    return { json: { done: (body as { ids: number[] }).ids, refused: [] } };
  });
  await userEvent.click((await bar()).getByRole('button', { name: 'Удалить' }));
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Удалить' }));
  await said('Удалено ключей: 120');
  // The line that runs out has begun with the answer to the first of three calls.
  const line = document.querySelector<HTMLElement>('[data-motion="information"]');
  expect(Number.parseInt(line?.style.animationDelay ?? '', 10)).toBeLessThanOrEqual(-2 * pause + 50);
  await userEvent.click(screen.getByRole('button', { name: 'Вернуть' }));
  await waitFor(() => expect(server.callsTo(BULK)).toHaveLength(6), { timeout: 5_000 });
  const calls = bodies(server.callsTo(BULK)) as { do: string; ids: number[] }[];
  expect(calls.map((one) => one.do)).toEqual([...Array(3).fill('delete'), ...Array(3).fill('restore')]);
  const sorted = calls.map(({ ids }) => ids.toSorted((a, b) => a - b));
  expect(sorted.slice(3)).toEqual(sorted.slice(0, 3));
});

test('of more than are changed at once nothing is sent', async () => {
  await chooseAll(BULK_LIMITS.selected + 1);
  const remove = (await bar()).getByRole('button', { name: 'Удалить' });
  expect(remove).toHaveAccessibleDescription(`За один раз – не больше ${BULK_LIMITS.selected}`);
});
