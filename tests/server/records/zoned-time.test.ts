import { zonedInstant } from '#server/records/zoned-time.ts';

test.each([
  ['Europe/Moscow', '2026-11-21T18:00', '2026-11-21T15:00'],
  ['Europe/Berlin', '2026-10-25T01:30', '2026-10-24T23:30'],
  // An hour that comes twice is the first of both, one that is left out is as long before.
  ['Europe/Berlin', '2026-10-25T02:30', '2026-10-25T00:30'],
  ['Europe/Berlin', '2026-10-25T03:30', '2026-10-25T02:30'],
  ['Europe/Berlin', '2026-03-29T02:30', '2026-03-29T01:30'],
  ['America/New_York', '2026-11-01T01:30', '2026-11-01T05:30'],
])('the clock of %s shows %s at %s UTC', (zone, shown, at) => {
  expect(zonedInstant(zone, `${shown}:00.000Z`)).toBe(`${at}:00.000Z`);
});

test('a time that there is not is no moment', () => {
  expect(zonedInstant('Europe/Moscow', '2026-02-30T10:00:00.000Z')).toBeNull();
  expect(zonedInstant('Europe/Moscow', '2026-02-20T25:00:00.000Z')).toBeNull();
});
