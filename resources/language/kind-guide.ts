import type { FieldInput, FieldOf } from './define-resource.ts';
import type { KindName } from './kinds/registry.ts';

/** What the reference page says of a kind. */
export interface KindGuide<Name extends KindName> {
  /** One sentence: what it holds, and what travels on the wire. */
  about: string;
  /** A field of the kind as a definition writes it. */
  example: FieldOf<Name>;
  /** Fields that the example names. */
  beside?: Readonly<Record<string, FieldInput>>;
}

const building = { kind: 'building', label: 'Дом' } as const;
const flat = { kind: 'unit', label: 'Квартира', building: 'house' } as const;

/**
 * The explanation and example of every kind: `docs/definition-reference.md` and the descriptions in the JSON Schema are made
 * of it, and a test reads each example. A kind that is not here does not compile.
 */
export const KIND_GUIDE: { readonly [Name in KindName]: KindGuide<Name> } = {
  text: {
    about: 'One line of text.',
    example: { kind: 'text', label: 'Гость', required: true, min: 3, max: 60 },
  },
  'long-text': {
    about: 'Text of several lines.',
    example: { kind: 'long-text', label: 'Заметка', max: 400 },
  },
  lines: {
    about: 'Several short texts in the order they were written; the wire has an array.',
    example: { kind: 'lines', label: 'Что проверить', items: 20 },
  },
  choice: {
    about: 'One of a short list; the wire has its `value`.',
    example: {
      kind: 'choice',
      label: 'Статус',
      filter: true,
      as: 'chips',
      initial: 'new',
      options: [
        { value: 'new', label: 'Новый' },
        { value: 'used', label: 'Использован' },
      ],
    },
  },
  phone: {
    about: 'A Russian telephone number, `+7XXXXXXXXXX` on the wire.',
    example: { kind: 'phone', label: 'Телефон' },
  },
  link: {
    about: 'An http or https address.',
    example: { kind: 'link', label: 'Ссылка на договор' },
  },
  checkbox: {
    about: 'Yes or no; a required one has to be ticked.',
    example: { kind: 'checkbox', label: 'С парковкой', filter: true },
  },
  number: {
    about: 'A number with bounds and places; with `digits`, text of that many digits.',
    example: { kind: 'number', label: 'Площадь', min: 1, max: 500, decimals: 1, unit: 'м²' },
  },
  money: {
    about: 'An amount of roubles; on the wire, in filters and in bounds a whole number of kopecks.',
    example: { kind: 'money', label: 'Сумма', min: 100, max: 100_000_000_00, filter: true },
  },
  date: {
    about: 'A calendar day, `YYYY-MM-DD` on the wire.',
    example: { kind: 'date', label: 'Когда', from: 'today', filter: true },
  },
  month: {
    about: 'A month, `MMYYYY` on the wire.',
    example: { kind: 'month', label: 'Месяц' },
  },
  files: {
    about: 'Files or pictures uploaded beforehand; the payload names their ids.',
    example: { kind: 'files', label: 'Документы', max: 5, only: 'any' },
  },
  building: {
    about: 'One building of those the user may see, by id.',
    example: { kind: 'building', label: 'Дом', required: true, filter: true },
  },
  buildings: {
    about: 'Several buildings, by ids; those out of the editor’s reach stay as they were.',
    example: { kind: 'buildings', label: 'Дома' },
  },
  unit: {
    about: 'A flat or another unit of the building in a neighbouring field, by id.',
    example: flat,
    beside: { house: building },
  },
  units: {
    about: 'Up to ten units, each chosen with its building; the wire has their ids.',
    example: { kind: 'units', label: 'Помещения' },
  },
  reference: {
    about:
      'A record of another section, written by id and read as `{id, label}`: one that is stored generically, or `cameras`, `employees`, `news`, `residents`, `settings-buildings`. The server looks whether it is there and may be seen.',
    example: { kind: 'reference', label: 'Ответственный', to: 'employees', filter: true },
  },
  checklist: {
    about: 'Ticked entrances, floors or risers of the building in a neighbouring field, by ids.',
    example: { kind: 'checklist', label: 'Подъезды', of: 'porches', building: 'house' },
    beside: { house: building },
  },
  avatar: {
    about: 'A person’s picture: an address when read, a data URL when written.',
    example: { kind: 'avatar', label: 'Портрет' },
  },
  level: {
    about: 'A level of rights on one section.',
    example: { kind: 'level', label: 'Права на объявления', section: 'news' },
  },
  levels: {
    about: 'Levels of rights on every section, in rows with a switch each.',
    example: { kind: 'levels', label: 'Права', rows: [{ icon: 'campaign', sections: ['news'] }] },
  },
  porches: {
    about: 'Entrances open to somebody, chosen house by house; the wire has their ids.',
    example: { kind: 'porches', label: 'Объекты', houses: 'buildings' },
  },
  person: {
    about: 'Somebody’s picture and name, made of several keys of the record. Only shown.',
    example: { kind: 'person', label: 'Сотрудник', first: 'first_name', last: 'last_name', picture: 'avatar' },
  },
  'one-of': {
    about: 'One thing of a list that the server gives at an address, by id.',
    example: { kind: 'one-of', label: 'Компания', from: '/api/crm/scenarios/companies/', text: 'label' },
  },
  'some-of': {
    about: 'Several things of a list that the server gives at an address, by ids.',
    example: { kind: 'some-of', label: 'Услуги', from: '/api/crm/services/', text: 'name', icon: 'icon' },
  },
  audience: {
    about: 'Whom something is for: all buildings, some, or a part of one. Chosen once.',
    example: { kind: 'audience', label: 'Кому', once: true },
  },
  meter: {
    about: 'What a meter shows: six digits as text.',
    example: { kind: 'meter', label: 'Холодная вода', meter: 'water_cold' },
  },
  meters: {
    about: 'Values of the meters of a flat by their names, at least one of them.',
    example: { kind: 'meters', label: 'Показания', building: 'house', unit: 'flat' },
    beside: { house: building, flat },
  },
  address: {
    about: 'The `street` and `number` of a record in keys of their own. Only shown.',
    example: { kind: 'address', label: 'Адрес' },
  },
  named: {
    about: 'Something the record carries as `{name}` or `{label}`. Only shown.',
    example: { kind: 'named', label: 'Подрядчик', from: ['contractor', 'company'], none: 'Не назначен' },
  },
  'day-range': {
    about: 'From a day of the month to a day of the month, each in a key of its own.',
    example: { kind: 'day-range', label: 'Приём показаний', start: 'submit_start_day', end: 'submit_end_day' },
  },
  'reading-types': {
    about: 'What a building collects: water, electricity, gas, heating, one option each.',
    example: { kind: 'reading-types', label: 'Показания' },
  },
  selection: {
    about: 'Some out of a list that the record itself brings; the wire has ids of the ticked ones.',
    example: { kind: 'selection', label: 'Камеры' },
  },
  place: {
    about: 'A building or a part of it, entrances or floors, its type and its ids in keys of their own.',
    example: { kind: 'place', label: 'Где', type: 'target_type', target: 'target' },
  },
  moment: {
    about: 'A day with its time, ISO in UTC on the wire.',
    example: { kind: 'moment', label: 'Выполнить до' },
  },
  brought: {
    about: 'Something another page brings along when it opens the form, sent as it came.',
    example: { kind: 'brought', label: 'По обращению' },
  },
};
