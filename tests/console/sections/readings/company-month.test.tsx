import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { SLOT_WIDGETS } from '#console/app/slots.ts';
import { companyToday, presentMonth } from '#console/data/company-clock.ts';
import { sentDay, sentText } from '#console/sections/readings/moment.ts';
import { setDate } from '#tests/support/console/clock.ts';
import { openSection } from '#tests/support/console/engine-stage.tsx';
import { data, flat, LIST, queryOf, READINGS, readingRoom } from '#tests/support/console/readings.ts';

/** In Moscow 01.04.2024 at 01:30, in London still 31.03. at 22:30, in Kamchatka 01.04. at 10:30, in New York 31.03. */
const EDGE = new Date('2024-03-31T22:30:00Z');

/** The page as the server of a company in this zone sends it. */
function companyIn(zone: string) {
  setDate(EDGE);
  const told = document.createElement('meta');
  told.name = 'time-zone';
  told.content = zone;
  document.head.append(told);
}
afterEach(() => {
  jest.useRealTimers();
  document.querySelector('meta[name="time-zone"]')?.remove();
});

describe('the month at its edge', () => {
  test.each([
    ['Europe/Moscow', '2024-04-01', '042024'],
    ['Asia/Kamchatka', '2024-04-01', '042024'],
    ['Europe/London', '2024-03-31', '032024'],
    ['America/New_York', '2024-03-31', '032024'],
  ])('READ-01: it is the company’s: %s', (zone, date, month) => {
    companyIn(zone);
    expect([companyToday().date, presentMonth()]).toEqual([date, month]);
  });

  test('READ-01: a page that names no zone goes by the clock of the browser', () => {
    setDate(new Date(2024, 2, 31, 23, 59));
    expect(presentMonth()).toBe('032024');
    setDate(new Date(2024, 3, 1, 0, 0));
    expect(presentMonth()).toBe('042024');
  });

  test.each([
    ['Asia/Kamchatka', 'апрель', '042024', 'Май', '2024-04-01'],
    ['America/New_York', 'март', '032024', 'Апрель', '2024-03-31'],
  ])(
    'READ-01, READ-04: %s: the list begins with its month and lets nothing beyond it be chosen',
    async (zone, month, wire, next, today) => {
      companyIn(zone);
      const server = readingRoom([flat(41)], { collects: data({ today, submit_start_day: 1, submit_end_day: 28 }) });
      openSection(READINGS, '/readings', SLOT_WIDGETS);
      const picker = await screen.findByRole('button', { name: `за ${month} 2024` });
      await screen.findByText('1–1 из 1');
      expect(server.callsTo(LIST).map((call) => queryOf(call, 'date'))).toEqual(server.callsTo(LIST).map(() => wire));
      // The round is about the month that readings are given for, and so is the list at first.
      expect(screen.getByRole('button', { name: 'Обход' })).not.toHaveAttribute('aria-disabled');
      await userEvent.click(picker);
      const months = within(screen.getByRole('dialog'));
      expect(months.getByRole('button', { name: next })).toHaveAttribute('aria-disabled', 'true');
      const present = `${month.charAt(0).toUpperCase()}${month.slice(1)}`;
      expect(months.getByRole('button', { name: present })).not.toHaveAttribute('aria-disabled');
    },
  );

  test.each([
    ['Europe/Moscow', '1 апр., 01:30', '1 апреля'],
    ['Asia/Kamchatka', '1 апр., 10:30', '1 апреля'],
    ['America/New_York', '31 мар., 18:30', '31 марта'],
  ])('READ-11, READ-20: %s: the day of a submission is the company’s, as its month is', (zone, moment, day) => {
    companyIn(zone);
    expect(sentText(EDGE.toISOString())).toBe(moment);
    expect(sentDay(EDGE.toISOString())).toBe(day);
    // New Year of the company, not of the browser.
    const newYear = '2023-12-31T21:30:00Z';
    expect(sentDay(newYear)).toBe(zone === 'America/New_York' ? '31 декабря 2023' : '1 января');
  });

  test.each([
    ['Asia/Kamchatka', 'Показания за апрель'],
    ['America/New_York', 'Показания за март'],
  ])('READ-18: %s: the form is headed by the month that the server will write down', async (zone, heading) => {
    companyIn(zone);
    readingRoom([flat(41)]);
    openSection(READINGS, '/add-readings', SLOT_WIDGETS);
    expect(await screen.findByRole('heading', { name: heading })).toBeVisible();
  });
});
