import { companyDay } from '#resources/days.ts';
import { COUNT } from '#resources/limits.ts';
import { commonWindow, isReadingDay } from '#resources/rules/readings/days.ts';
import {
  findGroupOption,
  hasSingleElectricity,
  METER_GROUPS,
  METER_TYPES,
  METERS_BY_GROUP,
  METERS_BY_READING_TYPE,
  OPTIONS_BY_GROUP,
  READING_TYPES,
  toMeters,
  toReadingTypes,
} from '#resources/rules/readings/meters.ts';
import { addMonths, countMonthsBetween, formatWireMonth, parseWireMonth } from '#resources/rules/readings/month.ts';
import { findUnlikelyReason, getUsualUse, unlikelyValue } from '#resources/rules/readings/unlikely-value.ts';
import { acceptedValue, verdict } from '#tests/support/rules.ts';

describe('meters and what a building collects', () => {
  test('READ-30: six meters, each in one group', () => {
    expect(METER_TYPES).toEqual(['water_cold', 'water_hot', 'elec_day', 'elec_night', 'gas', 'heating']);
    expect(METER_GROUPS.flatMap((group) => METERS_BY_GROUP[group])).toEqual(METER_TYPES);
  });

  test('READ-31: every reading type stands for its meters', () => {
    expect(METERS_BY_READING_TYPE).toEqual({
      water_cold: ['water_cold'],
      water_hot: ['water_hot'],
      water_hot_and_cold: ['water_cold', 'water_hot'],
      water_common: ['water_cold', 'water_hot'],
      elec_common: ['elec_day'],
      elec_day_and_night: ['elec_day', 'elec_night'],
      gas: ['gas'],
      heating: ['heating'],
    });
    expect(toMeters(['heating', 'elec_common', 'water_common', 'steam'])).toEqual([
      'water_cold',
      'water_hot',
      'elec_day',
      'heating',
    ]);
  });

  test('READ-31: the way back gives each option a form offers, and both names of hot and cold water the same', () => {
    for (const group of METER_GROUPS) {
      for (const option of OPTIONS_BY_GROUP[group]) {
        expect(toReadingTypes(METERS_BY_READING_TYPE[option])).toEqual([option]);
        expect(findGroupOption(group, [option])).toBe(option);
      }
    }
    expect(findGroupOption('water', ['water_common'])).toBe('water_hot_and_cold');
    expect(findGroupOption('water', ['water_cold', 'water_hot'])).toBe('water_hot_and_cold');
    expect(findGroupOption('gas', ['water_cold'])).toBeNull();
    expect(READING_TYPES.map((type) => toMeters(toReadingTypes(METERS_BY_READING_TYPE[type])))).toEqual(
      READING_TYPES.map((type) => METERS_BY_READING_TYPE[type]),
    );
    expect(toReadingTypes(['elec_night'])).toEqual(['elec_day_and_night']);
  });

  test('READ-32: electricity with one meter is single', () => {
    expect([
      hasSingleElectricity(['elec_day']),
      hasSingleElectricity(['elec_day', 'elec_night']),
      hasSingleElectricity(['gas']),
    ]).toEqual([true, false, false]);
  });
});

describe('days and months', () => {
  test('READ-15: a window holds both its ends', () => {
    const window = { submit_start_day: 15, submit_end_day: 15 };
    expect([14, 15, 16].map((day) => isReadingDay(window, day))).toEqual([false, true, false]);
    expect(isReadingDay({ submit_start_day: null, submit_end_day: null }, 15)).toBe(false);
  });

  test('READ-16: the common window is the one they all have; who collects nothing has no say', () => {
    const building = (from: number | null, to: number | null, types = ['gas']) => ({
      submit_start_day: from,
      submit_end_day: to,
      reading_types: types,
    });
    const none = { submit_start_day: null, submit_end_day: null };
    expect(commonWindow([building(1, 5), building(1, 5), building(null, null, [])])).toEqual({
      submit_start_day: 1,
      submit_end_day: 5,
    });
    expect(commonWindow([building(1, 5), building(1, 6)])).toEqual(none);
    expect(commonWindow([building(1, 5), building(null, null)])).toEqual(none);
    expect(commonWindow([])).toEqual(none);
  });

  test('READ-03: months on the wire and back, over the turn of a year', () => {
    expect(parseWireMonth('032024')).toBe(202_403);
    for (const wrong of ['132024', '002024', '32024', '2024-03', '031999', ''])
      expect(parseWireMonth(wrong)).toBeNull();
    expect(formatWireMonth(202_403)).toBe('032024');
    expect([addMonths(202_401, -1), addMonths(202_412, 1), addMonths(202_403, -27)]).toEqual([
      202_312, 202_501, 202_112,
    ]);
  });

  test('READ-15: the company decides which day it is', () => {
    const moment = new Date('2024-02-29T21:30:00Z');
    expect(companyDay(moment, 'Europe/Moscow')).toEqual({ date: '2024-03-01', month: 202_403, day: 1 });
    expect(companyDay(moment, 'Europe/Kaliningrad')).toEqual({ date: '2024-02-29', month: 202_402, day: 29 });
    expect(companyDay(moment, 'Asia/Kamchatka').date).toBe('2024-03-01');
  });
});

describe('values', () => {
  const meters = { kind: 'readings:meters', building: 'building', unit: 'unit', required: true } as const;
  const meter = { kind: 'meter', meter: 'gas', required: true } as const;

  test('READ-23, READ-26: six digits, zeros in front, numbers too, empty meters left out', () => {
    expect(acceptedValue(meters, { gas: '42', heating: '', water_cold: null, elec_day: 7 })).toEqual({
      gas: '000042',
      elec_day: '000007',
    });
    expect(acceptedValue(meter, '42')).toBe('000042');
    expect(verdict(meter, '1234567')).toBe('readings.rule.value');
    expect('1'.repeat(COUNT.meterDigits)).toHaveLength(6);
  });

  test('READ-27: one value at the least', () => {
    expect(verdict(meters, {})).toBe('readings.rule.none');
    expect(verdict(meters, { gas: '' })).toBe('readings.rule.none');
    expect(verdict(meters, { steam: '1' })).toBe('readings.rule.unknown');
  });

  test('READ-29: a value is held against the last one and against what this month has already', () => {
    const known = { last: '000100', thisMonth: '000112', usual: 10, months: 1 };
    expect(unlikelyValue('000099', known)).toEqual({ why: 'lower', comparedWith: '000100' });
    expect(unlikelyValue('000111', known)).toEqual({ why: 'given', comparedWith: '000112' });
    expect(unlikelyValue('000112', known)).toBeNull();
    expect(unlikelyValue('000141', known)).toEqual({ why: 'higher', comparedWith: '000100' });
    expect(unlikelyValue('000050', { ...known, last: null })).toEqual({ why: 'given', comparedWith: '000112' });
    expect(unlikelyValue('000111', { ...known, thisMonth: '' })).toBeNull();
    expect(unlikelyValue('999999', { last: null, thisMonth: null, usual: null, months: 1 })).toBeNull();
  });

  test('READ-29: what is lower or far above the usual deserves a look', () => {
    expect(findUnlikelyReason(99, 100, 10)).toBe('lower');
    expect(findUnlikelyReason(100, 100, 10)).toBeNull();
    expect(findUnlikelyReason(140, 100, 10)).toBeNull();
    expect(findUnlikelyReason(141, 100, 10)).toBe('higher');
    expect(findUnlikelyReason(700, 100, 200)).toBeNull();
    expect(findUnlikelyReason(701, 100, 200)).toBe('higher');
    // Three months of silence are the use of three.
    expect(findUnlikelyReason(190, 100, 10, 3)).toBeNull();
    expect(findUnlikelyReason(191, 100, 10, 3)).toBe('higher');
    expect(unlikelyValue('000160', { last: '000100', thisMonth: null, usual: 10, months: 6 })).toBeNull();
    expect(unlikelyValue('000160', { last: '000100', thisMonth: null, usual: 10, months: 1 })).toMatchObject({
      why: 'higher',
    });
    expect([
      countMonthsBetween(202311, 202402),
      countMonthsBetween(202402, 202402),
      countMonthsBetween(null, 202402),
    ]).toEqual([3, 1, 1]);
    expect(findUnlikelyReason(999_999, null, null)).toBeNull();
    expect(findUnlikelyReason(999_999, 100, null)).toBeNull();
    expect([getUsualUse([]), getUsualUse([5]), getUsualUse([100, 4, 6]), getUsualUse([-3, 8])]).toEqual([
      null,
      5,
      6,
      8,
    ]);
  });
});
