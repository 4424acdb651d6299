import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { SLOT_WIDGETS } from '#console/app/slots.ts';
import { session } from '#console/data/session/session.ts';
import type { MeterItem } from '#resources/protocol/readings/readings.ts';
import { setDate } from '#tests/support/console/clock.ts';
import { openSection } from '#tests/support/console/engine-stage.tsx';
import {
  BUILDING,
  DATA,
  data,
  flat,
  given,
  LIST,
  OTHER,
  queryOf,
  READINGS,
  readingRoom,
} from '#tests/support/console/readings.ts';
import { said } from '#tests/support/console/stage.tsx';

const NOW = new Date(2024, 2, 20, 12);
beforeEach(() => setDate(NOW));
afterEach(() => jest.useRealTimers());

const FLATS: MeterItem[] = [
  flat(41, { month_result: given({ water_cold: '000418', elec_day: '012408' }) }),
  flat(42, {
    month_result: given({ water_cold: '001092' }, { type: 'meter', id: null, first_name: '', last_name: '' }),
  }),
  flat(43),
  flat(44, {
    month_result: given({ water_hot: '000052' }, { type: 'employee', first_name: 'Майя', last_name: 'Юсупова' }),
  }),
];
const open = (address = '/readings') => openSection(READINGS, address, SLOT_WIDGETS);
const textOf = (blob: Blob | undefined) =>
  new Promise<string>((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.readAsText(blob as Blob);
  });
const heads = () => screen.getAllByRole('columnheader').map((head) => head.textContent);
const rowOf = (label: string) => screen.getByRole('button', { name: label }).closest('tr') as HTMLElement;

describe('the list of readings', () => {
  test('READ-01, READ-02, READ-03, READ-09: begins with the present month and asks for its first ten flats', async () => {
    const server = readingRoom(FLATS);
    open();
    expect(await screen.findByRole('button', { name: 'за март 2024' })).toBeVisible();
    await screen.findByText('1–4 из 4');
    const call = server.callsTo(LIST).find((one) => !queryOf(one, 'missing'));
    expect(queryOf(call, 'date')).toBe('032024');
    expect([queryOf(call, 'page'), queryOf(call, 'page_size')]).toEqual(['1', '10']);
    expect(queryOf(call, 'buildings_id')).toBe(String(BUILDING));
    expect(queryOf(server.callsTo(DATA)[0], 'buildings_id')).toBe(String(BUILDING));
  });

  test('READ-04: another month is asked for and named; what lies ahead cannot be chosen', async () => {
    const server = readingRoom(FLATS);
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'за март 2024' }));
    const months = await screen.findByRole('dialog', { name: 'Месяц' });
    const april = within(months).getByRole('button', { name: 'Апрель' });
    expect(april).toHaveAttribute('aria-disabled', 'true');
    await userEvent.click(april);
    expect(months).toBeVisible();
    await userEvent.click(within(months).getByRole('button', { name: 'Предыдущий год' }));
    await userEvent.click(within(months).getByRole('button', { name: 'Декабрь' }));
    expect(await screen.findByRole('button', { name: 'за декабрь 2023' })).toBeVisible();
    await waitFor(() =>
      expect(
        queryOf(
          server.callsTo(LIST).findLast((one) => !queryOf(one, 'missing')),
          'date',
        ),
      ).toBe('122023'),
    );
  });

  test('READ-06: a flat is found by its number, with «кв» or without', async () => {
    const server = readingRoom(FLATS);
    open();
    await userEvent.type(await screen.findByRole('searchbox', { name: 'Квартира' }), 'кв. 4');
    await waitFor(() => expect(queryOf(server.callsTo(LIST).at(-1), 'flat_number')).toBe('4'));
  });

  test('READ-06, READ-07, READ-30, READ-31, READ-32: a column for each collected meter, the house only when several are chosen', async () => {
    readingRoom(FLATS);
    const view = open();
    await screen.findByText('1–4 из 4');
    await waitFor(() =>
      expect(heads()).toEqual(['Квартира', 'Кто передал', 'Когда', 'Холодная вода', 'Горячая вода', 'Электричество']),
    );
    view.unmount();
    readingRoom(FLATS, {
      checked: [BUILDING, OTHER],
      collects: data({ reading_types: ['elec_day_and_night', 'gas', 'heating'] }),
    });
    open();
    await screen.findByText('1–4 из 4');
    const meters = ['Электричество (день)', 'Электричество (ночь)', 'Газ', 'Отопление'];
    await waitFor(() => expect(heads()).toEqual(['Объект', 'Квартира', 'Кто передал', 'Когда', ...meters]));
  });

  test('READ-10, READ-33: senders are told apart, a flat without values has empty cells', async () => {
    readingRoom(FLATS);
    open();
    await screen.findByText('1–4 из 4');
    await screen.findByRole('columnheader', { name: 'Холодная вода' });
    expect(rowOf('41')).toHaveTextContent('Житель, через приложение: Д. Калинина');
    expect(rowOf('42')).toHaveTextContent('Умный счётчик');
    expect(rowOf('44')).toHaveTextContent('Сотрудник, через консоль: М. Юсупова');
    expect(
      [...document.querySelectorAll('tbody [data-sender]')].map((sign) => sign.getAttribute('data-sender')),
    ).toEqual(['resident', 'meter', 'employee']);
    expect(
      within(rowOf('43'))
        .getAllByRole('cell')
        .slice(1)
        .map((cell) => cell.textContent),
    ).toEqual(['–', '–', '–', '–', '–']);
    expect(rowOf('41')).toHaveTextContent('000 418');
  });

  test('READ-33: without flats it says «Нет результатов»', async () => {
    readingRoom([]);
    open();
    expect(await screen.findByText('Нет результатов')).toBeVisible();
  });

  test('READ-05, READ-08: heads sort the loaded page, the pager leads on', async () => {
    const many = Array.from({ length: 23 }, (_, index) =>
      flat(index + 1, { month_result: given({ water_cold: String(100 - index).padStart(6, '0') }) }),
    );
    const server = readingRoom(many);
    open();
    expect(await screen.findByText('1–10 из 23')).toBeVisible();
    const shown = () =>
      [...document.querySelectorAll('tbody tr')].map((row) => row.querySelector('button')?.textContent);
    const head = await screen.findByRole('button', { name: 'Холодная вода' });
    expect(head).toHaveAccessibleDescription('Сортирует строки этой страницы');
    await userEvent.click(head);
    await waitFor(() => expect(shown()).toEqual(['10', '9', '8', '7', '6', '5', '4', '3', '2', '1']));
    await userEvent.click(screen.getByRole('button', { name: 'Следующая страница' }));
    expect(await screen.findByText('11–20 из 23')).toBeVisible();
    expect(
      queryOf(
        server.callsTo(LIST).findLast((one) => !queryOf(one, 'missing')),
        'page',
      ),
    ).toBe('2');
  });

  test.each([
    ['read', '/residents?buildings_id=3&unit_entry=43&unit=43'],
    ['denied', null],
  ])('READ-11: the card leads to the flat and who lives there (residents: %s)', async (residents, place) => {
    const one = { ...flat(43), passes: [], last_result: null, norms: {} };
    readingRoom(FLATS, { answers: { 'GET /api/crm/meters/43/': { json: one } } });
    session.permissions.set({ readings: 'read', residents });
    open('/readings?id=43');
    await screen.findByText('Показаний ещё не передавали');
    const link = screen.queryByRole('link', { name: 'Жители и карточка квартиры' });
    expect(link?.getAttribute('href') ?? null).toBe(place);
  });

  test('READ-11, READ-12, READ-13: a click opens the card with the history, a second click and the cross close it', async () => {
    const pass = (id: number, date: string) => {
      const { type: _, ...submitted } = given({ water_cold: '000733' }, {}, date);
      return { ...submitted, id };
    };
    const one = {
      ...flat(43),
      passes: [pass(2, '2024-03-15T06:00:00Z'), pass(1, '2023-12-16T06:00:00Z')],
      last_result: null,
      norms: {},
    };
    const server = readingRoom(FLATS, { answers: { 'GET /api/crm/meters/43/': { json: one } } });
    const view = open();
    await screen.findByText('1–4 из 4');
    await userEvent.click(rowOf('43'));
    const history = await screen.findByRole('region', { name: 'История показаний' });
    const card = history.closest('aside') as HTMLElement;
    expect(card).toHaveTextContent('Квартира 43ул. Лесная, 12');
    expect(server.callsTo('GET /api/crm/meters/43/')).toHaveLength(1);
    expect(
      within(history)
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual([
      expect.stringMatching(/^15 марта.*Д. Калинина.*Холодная вода000 733$/),
      expect.stringMatching(/^16 декабря 2023/),
    ]);
    await userEvent.click(rowOf('43'));
    await waitFor(() => expect(view.where()).toBe('/readings'));
    await userEvent.click(rowOf('43'));
    await userEvent.click(await screen.findByRole('button', { name: 'Закрыть' }));
    await waitFor(() => expect(screen.queryByText('История показаний')).toBeNull());
  });
});

describe('who is missing', () => {
  test('READ-01: counted in the header and on the filter of the toolbar, filtered by a press, saved as a file', async () => {
    const server = readingRoom(FLATS);
    const saved: Blob[] = [];
    URL.createObjectURL = (blob) => {
      saved.push(blob as Blob);
      return 'blob:x';
    };
    // A browser saves the file; here the click would leave the page.
    jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    open();
    const filter = await screen.findByRole('button', { name: 'Не передали: 1' });
    expect(screen.getAllByText(/Не передали/)).toHaveLength(1);
    await userEvent.click(filter);
    await waitFor(() => expect(filter).toHaveAttribute('aria-pressed', 'true'));
    expect(await screen.findByText('1–1 из 1')).toBeVisible();
    expect(queryOf(server.callsTo(LIST).at(-1), 'missing')).toBe('1');
    await userEvent.click(screen.getByRole('button', { name: 'Скачать CSV' }));
    await said('Файл сохранён');
    expect(saved).toHaveLength(1);
    expect(await textOf(saved[0])).toContain('Объект;Квартира\r\nул. Лесная, 12;43\r\n');
  });

  test('printed as a list by house', async () => {
    readingRoom(FLATS);
    globalThis.print = jest.fn();
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Не передали: 1' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Печать' }));
    await waitFor(() => expect(globalThis.print).toHaveBeenCalledTimes(1));
    expect(document.querySelector('[data-print-only]')).toHaveTextContent(
      'Не передали показания за март 2024ул. Лесная, 12 (1)43',
    );
    act(() => void globalThis.dispatchEvent(new Event('afterprint')));
    await waitFor(() => expect(document.querySelector('[data-print-only]')).toBeNull());
  });
});
