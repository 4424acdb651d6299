import { adjustRange, completeDay } from '#resources/rules/readings/days.ts';
import { dayRange, readingTypes } from '#resources/sections/kinds/buildings.ts';

describe('a day of the month that is left', () => {
  test.each([
    ['SET-33', '5', '05'],
    ['SET-33', '05', '05'],
    ['SET-33', '31', '28'],
    ['SET-33', '28', '28'],
    ['SET-33', '99', '28'],
    ['SET-33', 'ab', ''],
    ['SET-33', '1a', '01'],
    ['SET-33', '', ''],
    ['SET-33', ' 7 ', '07'],
    ['SET-36', '0', '01'],
    ['SET-36', '00', '01'],
  ])('%s: «%s» becomes «%s»', (_item, typed, day) => {
    expect(completeDay(typed)).toBe(day);
  });

  test.each([
    ['SET-34', { start: '15', end: '10' }, 'start', { start: '15', end: '15' }],
    ['SET-34', { start: '9', end: '10' }, 'start', { start: '09', end: '10' }],
    ['SET-35', { start: '15', end: '10' }, 'end', { start: '10', end: '10' }],
    ['SET-35', { start: '15', end: '16' }, 'end', { start: '15', end: '16' }],
    ['SET-33', { start: '', end: '10' }, 'start', { start: '', end: '10' }],
    ['SET-33', { start: '40', end: '' }, 'start', { start: '28', end: '' }],
    ['SET-34, SET-36', { start: '31', end: '00' }, 'end', { start: '01', end: '01' }],
  ] as const)('%s: %j, the %s left, becomes %j', (_item, range, part, next) => {
    expect(adjustRange(range, part)).toEqual(next);
  });
});

describe('the range on the wire', () => {
  const options = { start: 'from', end: 'to' };
  const rule = dayRange.rule(options, 'missing');
  const message = (value: unknown) => rule.safeParse(value).error?.issues[0];

  test('SET-33: is read into two digits and written as numbers, nothing as null', () => {
    expect(dayRange.read?.({ from: 5, to: 25 }, options)).toEqual({ start: '05', end: '25' });
    expect(dayRange.read?.({ from: null, to: null }, options)).toEqual({ start: '', end: '' });
    expect(dayRange.write?.({ start: '05', end: '25' }, options)).toEqual({ from: 5, to: 25 });
    expect(dayRange.write?.({ start: '', end: '' }, options)).toEqual({ from: null, to: null });
  });

  test('SET-37: one day alone is not enough, none is', () => {
    expect(message({ from: 5, to: null })).toMatchObject({ message: 'missing', path: ['to'] });
    expect(message({ from: null, to: 5 })).toMatchObject({ message: 'missing', path: ['from'] });
    expect(rule.safeParse({ from: null, to: null }).success).toBe(true);
    expect(dayRange.isGiven?.({ from: null, to: null })).toBe(false);
    expect(dayRange.isGiven?.({ from: 1, to: 2 })).toBe(true);
  });

  test('SET-33: knows no day after the 28th, and no last day before the first', () => {
    expect(message({ from: 1, to: 29 })?.message).toBe('validation.numberHigh');
    expect(message({ from: 0, to: 2 })?.message).toBe('validation.numberLow');
    expect(message({ from: 9, to: 2 })).toMatchObject({ message: 'validation.dayOrder', path: ['to'] });
  });
});

describe('what a building collects', () => {
  test('SET-31, SET-32: has one option a group', () => {
    const rule = readingTypes.rule({}, 'missing');
    expect(rule.parse(['water_cold', 'water_hot', 'gas'])).toEqual(['water_hot_and_cold', 'gas']);
    expect(rule.parse(['water_common'])).toEqual(['water_common']);
    expect(rule.parse(['heating', 'elec_common', 'elec_day_and_night'])).toEqual(['elec_day_and_night', 'heating']);
    expect(rule.parse([])).toEqual([]);
    expect(rule.safeParse(null).error?.issues[0]?.message).toBe('missing');
    expect(rule.safeParse(['steam']).error?.issues[0]?.message).toBe('validation.choice');
  });
});
