import { boundDate, fromDate } from '#console/fields/date/days.ts';
import { validateField } from '#console/fields/field-rule.ts';

afterEach(() => {
  jest.useRealTimers();
  document.head.innerHTML = '';
});

test('today in the bounds of a date is the day of the company, as on the server: in Moscow it is the sixth already', () => {
  document.head.innerHTML = '<meta name="time-zone" content="Europe/Moscow">';
  jest.useFakeTimers({ now: new Date('2026-03-05T22:30:00Z') });
  const from = { kind: 'date', from: 'today' } as const;
  expect([validateField(from, '2026-03-05'), validateField(from, '2026-03-06')]).toEqual([
    'validation.dateEarly',
    null,
  ]);
  const to = { kind: 'date', to: 'today' } as const;
  expect([validateField(to, '2026-03-06'), validateField(to, '2026-03-07')]).toEqual([null, 'validation.dateLate']);
  const today = boundDate('today');
  expect(today && fromDate(today)).toBe('2026-03-06');
  // A form that stands open over midnight follows.
  jest.setSystemTime(new Date('2026-03-06T21:30:00Z'));
  expect(validateField(from, '2026-03-06')).toBe('validation.dateEarly');
});
