import { capitalise, createPageTitle, getPluralForm } from '#resources/language/words.ts';

const camera = {
  one: 'камера',
  few: 'камеры',
  many: 'камер',
  accusative: 'камеру',
  gender: 'f',
  plural: 'камеры',
} as const;

describe('word forms', () => {
  test.each([
    [0, 'камер'],
    [1, 'камера'],
    [2, 'камеры'],
    [4, 'камеры'],
    [5, 'камер'],
    [11, 'камер'],
    [12, 'камер'],
    [14, 'камер'],
    [20, 'камер'],
    [21, 'камера'],
    [22, 'камеры'],
    [25, 'камер'],
    [101, 'камера'],
    [111, 'камер'],
    [112, 'камер'],
    [1000, 'камер'],
    [-1, 'камера'],
    [1.5, 'камеры'],
  ])('SHELL-13: %p goes with «%s»', (count, form) => {
    expect(getPluralForm(camera, count)).toBe(form);
  });

  test.each([
    ['f', 'камера', 'Новая камера'],
    ['m', 'прибор', 'Новый прибор'],
    ['n', 'правило', 'Новое правило'],
  ] as const)('CAM-15: the create page of gender %s is titled in its gender', (gender, one, title) => {
    expect(createPageTitle({ ...camera, gender, one })).toBe(title);
  });

  test('a capital is made of a Russian first letter and nothing else is touched', () => {
    expect(capitalise('ёлки и Палки')).toBe('Ёлки и Палки');
    expect(capitalise('')).toBe('');
  });
});
