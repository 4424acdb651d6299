import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { cardOf, KIM, office, openTasks, task } from '#tests/support/console/tasks.tsx';

const LIST = 'GET /api/crm/tasks/';
const many = Array.from({ length: 620 }, (_, index) => task(index + 1, 'created', index + 1));
const FEW = [
  task(900, 'in_progress', 5, { deadline: '2020-01-01T00:00:00Z' }),
  task(901, 'done', 7, { resolution: 'canceled', resolution_description: 'не входит в тариф' }),
];
const ALL = [...many, ...FEW];

describe('as a list', () => {
  test('every request of the filter stands in plain tables by column, and is found by what it says', async () => {
    const server = office(ALL);
    openTasks('/tasks?view=list');
    expect(await screen.findByText('Найдено: 622')).toBeVisible();
    const captions = () => [...document.querySelectorAll('caption')].map((caption) => caption.textContent);
    expect(captions()).toEqual(['Входящие 620']);
    const counts = server.callsTo(LIST).map(({ url }) => new URLSearchParams(url.split('?')[1]).get('count'));
    expect(counts.filter((count) => count === '500').length).toBe(4);
    // Very many stand on pages; the search looks at all of them, and so does paper.
    const drawn = () => document.querySelectorAll('tbody tr').length;
    expect(drawn()).toBe(200);
    await userEvent.click(screen.getByRole('button', { name: 'Следующая страница' }));
    expect([drawn(), screen.getByText('201–400 из 622')]).toEqual([200, expect.anything()]);
    act(() => void globalThis.dispatchEvent(new Event('beforeprint')));
    expect(drawn()).toBe(622);
    expect(captions()).toEqual(['Входящие 620', 'В процессе 1', 'Завершены 1']);
    act(() => void globalThis.dispatchEvent(new Event('afterprint')));
    expect(drawn()).toBe(200);
    await userEvent.click(screen.getByPlaceholderText('Найти в списке'));
    await userEvent.paste('тариф');
    expect(await screen.findByText('Найдено: 1')).toBeVisible();
    const row = screen.getByText('Заявка № 901').closest('tr') as HTMLElement;
    expect(within(row).getByText('Отменена')).toBeVisible();
    expect(row).toHaveTextContent('ул. Лесная, 12');
  });

  test('a row opens the details', async () => {
    office(FEW, { 'GET /api/crm/tasks/900/': { status: 404, json: {} } });
    const { where } = openTasks('/tasks?view=list');
    const number = await screen.findByRole('button', { name: 'Заявка № 900' });
    expect(number.closest('tr')).toHaveTextContent('Просрочена');
    expect(screen.getByRole('button', { name: 'Заявка № 901' }).closest('tr')).not.toHaveTextContent('Просрочена');
    await userEvent.click(number);
    expect(await screen.findByText('Заявки больше нет, или она вам недоступна')).toBeVisible();
    expect(where()).toBe('/tasks?view=list&id=900');
  });

  test('printing shows the list and prints it once it stands', async () => {
    const print = jest.fn();
    Object.assign(globalThis, { print });
    office(FEW);
    const { where, router } = openTasks();
    await cardOf(900);
    await userEvent.click(screen.getByRole('button', { name: 'Напечатать' }));
    expect(where()).toBe('/tasks?view=list');
    await waitFor(() => expect(print).toHaveBeenCalledTimes(1));
    expect(document.querySelector('[data-print]')).toHaveTextContent('Заявки: Сегодня');
    // Once is once: the list that is left and opened again prints no more, until it is asked to.
    await act(() => router.navigate('/tasks'));
    await cardOf(900);
    await act(() => router.navigate('/tasks?view=list'));
    await screen.findByText('Найдено: 2');
    expect(print).toHaveBeenCalledTimes(1);
    await userEvent.click(screen.getByRole('button', { name: 'Напечатать' }));
    await waitFor(() => expect(print).toHaveBeenCalledTimes(2));
  });

  test('the file has every request of the filter, not only what the board has loaded', async () => {
    const files: Blob[] = [];
    URL.createObjectURL = (file) => {
      files.push(file as Blob);
      return 'blob:x';
    };
    URL.revokeObjectURL = () => undefined;
    HTMLAnchorElement.prototype.click = () => undefined;
    office(ALL);
    openTasks('/tasks?view=list');
    await screen.findByText('Найдено: 622');
    const save = async () => {
      const before = files.length;
      await userEvent.click(screen.getByTitle('Скачать CSV'));
      await waitFor(() => expect(files).toHaveLength(before + 1));
      const text = await new Promise<string>((resolve) => {
        const reader = new FileReader();
        reader.onload = () => resolve(String(reader.result));
        reader.readAsText(files[before] as Blob);
      });
      return text.trim().split('\r\n');
    };
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
});
