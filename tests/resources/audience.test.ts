import { text } from '#i18n/text.ts';
import { completeDefinition } from '#resources/language/complete-definition.ts';
import { payloadRule, sentFields } from '#resources/language/payload.ts';
import { getEntryIds, type PlaceEntry } from '#resources/rules/place-entry.ts';
import { type AudienceValue, audience, untouchedAudience } from '#resources/sections/kinds/news.ts';
import { news } from '#resources/sections/news.ts';
import { acceptedValue, verdict } from '#tests/support/rules.ts';

const field = news.fields.target;
const held = (change: Partial<AudienceValue> = {}): AudienceValue => ({ ...untouchedAudience(), ...change });
const wire = (change: Partial<AudienceValue>) => audience.write?.(held(change), {});
/** The message a form with this value shows. */
const message = (change: Partial<AudienceValue>) => {
  const key = verdict(field, wire(change));
  return key && text(key);
};
const building: PlaceEntry = 'building:4';
const door: PlaceEntry = 'porch:9';

describe('an untouched form', () => {
  test('NEWS-30: whole building, nothing chosen', () => {
    expect(untouchedAudience()).toEqual({
      object: null,
      checked: [],
      scope: 'home',
      flats: [],
      porches: [],
      floors: [],
      pipes: [],
    });
  });

  test('NEWS-42: says «выберите объект»', () => {
    expect(message({})).toBe('выберите объект');
    expect(verdict(field, undefined)).toBe('validation.object');
    expect(verdict(field, {})).toBe('validation.object');
  });
});

describe('the wire', () => {
  test.each<[string, Partial<AudienceValue>, object]>([
    ['NEWS-50: all objects', { object: 'all' }, { for_all_objects: true }],
    ['NEWS-51: a whole building', { object: building }, { buildings: [4] }],
    ['NEWS-51: a whole entrance', { object: door }, { porches: [9] }],
    ['NEWS-51: flats', { object: building, scope: 'flats', flats: [1, 2, 3] }, { units: [1, 2, 3] }],
    ['NEWS-51: entrances', { object: building, scope: 'porches', porches: [7] }, { porches: [7] }],
    ['NEWS-51: floors', { object: door, scope: 'floors', floors: [5] }, { floors: [5] }],
    ['NEWS-51: risers', { object: door, scope: 'pipes', pipes: [6] }, { pipes: [6] }],
    ['NEWS-51: some buildings', { object: 'some', checked: [building, 'building:5'] }, { buildings: [4, 5] }],
    ['NEWS-51: some of both', { object: 'some', checked: [building, door] }, { buildings: [4], porches: [9] }],
    ['NEWS-51: some entrances', { object: 'some', checked: [door] }, { porches: [9] }],
  ])('%s', (_item, change, expected) => {
    // Values left from another scope do not go along (NEWS-52).
    const given = wire({ flats: [90], porches: [91], floors: [92], pipes: [93], checked: ['building:94'], ...change });
    expect(given).toEqual(expected);
    expect(verdict(field, given)).toBeNull();
  });

  test('NEWS-51: a repeated id counts once', () => {
    expect(acceptedValue(field, { buildings: [4, '4', 5] })).toEqual({ buildings: [4, 5] });
    expect(verdict(field, { units: [1, 1, 1] })).toBe('validation.flatsMin');
  });

  test.each([
    [{ for_all_objects: true, buildings: [1] }],
    [{ units: [1, 2, 3], floors: [1] }],
    [{ porches: [1], pipes: [2] }],
    [{ for_all_objects: 'yes' }],
    [{ buildings: ['дом'] }],
    [{ buildings: [-1] }],
    [{ buildings: [2_147_483_648] }],
    [[1, 2]],
    ['all'],
    [7],
  ])('NEWS-52: %j is no target', (given) => {
    expect(verdict(field, given)).not.toBeNull();
  });
});

describe('the messages', () => {
  test('NEWS-43: fewer than three flats', () => {
    expect(message({ object: building, scope: 'flats' })).toBe('укажите минимум 3 квартиры');
    expect(message({ object: building, scope: 'flats', flats: [1, 2] })).toBe('укажите минимум 3 квартиры');
    expect(message({ object: building, scope: 'flats', flats: [1, 2, 3] })).toBeNull();
  });

  test.each<[string, Partial<AudienceValue>, string]>([
    ['NEWS-44', { object: 'some' }, 'Выберите хотя бы одно значение'],
    ['NEWS-45', { object: building, scope: 'porches' }, 'Выберите хотя бы один подъезд'],
    ['NEWS-46', { object: building, scope: 'floors' }, 'Выберите хотя бы один этаж'],
    ['NEWS-47', { object: door, scope: 'pipes' }, 'Выберите хотя бы один стояк'],
  ])('%s: nothing ticked', (_item, change, sentence) => {
    expect(message(change)).toBe(sentence);
  });

  test('entries are told apart', () => {
    expect(getEntryIds([building, door, 'building:12'], 'building')).toEqual([4, 12]);
    expect(getEntryIds([building, door], 'porch')).toEqual([9]);
  });
});

describe('the definition of announcements', () => {
  const resource = completeDefinition(news);

  test('NEWS-59: the edit form leaves the recipients out, and so does its rule', () => {
    expect(sentFields(resource)).toContain('target');
    expect(sentFields(resource, 'edit')).toEqual(['title', 'description', 'type', 'attachments', 'publish_at']);
    const payload = { title: 'Отключение воды', description: 'я'.repeat(20), type: 'info', attachments: [] };
    expect(payloadRule(resource, { use: 'edit' }).safeParse(payload).success).toBe(true);
    expect(payloadRule(resource).safeParse(payload).success).toBe(false);
  });

  test.each([
    ['title', 7, 'слишком мало'],
    ['title', 8, null],
    ['title', 100, null],
    ['title', 101, 'слишком много'],
    ['title', 0, 'обязательное поле'],
    ['description', 19, 'слишком мало'],
    ['description', 20, null],
    ['description', 400, null],
    ['description', 401, 'слишком много'],
    ['description', 0, 'обязательное поле'],
  ] as const)('NEWS-40, NEWS-41, NEWS-61: %s of %p characters', (name, length, sentence) => {
    const key = verdict(news.fields[name], 'я'.repeat(length));
    expect(key && text(key)).toBe(sentence);
  });

  test('an audience is chosen once and never changed', () => {
    expect(field).toMatchObject({ kind: 'news:audience', once: true });
  });
});
