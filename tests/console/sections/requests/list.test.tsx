import { act, renderHook, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { notifyLiveFrame } from '#console/data/live/live-frames.ts';
import { useRenderedRows } from '#console/sections/requests/list/use-rendered-rows.ts';
import type { TaskFrame } from '#resources/protocol/requests/tasks.ts';
import { delayedReply } from '#tests/support/console/server.ts';
import { cardOf, KIM, office, openTasks, paged, task } from '#tests/support/console/tasks.tsx';

const LIST = 'GET /api/crm/tasks/';
const many = Array.from({ length: 620 }, (_, index) => task(index + 1, 'created', index + 1));
const FEW = [
  task(900, 'in_progress', 5, { deadline: '2020-01-01T00:00:00Z' }),
  task(901, 'done', 7, { resolution: 'canceled', resolution_description: 'не входит в тариф' }),
];
const ALL = [...many, ...FEW];

/** Keeps the files that are saved. @returns presses the button, lets things happen, and answers the lines of the file */
function filesSaved(): (meanwhile?: () => Promise<void>) => Promise<string[]> {
  const files: Blob[] = [];
  URL.createObjectURL = (file) => {
    files.push(file as Blob);
    return 'blob:x';
  };
  URL.revokeObjectURL = () => undefined;
  HTMLAnchorElement.prototype.click = () => undefined;
  return async (meanwhile) => {
    const before = files.length;
    await userEvent.click(screen.getByTitle('Скачать CSV'));
    await meanwhile?.();
    await waitFor(() => expect(files).toHaveLength(before + 1));
    // The board goes on drawing while the file is read.
    const text = await act(
      () =>
        new Promise<string>((resolve) => {
          const reader = new FileReader();
          reader.onload = () => resolve(String(reader.result));
          reader.readAsText(files[before] as Blob);
        }),
    );
    return text.trim().split('\r\n');
  };
}

test('rows come to stand in the page step by step: 5,000 by themselves, the rest when asked for, all on paper', async () => {
  const rows = Array.from({ length: 5_150 }, (_, index) => index);
  const { result } = renderHook(() => useRenderedRows(rows));
  expect([result.current.renderedRows.length, result.current.hiddenCount]).toEqual([200, 150]);
  await waitFor(() => expect([result.current.renderedRows.length, result.current.isGrowing]).toEqual([5_000, false]));
  act(() => void globalThis.dispatchEvent(new Event('beforeprint')));
  expect([result.current.renderedRows.length, result.current.hiddenCount]).toEqual([5_150, 0]);
  act(() => void globalThis.dispatchEvent(new Event('afterprint')));
  expect(result.current.renderedRows).toHaveLength(5_000);
  act(() => result.current.showAll());
  await waitFor(() => expect([result.current.renderedRows.length, result.current.hiddenCount]).toEqual([5_150, 0]));
});

describe('as a list', () => {
  test('every request of the filter stands in plain tables by column, and is found by what it says', async () => {
    office([...many.slice(0, 20), ...FEW]);
    openTasks('/tasks?view=list');
    expect(await screen.findByText('Найдено: 22')).toBeVisible();
    const captions = () => [...document.querySelectorAll('caption')].map((caption) => caption.textContent);
    expect(captions()).toEqual(['Входящие 20', 'В процессе 1', 'Завершены 1']);
    expect(screen.queryByRole('button', { name: 'Показать все' })).toBeNull();
    await userEvent.click(screen.getByPlaceholderText('Найти в списке'));
    await userEvent.paste('тариф');
    expect(await screen.findByText('Найдено: 1')).toBeVisible();
    const row = screen.getByRole('link', { name: 'Заявка № 901' }).closest('tr') as HTMLElement;
    expect(within(row).getByText('Отменена')).toBeVisible();
    expect(row).toHaveTextContent('ул. Лесная, 12');
  });

  test('what is too much for the page is named, with a way to have it', async () => {
    const huge = Array.from({ length: 5_150 }, (_, index) => task(index + 1, 'created', index + 1));
    const server = office(huge);
    const all = paged(huge);
    server.answer(LIST, (call) => all({ ...call, url: call.url.replace('count=500', 'count=6000') }));
    openTasks('/tasks?view=list');
    expect(await screen.findByText(/^На странице первые 5\s000, ещё 150 не показаны/)).toBeVisible();
    expect(screen.getByText('Найдено: 5150')).toBeVisible();
    expect(screen.getByText('Показать все')).toBeVisible();
  });

  test.each(['board', 'list'])('the %s says it to whoever has no building, and asks for nothing', async (view) => {
    const server = office([], { 'GET /api/crm/buildings/': { json: [] } });
    openTasks(`/tasks?view=${view}`);
    expect(await screen.findByText('Домов пока нет')).toBeVisible();
    expect(screen.queryByText(/Загружаем/)).toBeNull();
    expect(server.callsTo(LIST)).toEqual([]);
  });

  test('a row opens the details', async () => {
    office(FEW, { 'GET /api/crm/tasks/900/': { status: 404, json: {} } });
    const { where } = openTasks('/tasks?view=list');
    const number = await screen.findByRole('link', { name: 'Заявка № 900' });
    expect(number.closest('tr')).toHaveTextContent('Просрочена');
    expect(screen.getByRole('link', { name: 'Заявка № 901' }).closest('tr')).not.toHaveTextContent('Просрочена');
    await userEvent.click(number);
    expect(await screen.findByText('Такой заявки нет, или она вам недоступна')).toBeVisible();
    expect(where()).toBe('/tasks?view=list&id=900');
  });

  test('TASK-04: heads sort each stage, and the address keeps by what', async () => {
    const three = [
      task(1, 'created', 1, { deadline: '2030-05-01T00:00:00Z', information: { description: 'Вода' } }),
      task(10, 'created', 2, { deadline: '2030-04-01T00:00:00Z', information: { description: 'Арка' } }),
      task(2, 'created', 3, { information: { description: 'Лифт' } }),
      task(3, 'done', 4, { information: { description: 'Антенна' } }),
    ];
    office(three);
    const { where, unmount } = openTasks('/tasks?view=list');
    await screen.findByText('Найдено: 4');
    const numbers = () =>
      [...document.querySelectorAll('tbody tr a')].map((link) => link.textContent?.split(' ').at(-1));
    expect(numbers()).toEqual(['1', '10', '2', '3']);
    const head = (name: string) => screen.getAllByRole('button', { name })[0] as HTMLElement;
    await userEvent.click(head('Номер'));
    expect([numbers(), where()]).toEqual([['1', '2', '10', '3'], '/tasks?view=list&sort=number']);
    await userEvent.click(head('Срок'));
    expect(numbers()).toEqual(['10', '1', '2', '3']);
    await userEvent.click(head('Срок'));
    // Requests without a deadline come last either way.
    expect([numbers(), where()]).toEqual([['1', '10', '2', '3'], '/tasks?view=list&sort=-deadline']);
    expect(head('Срок').closest('th')).toHaveAttribute('aria-sort', 'descending');
    await userEvent.click(head('Описание'));
    expect(numbers()).toEqual(['10', '1', '2', '3']);
    unmount();
    openTasks('/tasks?view=list&sort=-number');
    await waitFor(() => expect(numbers()).toEqual(['10', '2', '1', '3']));
    const rows = await filesSaved()();
    expect(rows.slice(1).map((row) => row.split(';')[0]?.split(' ').at(-1))).toEqual(['10', '2', '1', '3']);
  });

  test('the words of the list stand in the entry of the history, not in the address, and come back with it', async () => {
    office([...many.slice(0, 20), ...FEW]);
    const { router, where } = openTasks('/tasks?view=list');
    await userEvent.type(await screen.findByPlaceholderText('Найти в списке'), 'тариф');
    await waitFor(() => expect(router.state.location.state).toMatchObject({ find: 'тариф' }));
    expect(where()).toBe('/tasks?view=list');
    await act(() => router.navigate('/elsewhere'));
    expect(screen.queryByPlaceholderText('Найти в списке')).toBeNull();
    await act(() => router.navigate(-1));
    expect(await screen.findByText('Найдено: 1')).toBeVisible();
    expect(screen.getByPlaceholderText('Найти в списке')).toHaveValue('тариф');
  });

  test('printing shows the list and prints it once it stands', async () => {
    const print = jest.fn();
    Object.assign(globalThis, { print });
    office(FEW);
    const { where, router } = openTasks();
    await cardOf(900);
    await userEvent.click(screen.getByRole('button', { name: 'Печать' }));
    expect(where()).toBe('/tasks?view=list');
    await waitFor(() => expect(print).toHaveBeenCalledTimes(1));
    expect(document.querySelector('[data-print]')).toHaveTextContent('Заявки: Сегодня');
    // Once is once: the list that is left and opened again prints no more, until it is asked to.
    await act(() => router.navigate('/tasks'));
    await cardOf(900);
    await act(() => router.navigate('/tasks?view=list'));
    await screen.findByText('Найдено: 2');
    expect(print).toHaveBeenCalledTimes(1);
    await userEvent.click(screen.getByRole('button', { name: 'Печать' }));
    await waitFor(() => expect(print).toHaveBeenCalledTimes(2));
  });

  test('paper has every row, also those that do not stand in the page yet', async () => {
    const rows = { before: 0, onPaper: 0 };
    const standing = () => document.querySelectorAll('tbody tr').length;
    const print = jest.fn(() => {
      rows.before = standing();
      globalThis.dispatchEvent(new Event('beforeprint'));
      rows.onPaper = standing();
      globalThis.dispatchEvent(new Event('afterprint'));
    });
    Object.assign(globalThis, { print });
    office(ALL);
    openTasks();
    await cardOf(900);
    await userEvent.click(screen.getByRole('button', { name: 'Печать' }));
    await waitFor(() => expect(print).toHaveBeenCalledTimes(1));
    expect(rows.before).toBeLessThan(622);
    expect(rows.onPaper).toBe(622);
  });

  test('the file has every request of the filter, not only what the board has loaded', async () => {
    const save = filesSaved();
    const server = office(ALL);
    openTasks('/tasks?view=list');
    await screen.findByText('Найдено: 622');
    const counts = server.callsTo(LIST).map(({ url }) => new URLSearchParams(url.split('?')[1]).get('count'));
    expect(counts.filter((count) => count === '500').length).toBe(4);
    const rows = await save();
    expect(rows).toHaveLength(623);
    expect(rows[0]).toBe('Номер;Статус;Услуга;Описание;Адрес;Исполнитель;Автор;Создана;Срок;Причина отмены');
    expect(rows.at(-1)).toMatch(/^Заявка № 901;Отменена;Сантехника;Течёт кран 901;ул\. Лесная, 12;/);
    expect(rows.at(-2)).toContain(`${KIM.first_name} ${KIM.last_name}`);
    await userEvent.click(screen.getByPlaceholderText('Найти в списке'));
    await userEvent.paste('тариф');
    await screen.findByText('Найдено: 1');
    expect(await save()).toEqual([rows[0], expect.stringMatching(/^Заявка № 901;/)]);
  });

  test('the file stands column by column, whatever colleagues move while it is on its way', async () => {
    const save = filesSaved();
    const all = [task(1, 'created', 1), task(2, 'created', 9), task(3, 'in_progress', 5), task(4, 'done', 2)];
    const moved = task(1, 'in_progress', 4, { version: 70 });
    const server = office(all);
    openTasks();
    await cardOf(1);
    const gate = delayedReply({});
    server.answer(LIST, async (call) => {
      const stage = new URLSearchParams(call.url.split('?')[1]).get('stage');
      if (stage === 'done') await gate.reply();
      // The first has been moved by the time the second column is read.
      return paged(stage === 'created' ? all : [moved, ...all.slice(1)])(call);
    });
    const before = server.callsTo(LIST).length;
    const names = (rows: string[]) => rows.slice(1).map((row) => row.split(';', 2).join(' '));
    const right = ['2 Не назначено', '1 Выполняется', '3 Выполняется', '4 Выполнено'].map((row) => `Заявка № ${row}`);
    const readWhileMoved = await save(async () => {
      await waitFor(() => expect(server.callsTo(LIST)).toHaveLength(before + 3));
      await act(async () => gate.release());
    });
    expect(names(readWhileMoved)).toEqual(right);
    const later = delayedReply({});
    server.answer(LIST, async (call) => {
      if (call.url.includes('stage=done')) await later.reply();
      return paged(all)(call);
    });
    const by = { user: 8, first_name: 'Анна', last_name: 'Лебедева' };
    const frame: TaskFrame = { type: 'task', event: 'moved', id: 1, by, version: 70, task: moved, orders: [] };
    const toldMeanwhile = await save(async () => {
      await waitFor(() => expect(server.callsTo(LIST)).toHaveLength(before + 6));
      act(() => notifyLiveFrame({ ...frame }));
      await act(async () => later.release());
    });
    expect(names(toldMeanwhile)).toEqual(right);
  });
});
