import type { FieldInput, FieldOf } from './define-resource.ts';
import type { KindName } from './kinds/registry.ts';

/** Description of a kind on the reference page. */
export interface KindGuide<Name extends KindName> {
  /** What the field holds and its wire format. */
  about: string;
  /** Example of a field in a definition. */
  example: FieldOf<Name>;
  /** Other fields that the example refers to. */
  beside?: Readonly<Record<string, FieldInput>>;
}

const building = { kind: 'building', label: 'Дом' } as const;
const flat = { kind: 'unit', label: 'Квартира', building: 'house' } as const;

/**
 * Explanation and example of every kind, the source of `docs/definition-reference.md` and of the descriptions in the JSON
 * Schema; a test parses each example. The type requires an entry for every kind.
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
  state: {
    about:
      'Where a record stands in its process; only its `moves` change it. The wire has the `value` of the state, and a form shows it where it names the field. Kept by the backend in the box alone.',
    example: {
      kind: 'state',
      label: 'Состояние',
      filter: true,
      states: [
        { value: 'open', label: 'Открыто', colour: 'info' },
        { value: 'done', label: 'Сделано', colour: 'success', final: true },
      ],
      moves: [
        {
          name: 'finish',
          label: 'Завершить',
          from: ['open'],
          to: 'done',
          who: { level: 'write', author: true },
          asks: [{ field: 'result', required: true }],
          confirm: 'Завершить? Начать снова будет нельзя',
          hold: true,
          said: 'Сделано',
        },
      ],
    },
    beside: { result: { kind: 'long-text', label: 'Что сделано' } },
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
  time: {
    about: 'A time of day by no clock in particular, `HH:MM` on the wire.',
    example: { kind: 'time', label: 'Приём с', from: '08:00', to: '20:00', filter: true },
  },
  duration: {
    about:
      'How long something takes: on the wire, in filters and in bounds whole minutes; shown as «1 ч 30 мин», typed so or as «1:30», «1,5 ч», «90».',
    example: { kind: 'duration', label: 'Сколько длится', min: 15, max: 480, filter: true },
  },
  email: {
    about: 'An address of e-mail; its domain is kept in small letters.',
    example: { kind: 'email', label: 'Почта' },
  },
  'company-number': {
    about: 'INN, OGRN (OGRNIP) or BIK with their check digits, digits on the wire; blanks and dashes are taken out.',
    example: { kind: 'company-number', label: 'ИНН', of: 'inn', filter: true },
  },
  'auto-number': {
    about:
      'The number that the server gives a new record, in one row without gaps, each year anew where `template` has `{year}`; nobody changes it, and no two records share one. A file may bring numbers along: they stay, and the counting goes on after the greatest. Records that were there before get theirs when the definition comes into force. Kept by the backend in the box alone.',
    example: { kind: 'auto-number', label: 'Номер', template: 'АКТ-{year}-{number}', digits: 4 },
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
  reference: {
    about:
      'A record of another section, written by id and read as `{id, label}`: one that is stored generically, or `cameras`, `employees`, `news`, `residents`, `settings-buildings`. The server looks whether it is there and may be seen.',
    example: { kind: 'reference', label: 'Ответственный', to: 'employees', filter: true },
  },
  references: {
    about:
      'Up to 50 records of another section, as of a `reference`: written by ids and read as a list of `{id, label}`. A file has their titles between semicolons. The server looks whether those that are added are there and may be seen; a filter asks for those that hold one record.',
    example: { kind: 'references', label: 'Кто участвует', to: 'employees', filter: true },
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
  'one-of': {
    about: 'One thing of a list that the server gives at an address, by id.',
    example: { kind: 'one-of', label: 'Компания', from: '/api/crm/scenarios/companies/', text: 'label' },
  },
  'some-of': {
    about: 'Several things of a list that the server gives at an address, by ids.',
    example: { kind: 'some-of', label: 'Услуги', from: '/api/crm/services/', text: 'name', icon: 'icon' },
  },
  meter: {
    about: 'What a meter shows: six digits as text.',
    example: { kind: 'meter', label: 'Холодная вода', meter: 'water_cold' },
  },
  signature: {
    about:
      'What somebody has signed with, by finger, pen or mouse: `{ drawing, name, at }` on the wire. `drawing` is a path of whole units on a sheet of 600 × 300 (`M120 40l3 -2 5 1`, absolute beginnings and relative lines alone), null where the `name` stands for it; the server sets `at`, the moment. In an expression whether it is signed.',
    example: { kind: 'signature', label: 'Подпись получателя', filter: true },
  },
  point: {
    about:
      'A place on a plan: `{ file, x, y }` on the wire, the id of the picture and shares of its width and height, 0 to 1 from the upper left corner. In an expression whether it is set.',
    example: { kind: 'point', label: 'Место на плане', plan: 'scheme', filter: true },
    beside: { scheme: { kind: 'files', label: 'План', only: 'images' } },
  },
  moment: {
    about: 'A day with its time, ISO in UTC on the wire.',
    example: { kind: 'moment', label: 'Выполнить до' },
  },
  rows: {
    about:
      'A table within the record: rows of cells by the names of the `columns`, in the order they were put; the wire has an array of objects. Cells that are computed follow the others of their row, expressions of the record add columns up by `sum(works.cost)`. A file has a line for each row in one cell. Kept by the backend in the box alone.',
    example: {
      kind: 'rows',
      label: 'Работы',
      max: 50,
      columns: {
        work: { kind: 'text', label: 'Работа', required: true, max: 200 },
        count: { kind: 'number', label: 'Количество', required: true, min: 0, decimals: 3 },
        price: { kind: 'money', label: 'Цена', required: true },
        cost: { kind: 'money', label: 'Стоимость', computed: 'count * price' },
      },
      totals: ['cost'],
    },
  },
};
