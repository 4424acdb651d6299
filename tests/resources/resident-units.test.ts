import { validateField } from '#console/fields/field-rule.ts';
import { fieldRule } from '#resources/language/payload.ts';
import { cameras } from '#resources/sections/cameras.ts';
import { units as kind } from '#resources/sections/kinds/residents.ts';
import { residents } from '#resources/sections/residents.ts';

const { units } = residents.fields;
const pair = (building: number | null, unit: number | null) => ({ building, unit });

test('RES-24: the form has name, surname, telephone, gender and units', () => {
  expect(Object.keys(residents.fields).sort()).toEqual(['gender', 'name', 'phoneNumber', 'surname', 'units']);
});

test('RES-29: what a pair lacks is said: the object first, then the flat', () => {
  expect(validateField(units, kind.initial({}))).toBe('validation.object');
  expect(validateField(units, [pair(3, null)])).toBe('validation.flat');
  expect(validateField(units, [pair(3, 48), pair(null, null)])).toBe('validation.object');
  expect(validateField(units, [pair(3, 48)])).toBeNull();
});

test('RES-32, RES-40: ten units at the most, each sent once', () => {
  const rule = fieldRule(units);
  const eleven = Array.from({ length: 11 }, (_, at) => at + 1);
  expect(rule.safeParse(eleven.slice(0, 10)).success).toBe(true);
  expect(rule.safeParse(eleven).error?.issues[0]?.message).toBe('validation.unitsMax');
  expect(rule.parse([...eleven.slice(0, 10), 1, '2'])).toHaveLength(10);
  expect(kind.write?.([pair(3, 48), pair(3, 48), pair(3, null)], {})).toEqual([48]);
});

test('RES-37: a record’s units are pairs of house and flat', () => {
  const wire = [{ unit_type: 'flat', object: { id: 48, label: '48', building: { id: 3 } } }];
  expect(kind.read?.(wire, {})).toEqual([pair(3, 48)]);
  expect(kind.read?.([], {})).toEqual([pair(null, null)]);
});

test('RES-26: the other name field, of a camera, has 3 to 60 characters and the same message', () => {
  const rule = fieldRule(cameras.fields.name);
  expect(rule.safeParse('Дв').error?.issues[0]?.message).toBe('validation.nameLength');
  expect(rule.safeParse('Дво').success).toBe(true);
  expect(rule.safeParse('Д'.repeat(61)).error?.issues[0]?.message).toBe('validation.nameLength');
});
