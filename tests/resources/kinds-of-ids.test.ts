import fc from 'fast-check';
import { text } from '#i18n/text.ts';
import type { FieldInput } from '#resources/language/define-resource.ts';
import { EVERY_KIND, type FieldKind } from '#resources/language/every-kind.ts';
import { ID_MAX } from '#resources/language/kinds/kind.ts';
import { KINDS } from '#resources/language/kinds/registry.ts';
import { acceptedValue, verdict } from '#tests/support/rules.ts';

describe('ids: building, buildings, unit, checklist, files', () => {
  const one: FieldInput = { kind: 'building', required: true, message: 'validation.object' };
  const many: FieldInput = { kind: 'buildings', required: true, message: 'validation.buildings' };

  test.each(['', null, undefined])('API-21: %p is no building: one has to be chosen', (value) => {
    expect(verdict(one, value)).toBe('validation.object');
  });

  test.each([0, -1, 1.5, 1e308, '1e3', 'abc', true, {}, Number.NaN])(
    'API-21: %p names no building that there is',
    (value) => {
      expect(verdict(one, value)).toBe('validation.unknown');
    },
  );

  test('API-21: an id beyond what the database holds is unknown, not an error of the server', () => {
    expect(verdict(one, ID_MAX)).toBeNull();
    expect(verdict(one, ID_MAX + 1)).toBe('validation.unknown');
    expect(verdict(one, '17')).toBeNull();
    expect(acceptedValue(one, '17')).toBe(17);
  });

  test('CAM-11: at least one building, and a repeated one counts once', () => {
    expect(verdict(many, [])).toBe('validation.buildings');
    expect(verdict(many, undefined)).toBe('validation.buildings');
    expect(verdict(many, 'все')).toBe('validation.choice');
    expect(verdict(many, [3, -1])).toBe('validation.unknown');
    expect(acceptedValue(many, [3, '3', 1])).toEqual([3, 1]);
    expect(text('validation.buildings')).toBe('укажите объекты');
  });

  test('at least one entrance or floor when some are asked for', () => {
    const porches: FieldInput = {
      kind: 'checklist',
      required: true,
      of: 'porches',
      building: 'building',
      message: 'validation.anyPorch',
    };
    expect(verdict(porches, [])).toBe('validation.anyPorch');
    expect(verdict(porches, [5])).toBeNull();
  });

  test('ATT-12: only finished uploads enter a payload', () => {
    const value = [
      { id: 1, realName: 'а.png', status: 'done' },
      { realName: 'б.png', status: 'preparing' },
      { id: 3, realName: 'в.png', status: 'error' },
      { id: 4, realName: 'г.png', status: 'removed' },
    ];
    expect(KINDS.files.write?.(value, {})).toEqual([1]);
  });

  test('a form with a failed or a running upload says so', () => {
    const file = (status: string) => [{ id: 1, realName: 'а.png', status }];
    expect(text(KINDS.files.findFormMistake?.(file('error')) ?? '')).toBe('не удалось загрузить файл');
    expect(text(KINDS.files.findFormMistake?.(file('preparing')) ?? '')).toBe('обрабатываем файлы');
    expect(KINDS.files.findFormMistake?.(file('done'))).toBeNull();
    expect(KINDS.files.findFormMistake?.(file('removed'))).toBeNull();
  });

  test('ATT-13: files keep their real name', () => {
    const wire = [{ id: 7, name: 'Смета на подъезд № 2.xlsx', s3_file: { file: '/f/7' } }];
    expect(KINDS.files.read?.(wire, {})).toMatchObject([{ id: 7, realName: 'Смета на подъезд № 2.xlsx', url: '/f/7' }]);
  });
});

describe('avatar', () => {
  const avatar = { kind: 'avatar', required: true } as const;

  test('an image as data, or the address it already has', () => {
    expect(verdict(avatar, 'data:image/png;base64,iVBORw0KGgo=')).toBeNull();
    expect(verdict(avatar, '/api/files/1')).toBeNull();
    expect(verdict(avatar, 'data:image/svg+xml;base64,PHN2Zz4=')).toBe('validation.image');
    expect(verdict(avatar, 'data:text/html;base64,PGI+')).toBe('validation.image');
    expect(verdict(avatar, 'javascript:alert(1)')).toBe('validation.image');
  });

  test('an image of nine megabytes is looked through without overflowing', () => {
    const bytes = 'A'.repeat(9_500_000);
    for (let round = 0; round < 5; round += 1) {
      expect(verdict(avatar, `data:image/png;base64,${bytes}`)).toBeNull();
      expect(verdict(avatar, `data:image/png;base64,${bytes}!`)).toBe('validation.image');
    }
    expect(verdict(avatar, 'data:image/png;base64,')).toBe('validation.image');
  });
});

/** Of the language, and of sections of the product. */
const NAMES = Object.keys(EVERY_KIND) as FieldKind[];

describe('every kind', () => {
  const OPTIONS: Record<string, object> = {
    choice: { options: [{ value: 'a' }] },
    state: { states: [{ value: 'a', label: 'А', final: true }], moves: [] },
    'company-number': { of: 'inn' },
    'auto-number': { template: 'АКТ-{year}-{number}' },
    unit: { building: 'building' },
    checklist: { of: 'floors', building: 'building' },
    level: { section: 'cameras' },
    'employees:levels': { rows: [{ icon: 'campaign', sections: ['news'] }] },
    'employees:porches': { houses: 'buildings' },
    'employees:person': { first: 'first', last: 'last' },
    'one-of': { from: '/list/' },
    'some-of': { from: '/list/' },
    rows: { columns: { note: { kind: 'text', label: 'Что' } } },
  };
  const field = (kind: string) => ({ kind, required: true, ...OPTIONS[kind] }) as FieldInput;

  test.each(NAMES)('API-21: %s answers any JSON with a message or a value, never with an exception', (kind) => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const message = verdict(field(kind), value);
        if (message !== null) expect(text(message)).not.toBe(message);
      }),
      { numRuns: 300 },
    );
  });

  test.each(NAMES)('%s starts a form with a value that can be written', (kind) => {
    const { kind: _kind, required: _required, ...options } = field(kind);
    const rules = EVERY_KIND[kind] as unknown as {
      initial(options: object): unknown;
      write?(value: unknown, options: object): unknown;
    };
    const initial = rules.initial(options);
    expect(() => rules.write?.(initial, options)).not.toThrow();
  });
});
