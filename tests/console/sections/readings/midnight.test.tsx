import { screen, waitFor } from '@testing-library/react';
import { SLOT_WIDGETS } from '#console/app/slots.ts';
import { pass, stopClock } from '#tests/support/console/clock.ts';
import { openSection } from '#tests/support/console/engine-stage.tsx';
import { BUILDING, DATA, data, flat, LIST, queryOf, READINGS, readingRoom } from '#tests/support/console/readings.ts';
import type { MadeUpServer } from '#tests/support/console/server.ts';

const NIGHT = new Date(2024, 2, 31, 23, 59, 30);
const open = (address = '/readings') => openSection(READINGS, address, SLOT_WIDGETS);
const link = async () => (await screen.findByText('Добавить показания')).closest('a, [role=link]') as HTMLElement;
const month = (name: string) => screen.findByRole('button', { name: `за ${name} 2024` });
const lastMonth = (server: MadeUpServer) =>
  queryOf(
    server.callsTo(LIST).findLast((call) => !queryOf(call, 'missing')),
    'date',
  );

/** A building that takes readings on the first days of a month; the server's clock is behind this one. */
function room(behind = 0): MadeUpServer {
  const server = readingRoom([flat(41)]);
  server.answer(DATA, () => {
    const now = new Date(Date.now() - behind);
    const first = now.getDate() === 1;
    const today = first ? '2024-04-01' : '2024-03-31';
    const json = data({ submit_start_day: 1, submit_end_day: 5, open_buildings: first ? [BUILDING] : [], today });
    return { json };
  });
  return server;
}

let user: ReturnType<typeof stopClock>;
beforeEach(() => {
  user = stopClock();
  jest.setSystemTime(NIGHT);
});
afterEach(() => void jest.useRealTimers());

describe('readings that are left open over midnight', () => {
  test('READ-01, READ-14, READ-15: they show the new month, and the days of submission as they are now', async () => {
    const server = room();
    open();
    await month('март');
    await screen.findByText('1–1 из 1');
    await waitFor(async () => expect(await link()).not.toHaveAttribute('href'));
    expect(server.callsTo(DATA)).toHaveLength(1);
    // A filter that is no month leaves the month to the calendar.
    await user.click(await screen.findByRole('button', { name: 'Не передали: 1' }));
    await pass(20_000);
    expect(server.callsTo(DATA)).toHaveLength(1);
    await pass(11_000);
    await month('апрель');
    await waitFor(async () => expect(await link()).toHaveAttribute('href', '/add-readings'));
    expect(server.callsTo(DATA)).toHaveLength(2);
    const last = server.callsTo(LIST).at(-1);
    expect([queryOf(last, 'missing'), queryOf(last, 'date')]).toEqual(['1', '042024']);
    // And so on: the next day is asked for, too.
    await pass(24 * 60 * 60 * 1000);
    expect(server.callsTo(DATA).length).toBeGreaterThan(2);
  });

  test('READ-01: a month that was chosen stays, only the days of submission are new', async () => {
    const server = room();
    open(`/readings?page=1&perPage=10&sort=id&order=ASC&filter=${encodeURIComponent('{"date":"022024"}')}`);
    await month('февраль');
    await screen.findByText('1–1 из 1');
    await pass(31_000);
    await waitFor(async () => expect(await link()).toHaveAttribute('href', '/add-readings'));
    await month('февраль');
    expect(lastMonth(server)).toBe('022024');
  });

  test('READ-16: a server whose clock is a little behind is asked again until its day begins', async () => {
    const server = room(20_000);
    open();
    await screen.findByText('1–1 из 1');
    await pass(31_000);
    await waitFor(() => expect(server.callsTo(DATA)).toHaveLength(2));
    expect(await link()).not.toHaveAttribute('href');
    await pass(60_000);
    await waitFor(async () => expect(await link()).toHaveAttribute('href', '/add-readings'));
    expect(server.callsTo(DATA)).toHaveLength(3);
    await pass(10 * 60_000);
    expect(server.callsTo(DATA)).toHaveLength(3);
  });
});
