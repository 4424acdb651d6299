// Runs in test:all alone: rare ways to fill in the round, which is in round-table.test.tsx.
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { session } from '#console/data/session/session.ts';
import { placeBlock } from '#console/sections/readings/round/place-block.ts';
import type { MeterItem } from '#resources/protocol/readings/readings.ts';
import { BUILDING, DATA, data, flat, GIVE, LIST, OTHER, pageOf, queryOf } from '#tests/support/console/readings.ts';
import { giveRoundRoom, openRound } from '#tests/support/console/round-table.ts';
import { delayedReply } from '#tests/support/console/server.ts';

const flats = (from: number, count: number, change: Partial<MeterItem> = {}) =>
  Array.from({ length: count }, (_, index) => flat(from + index, change));
const box = (flat: number, meter = 'Холодная вода') =>
  screen.findByRole<HTMLInputElement>('textbox', { name: `${meter}, квартира ${flat}` });
const noBox = (flat: number) => screen.queryByRole('textbox', { name: `Холодная вода, квартира ${flat}` });
const pasted = (box: HTMLElement, text: string) => fireEvent.paste(box, { clipboardData: { getData: () => text } });

giveRoundRoom();

/** Scrolls the round to a row. */
function scrollTo(row: number) {
  const scroll = screen.getByRole('table', { name: /таблица обхода/ }).parentElement as HTMLElement;
  scroll.scrollTop = row * 44;
  fireEvent.scroll(scroll);
}

describe('what is pasted into a round', () => {
  test('READ-22: a value without a cell is told of with its reason, an empty one is none', () => {
    const [one, two] = flats(1, 2, { collects: ['gas'] }) as [MeterItem, MeterItem];
    const block = [
      ['1', '2', ''],
      ['', '3', '4'],
      ['', '5', ''],
    ];
    const table = { column: 0, flats: [one, two], meters: ['water_cold', 'gas'] as const, formatMeter: String };
    expect(placeBlock(block, table)).toEqual({
      placed: [
        { flat: one, meter: 'gas', value: '2' },
        { flat: two, meter: 'gas', value: '3' },
      ],
      unplaced: [
        { value: '1', why: 'meter', where: { flat: '1', meter: 'water_cold' } },
        { value: '4', why: 'beside', where: null },
        { value: '5', why: 'below', where: null },
      ],
    });
  });

  test('READ-22: values below the last flat, beside the last meter and on a meter that is not there stay in sight until put away', async () => {
    const partly = flat(2, { collects: ['water_hot'] });
    const server = openRound([flat(1), partly, flat(3)]);
    const first = await box(1);
    act(() => first.focus());
    pasted(first, '105\t55\r\n106\t56\r\n107\t57\r\n108\r\n109\r\n');
    await screen.findByText('Сохранено: 5');
    expect(screen.getByRole('alert')).toHaveTextContent(/^3 значения не вставлены: для них нет ячеек/);
    expect(screen.getByText('Ниже последней квартиры: 108; 109')).toBeVisible();
    expect(screen.getByText('Такого счётчика в доме нет: кв. 2, Холодная вода – 106')).toBeVisible();
    expect(server.callsTo(GIVE)).toHaveLength(5);
    expect(await box(3)).toHaveFocus();

    pasted(await box(3, 'Электричество'), '1\t2');
    expect(await screen.findByText('Правее последнего счётчика: 2')).toBeVisible();
    expect(screen.getByRole('alert')).toHaveTextContent(/^4 значения не вставлены/);
    await userEvent.click(screen.getByRole('button', { name: 'Убрать' }));
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('the rows of a round', () => {
  test('READ-25: the row that is typed in stays in the page however far one scrolls, and takes what is typed on', async () => {
    const server = openRound(flats(1, 90));
    const user = userEvent.setup();
    await user.click(await box(1));
    await user.keyboard('10');
    scrollTo(70);
    expect(await box(71)).toBeVisible();
    expect(noBox(40)).toBeNull();
    expect(await box(1)).toHaveFocus();
    await user.keyboard('5');
    await user.click(await box(72));
    await screen.findByText('Сохранено: 1');
    expect(server.callsTo(GIVE).map(({ body }) => body)).toEqual([{ unit: 1, readings: { water_cold: '000105' } }]);
    scrollTo(75);
    await waitFor(() => expect(noBox(1)).toBeNull());
    scrollTo(0);
    expect(await box(1)).toHaveValue('000105');
  });

  test('READ-25: what is being typed while the round ends by another way is sent', async () => {
    const server = openRound(flats(1, 3));
    const user = userEvent.setup();
    await user.click(await box(2));
    await user.keyboard('77');
    // No press of a button, which would leave the cell first.
    act(() => session.checkedBuildings.set([]));
    await waitFor(() =>
      expect(server.callsTo(GIVE).map(({ body }) => body)).toEqual([{ unit: 2, readings: { water_cold: '000077' } }]),
    );
  });

  test('READ-16: flats of a building that come after another one was chosen stay out of its table', async () => {
    const late = delayedReply({ json: pageOf(flats(1, 3), { url: '/?page=1&page_size=100' } as never) });
    const others = flats(11, 2);
    const server = openRound([], {
      answers: {
        [DATA]: (call) => ({ json: data({ open_buildings: [Number(queryOf(call, 'buildings_id'))] }) }),
        [LIST]: (call) =>
          queryOf(call, 'buildings_id') === String(BUILDING) && queryOf(call, 'norms')
            ? late.reply()
            : { json: pageOf(others, call) },
      },
    });
    await waitFor(() => expect(server.callsTo(LIST).some((call) => queryOf(call, 'norms'))).toBe(true));
    act(() => session.checkedBuildings.set([OTHER]));
    expect(await box(11)).toBeVisible();
    await act(async () => late.release());
    expect(noBox(1)).toBeNull();
    expect(await box(12)).toBeVisible();
    expect(screen.getByRole('table', { name: /таблица обхода/ })).toHaveAttribute('aria-rowcount', '3');
  });

  test('READ-18: the keys begin in the first cell that has a meter, and in it again for another building', async () => {
    openRound([], {
      answers: {
        [DATA]: (call) => ({ json: data({ open_buildings: [Number(queryOf(call, 'buildings_id'))] }) }),
        [LIST]: (call) => {
          const mine = queryOf(call, 'buildings_id') === String(BUILDING);
          const listed = mine ? [flat(1, { collects: ['elec_day'] }), flat(2)] : flats(11, 2);
          return { json: pageOf(listed, call) };
        },
      },
    });
    await waitFor(async () => expect(await box(1, 'Электричество')).toHaveFocus());
    act(() => session.checkedBuildings.set([OTHER]));
    await waitFor(async () => expect(await box(11)).toHaveFocus());
  });

  test('READ-03: a page that fails is not asked for again and again', async () => {
    const listed = flats(1, 150);
    const server = openRound([], {
      answers: {
        [LIST]: (call) => (queryOf(call, 'page') === '2' ? { status: 503, json: {} } : { json: pageOf(listed, call) }),
      },
    });
    await box(1);
    scrollTo(120);
    const second = () => server.callsTo(LIST).filter((call) => queryOf(call, 'page') === '2').length;
    await waitFor(() => expect(second()).toBe(1));
    await act(async () => undefined);
    await act(async () => undefined);
    expect(second()).toBe(1);
  });
});
