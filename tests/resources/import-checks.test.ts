import { type ImportCode, SPECIFIED_IMPORT_CODES } from '#resources/protocol/import/import.ts';
import { checkLine, markDuplicatePhone } from '#resources/rules/import/checks.ts';
import { type ImportUnit, indexUnits } from '#resources/rules/import/names.ts';
import { readImportPhone } from '#resources/rules/import/phone.ts';
import type { ImportLine } from '#resources/rules/import/table.ts';

const UNITS: ImportUnit[] = [
  { id: 1, unit_type: 'flat', label: '48' },
  { id: 2, unit_type: 'flat', label: '013' },
  { id: 3, unit_type: 'office', label: 'оф. 3' },
  { id: 4, unit_type: 'parking', label: 'м/м 5' },
  { id: 5, unit_type: 'storage', label: '7' },
  { id: 6, unit_type: 'flat', label: '7' },
  { id: 7, unit_type: 'flat', label: '12А' },
];
const units = indexUnits(UNITS);
const GOOD: ImportLine = {
  row: 2,
  label: '48',
  last_name: 'Калинина',
  first_name: 'Дарья',
  phone_number: '89164082217',
};
const codes = (line: Partial<ImportLine>) => checkLine({ ...GOOD, ...line }, units).errors;

/** Changes to a right row that give each code alone. */
const SPOILED: Readonly<Record<Exclude<ImportCode, 'ALREADY_EXIST_PHONE'>, Partial<ImportLine>>> = {
  EMPTY_FIELD_UNIT: { label: '' },
  UNAVAILABLE_UNIT: { label: '901' },
  EMPTY_FIELD_LAST_NAME: { last_name: '' },
  EMPTY_FIELD_FIRST_NAME: { first_name: '' },
  LONG_FIELD_LAST_NAME: { last_name: 'а'.repeat(61) },
  LONG_FIELD_FIRST_NAME: { first_name: 'а'.repeat(61) },
  BROKEN_FIELD_LAST_NAME: { last_name: '#N/A' },
  BROKEN_FIELD_FIRST_NAME: { first_name: 'Д\ufffdрья' },
  EMPTY_FIELD_PHONE_NUMBER: { phone_number: '' },
  INCORRECT_FORMAT_PHONE: { phone_number: '8 916 55' },
};

describe('rows of a list', () => {
  it('IMPORT-07 IMPORT-23 a sound one has its unit and the phone as it is stored', () => {
    expect(checkLine(GOOD, units)).toEqual({
      id: 1,
      label: '48',
      last_name: 'Калинина',
      first_name: 'Дарья',
      phone_number: '+79164082217',
      errors: [],
      row: 2,
    });
  });

  it.each(Object.entries(SPOILED))('%s comes alone where nothing else is wrong', (code, line) => {
    expect(codes(line)).toEqual([code]);
  });

  it('IMPORT-21 every code comes together with every other that is about something else', () => {
    const names = Object.keys(SPOILED) as (keyof typeof SPOILED)[];
    for (const one of names) {
      for (const other of names) {
        const both = { ...SPOILED[one], ...SPOILED[other] };
        if (Object.keys(both).length < 2) continue;
        expect([...codes(both)].sort()).toEqual([one, other].sort());
      }
    }
    expect(codes({ label: '', last_name: '', first_name: '', phone_number: '' })).toEqual([
      'EMPTY_FIELD_UNIT',
      'EMPTY_FIELD_LAST_NAME',
      'EMPTY_FIELD_FIRST_NAME',
      'EMPTY_FIELD_PHONE_NUMBER',
    ]);
  });

  it('the codes of the specification are all there', () => {
    expect([...SPECIFIED_IMPORT_CODES].sort()).toEqual(
      [...Object.keys(SPOILED).filter((code) => !/^(?:LONG|BROKEN)/.test(code)), 'ALREADY_EXIST_PHONE'].sort(),
    );
  });

  it('a line whose quotes are doubtful is looked at by a person first', () => {
    expect(codes({ isDoubtful: true })).toEqual(['BROKEN_FIELD_LAST_NAME']);
    expect(codes({ isDoubtful: true, first_name: '' })).toEqual(['EMPTY_FIELD_FIRST_NAME']);
  });

  it('a name may have 60 characters, counted as a person counts them', () => {
    expect(codes({ last_name: 'а'.repeat(60), first_name: '𝒟'.repeat(60) })).toEqual([]);
    expect(codes({ first_name: '𝒟'.repeat(61) })).toEqual(['LONG_FIELD_FIRST_NAME']);
  });

  it('a phone is taken by the data or by an earlier row, however both write it', () => {
    const seen = new Set<string>();
    const written = ['89164082217', '+7 916 408-22-17', '8 925 113 90 64', '8 916 55', '8 916 55', ''];
    const rows = written.map((phone_number) => checkLine({ ...GOOD, phone_number }, units));
    for (const row of rows) markDuplicatePhone(row, new Set(['+79251139064']), seen);
    expect(rows.map(({ errors }) => errors)).toEqual([
      [],
      ['ALREADY_EXIST_PHONE'],
      ['ALREADY_EXIST_PHONE'],
      ['INCORRECT_FORMAT_PHONE'],
      ['INCORRECT_FORMAT_PHONE'],
      ['EMPTY_FIELD_PHONE_NUMBER'],
    ]);
  });
});

describe('units', () => {
  it.each([
    ['48', 1],
    ['кв. 48', 1],
    ['Кв №48', 1],
    ['квартира 48', 1],
    ['№ 48', 1],
    ['013', 2],
    ['13', null],
    ['0048', null],
    ['оф. 3', 3],
    ['Офис 3', 3],
    ['оф3', 3],
    ['м/м 5', 4],
    ['машиноместо 5', 4],
    ['3', null],
    ['7', 6],
    ['12а', 7],
    ['12 А', 7],
    ['48 49', null],
  ])('IMPORT-14 «%s» is unit %s', (label, id) => {
    expect(checkLine({ ...GOOD, label }, units).id).toBe(id);
  });
});

describe('phones', () => {
  it.each([
    '89164082217',
    '+79164082217',
    '79164082217',
    '9164082217',
    '8 (916) 408-22-17',
    '+7 916 408 22 17',
    '8–916–408–22–17',
    'тел. 8 916 408 22 17',
    '79164082217.0',
    '8(916)4082217',
  ])('IMPORT-22 IMPORT-23 «%s» is read', (cell) => {
    expect(readImportPhone(cell)).toEqual({ phone: '+79164082217' });
  });

  it.each([
    ['7,91235E+10', 'excel'],
    ['7.91235E+10', 'excel'],
    ['9E+10', 'excel'],
    ['89164082217, 89251139064', 'several'],
    ['8916408221789251139064', 'several'],
    ['+380501234567', 'foreign'],
    ['38050123456', 'foreign'],
    ['8 916 55', 'short'],
    ['+7 342 212-34-5', 'short'],
    ['8916408221', 'short'],
    ['891640822171', 'long'],
    ['8916408221O', 'letters'],
    ['89164082217 (Анна)', 'letters'],
    ['80000000000', 'unknown'],
  ])('IMPORT-20 «%s» is none: %s', (cell, trouble) => {
    expect(readImportPhone(cell)).toEqual({ trouble });
  });
});
