import { companyDayAndTime, dayBounds, momentLater } from '#console/engine/calendar/clock.ts';
import { isDay, rangeTitle, stepDay, viewTitle, visibleRange, WEEKDAYS } from '#console/engine/calendar/days.ts';
import { datedRecords, dateRecord, valuesMovedTo, weekLanes } from '#console/engine/calendar/spans.ts';
import { type CalendarFields, calendarFields } from '#resources/language/calendar.ts';
import type { ResourceInput } from '#resources/language/define-resource.ts';
import { madeUp } from '#tests/support/console/definitions.ts';

/** A calendar by fields of a kind. */
function calendarOf(kind: 'date' | 'moment'): CalendarFields {
  const fields: ResourceInput['fields'] = {
    from: { kind, label: 'С', wire: 'from_day' },
    to: { kind, label: 'По' },
  };
  const found = calendarFields(madeUp({ fields, list: { layout: 'calendar', calendar: { from: 'from', to: 'to' } } }));
  if (!found) throw new Error('no calendar');
  return found;
}
const DAYS = calendarOf('date');
const MOMENTS = calendarOf('moment');

/** The zone that the page names. */
function setZone(zone: string): void {
  document.head.innerHTML = `<meta name="time-zone" content="${zone}">`;
}
afterEach(() => {
  document.head.innerHTML = '';
});

test('a month is shown in whole weeks that begin on Monday, an agenda in its own days', () => {
  expect(WEEKDAYS.map(({ short }) => short).join(' ')).toBe('Пн Вт Ср Чт Пт Сб Вс');
  expect(visibleRange('month', '2026-11-28')).toEqual({ first: '2026-10-26', last: '2026-12-06' });
  expect(visibleRange('month', '2027-02-10')).toEqual({ first: '2027-02-01', last: '2027-02-28' });
  expect(visibleRange('agenda', '2028-02-10')).toEqual({ first: '2028-02-01', last: '2028-02-29' });
  expect(visibleRange('week', '2026-11-29')).toEqual({ first: '2026-11-23', last: '2026-11-29' });
  expect([isDay('2026-02-29'), isDay('2028-02-29'), isDay('28.11.2026'), isDay(null)]).toEqual([
    false,
    true,
    false,
    false,
  ]);
});

test('a look leads to the next one and is called in Russian', () => {
  expect([stepDay('month', '2026-12-31', 1), stepDay('agenda', '2026-01-31', -1)]).toEqual([
    '2027-01-01',
    '2025-12-01',
  ]);
  expect([stepDay('week', '2026-12-28', 1), stepDay('day', '2026-12-31', 1)]).toEqual(['2027-01-04', '2027-01-01']);
  expect(viewTitle('month', '2026-11-28')).toBe('ноябрь 2026');
  expect(viewTitle('week', '2026-11-28').replace(/\s/g, ' ')).toBe('23–29 ноября 2026');
  expect(viewTitle('day', '2026-11-28')).toBe('суббота, 28 ноября 2026');
  expect(rangeTitle({ first: '2026-12-05', last: '2026-12-07' }, '2026-11-28')).toBe('5–7 декабря');
  expect(rangeTitle({ first: '2027-01-05', last: '2027-01-05' }, '2026-11-28')).toBe('5 января 2027');
});

test('a record stands on all days from the first to the last; an end before the beginning counts as none', () => {
  const record = (from_day: unknown, to: unknown) => dateRecord(DAYS, { id: 1, from_day, to });
  expect(record('2026-11-28', '2026-12-02')).toMatchObject({ first: '2026-11-28', last: '2026-12-02', time: null });
  expect(record('2026-11-28', null)).toMatchObject({ first: '2026-11-28', last: '2026-11-28' });
  expect(record('2026-11-28', '2026-11-20')).toMatchObject({ last: '2026-11-28' });
  expect([record(null, '2026-11-20'), record('soon', null)]).toEqual([null, null]);
});

test('moments stand on the days of the company’s clock', () => {
  setZone('Asia/Vladivostok');
  const record = { id: 1, from_day: '2026-11-28T15:30:00.000Z', to: '2026-11-29T15:30:00.000Z' };
  expect(dateRecord(MOMENTS, record)).toMatchObject({ first: '2026-11-29', last: '2026-11-30', time: '01:30' });
  expect(dayBounds('2026-11-29', '2026-11-29')).toEqual(['2026-11-28T14:00:00.000Z', '2026-11-29T13:59:59.999Z']);
});

test('a record on another day keeps its length and its time of the day, also where clocks change between', () => {
  expect(valuesMovedTo(DAYS, { id: 1, from_day: '2026-11-28', to: '2026-12-01' }, '2027-02-27')).toEqual({
    from_day: '2027-02-27',
    to: '2027-03-02',
  });
  expect(valuesMovedTo(DAYS, { id: 1, from_day: '2026-11-28', to: null }, '2026-11-28')).toBeNull();
  expect(valuesMovedTo(DAYS, { id: 1, from_day: null, to: null }, '2026-11-28')).toEqual({ from_day: '2026-11-28' });
  setZone('Europe/Berlin');
  // The clocks go forward on 29 March.
  expect(momentLater('2026-03-28T08:15:30.000Z', 2)).toBe('2026-03-30T07:15:30.000Z');
  expect(companyDayAndTime('2026-03-30T07:15:30.000Z')).toEqual({ day: '2026-03-30', time: '09:15' });
  expect(valuesMovedTo(MOMENTS, { id: 1, from_day: null, to: null }, '2026-11-28')).toEqual({
    from_day: '2026-11-28T08:00:00.000Z',
  });
});

test('a record of several days has one lane on all of them, and the next one takes what is free', () => {
  const records = [
    { id: 1, from_day: '2026-11-20', to: '2026-11-24' },
    { id: 2, from_day: '2026-11-24', to: '2026-11-26' },
    { id: 3, from_day: '2026-11-26', to: null },
    { id: 4, from_day: '2026-11-29', to: '2026-12-09' },
  ];
  const lanes = weekLanes(datedRecords(DAYS, records), '2026-11-23');
  expect(lanes.map((day) => day.map((one) => one?.record.id ?? null))).toEqual([
    [1],
    [1, 2],
    [null, 2],
    [3, 2],
    [],
    [],
    [4],
  ]);
});
