import { screen, waitFor } from '@testing-library/react';
import { SLOT_WIDGETS } from '#console/app/slots.ts';
import type { MeterItem } from '#resources/protocol/readings/readings.ts';
import { setDate } from '#tests/support/console/clock.ts';
import { openSection } from '#tests/support/console/engine-stage.tsx';
import { BUILDING, DATA, data, flat, OTHER, READINGS, readingRoom } from '#tests/support/console/readings.ts';

const NOW = new Date(2024, 2, 20, 12);
beforeEach(() => setDate(NOW));
afterEach(() => jest.useRealTimers());

const FLATS: MeterItem[] = [41, 42, 43, 44].map((id) => flat(id));
const open = (address = '/readings') => openSection(READINGS, address, SLOT_WIDGETS);
const create = () => screen.findByText('Добавить показания');
const link = async () => (await create()).closest('a, [role=link]') as HTMLElement;

describe('the days of readings', () => {
  test('READ-14, READ-15: the header says them, the link works when a house is open', async () => {
    readingRoom(FLATS);
    open();
    expect(await screen.findByText('с 15 по 25 число месяца')).toBeVisible();
    await waitFor(async () => expect(await link()).toHaveAttribute('href', '/add-readings'));
  });

  test.each([
    ['READ-15: outside of the days', { open_buildings: [] }, 'Приём с 15 по 25 число месяца'],
    [
      'READ-17: no days set',
      { submit_start_day: null, submit_end_day: null, open_buildings: [] },
      'Дни приёма не заданы',
    ],
  ])('%s: the link is greyed and says why', async (_name, change, why) => {
    readingRoom(FLATS, { collects: data(change) });
    open();
    await screen.findByText('1–4 из 4');
    await waitFor(async () => expect(await link()).toHaveAccessibleDescription(expect.stringContaining(why)));
    expect(await link()).not.toHaveAttribute('href');
    if (!('submit_start_day' in change)) expect(screen.getByText('с 15 по 25 число месяца')).toBeVisible();
    else expect(screen.queryByText(/число месяца/)).toBeNull();
  });

  test('READ-15: on the 31st, which no days of readings reach, the link says until when they are taken', async () => {
    setDate(new Date(2024, 4, 31, 12));
    const days = { submit_start_day: 1, submit_end_day: 28 };
    const { open_buildings: _, today: __, ...bare } = data(days);
    readingRoom(FLATS, { answers: { [DATA]: { json: bare, malformed: true } } });
    open();
    await screen.findByText('1–4 из 4');
    const why = expect.stringContaining('Приём с 1 по 28 число месяца');
    await waitFor(async () => expect(await link()).toHaveAccessibleDescription(why));
    expect(await link()).not.toHaveAttribute('href');
  });

  test('READ-15, PERM-11: without the right it is greyed whatever the day', async () => {
    readingRoom(FLATS, { level: 'read' });
    open();
    await screen.findByText('1–4 из 4');
    expect(await link()).toHaveAccessibleDescription(expect.stringContaining('Нет права «Показания'));
  });

  test('READ-16: several houses that differ: no text, the link works while any of them is open', async () => {
    const differ = { submit_start_day: null, submit_end_day: null };
    readingRoom(FLATS, { checked: [BUILDING, OTHER], collects: data({ ...differ, open_buildings: [OTHER] }) });
    const view = open();
    await screen.findByText('1–4 из 4');
    await waitFor(async () => expect(await link()).toHaveAttribute('href', '/add-readings'));
    expect(screen.queryByText(/число месяца/)).toBeNull();
    view.unmount();
    readingRoom(FLATS, { checked: [BUILDING, OTHER], collects: data({ ...differ, open_buildings: [] }) });
    open();
    await waitFor(async () =>
      expect(await link()).toHaveAccessibleDescription(expect.stringContaining('ни в одном из выбранных домов')),
    );
  });

  test('READ-15: a server that tells only the days is believed by this clock', async () => {
    const { open_buildings: _, today: __, ...bare } = data({ submit_start_day: 20, submit_end_day: 20 });
    readingRoom(FLATS, { answers: { [DATA]: { json: bare, malformed: true } } });
    open();
    await waitFor(async () => expect(await link()).toHaveAttribute('href', '/add-readings'));
  });
});

describe('the round', () => {
  const table = () => screen.queryByRole('table', { name: /таблица обхода/ });
  const button = () => screen.findByRole('button', { name: 'Обход' });

  test('is of the present month of the company, whatever the address asks and this clock says', async () => {
    readingRoom(FLATS, { collects: data({ today: '2024-04-01' }) });
    const view = open('/readings?round=1');
    const why = 'Обход вносит показания только за текущий месяц';
    await waitFor(async () => expect(await button()).toHaveAccessibleDescription(why));
    expect(table()).toBeNull();
    view.unmount();
    readingRoom(FLATS);
    open('/readings?round=1');
    expect(await screen.findByRole('button', { name: 'Закончить обход' })).toBeVisible();
  });

  test('READ-15, PERM-11: is not there outside of the days, nor without the right', async () => {
    readingRoom(FLATS, { collects: data({ open_buildings: [], today: '2024-03-29' }) });
    const view = open('/readings?round=1');
    await waitFor(async () => expect(await button()).toHaveAccessibleDescription('Приём с 15 по 25 число месяца'));
    expect(table()).toBeNull();
    view.unmount();
    readingRoom(FLATS, { level: 'read' });
    open('/readings?round=1');
    await waitFor(async () =>
      expect(await button()).toHaveAccessibleDescription(expect.stringContaining('Нет права «Показания')),
    );
    await screen.findByText('1–4 из 4');
    expect(table()).toBeNull();
  });
});
