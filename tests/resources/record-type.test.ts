import { defineResource, type RecordOf } from '#resources/language/define-resource.ts';
import type { CameraItem } from '#resources/protocol/buildings/cameras.ts';
import { cameras } from '#resources/sections/cameras.ts';

const keys = defineResource({
  name: 'keys',
  section: 'keys',
  icon: 'key',
  words: { one: 'ключ', few: 'ключа', many: 'ключей', accusative: 'ключ', gender: 'm', plural: 'ключи' },
  fields: {
    label: { kind: 'text', required: true },
    place: { kind: 'choice', required: true, options: [{ value: 'safe' }, { value: 'desk' }] },
    copies: { kind: 'number' },
    house: { kind: 'building' },
    who: { kind: 'reference', to: 'employees' },
  },
  list: { layout: 'table' },
});

type Key = RecordOf<typeof keys>;
const key: Key = { id: 1, label: 'Подвал', place: 'safe', copies: null, house: 3, who: { id: 2, label: null } };

// The compiler is what checks here: a line that is marked as wrong and is not wrong stops `tsc`.
test('the type of a record comes from its definition', () => {
  // @ts-expect-error what is required is never null
  const empty: Key = { ...key, label: null };
  // @ts-expect-error no option of the choice
  const lost: Key = { ...key, place: 'pocket' };
  // @ts-expect-error a building is an id
  const building: Key = { ...key, house: 'ул. Лесная, 12' };
  // @ts-expect-error a record of another section has an id and a label
  const who: Key = { ...key, who: 2 };
  // @ts-expect-error no field of the definition
  const stranger: unknown = key.colour;
  expect([empty, lost, building, who, stranger]).toHaveLength(5);
});

test('the cameras of the list are what their definition says', () => {
  const item: CameraItem = { id: 1, name: 'Двор', link: 'https://a.ru/', buildings: [3], is_all_buildings: true };
  const camera: RecordOf<typeof cameras> = item;
  // Both ways: the fields of the definition are typed as the wire is.
  const back: Omit<CameraItem, 'is_all_buildings'> = camera;
  expect(Object.keys(cameras.fields).every((name) => name in back)).toBe(true);
});
