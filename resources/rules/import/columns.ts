import { headingKey } from '#resources/language/heading-key.ts';

/** The four columns of a list, by the names of the specification (IMPORT-05). */
export const IMPORT_COLUMNS = ['unit', 'last_name', 'first_name', 'phone_number'] as const;
export type ImportColumn = (typeof IMPORT_COLUMNS)[number];

/** Where each column stands, from 0; null where the file lacks it. */
export type Places = Readonly<Record<ImportColumn, number | null>>;

/** How offices head their columns, as `headingKey` writes them. */
const HEADINGS: Readonly<Record<ImportColumn, readonly string[]>> = {
  unit: [
    'unit',
    'unit number',
    'unit label',
    'flat',
    'flat number',
    'apartment',
    'apartment number',
    'room',
    'label',
    'помещение',
    'номер помещения',
    'квартира',
    'номер квартиры',
    'кв',
    'номер кв',
    'объект',
    'лицевой объект',
  ],
  last_name: [
    'last name',
    'lastname',
    'surname',
    'family name',
    'фамилия',
    'фамилия резидента',
    'фамилия собственника',
  ],
  first_name: ['first name', 'firstname', 'given name', 'name', 'имя', 'имя резидента', 'имя собственника'],
  phone_number: [
    'phone number',
    'phonenumber',
    'phone',
    'mobile',
    'mobile phone',
    'tel',
    'telephone',
    'телефон',
    'номер телефона',
    'тел',
    'номер тел',
    'мобильный',
    'мобильный телефон',
    'номер мобильного телефона',
    'моб телефон',
    'моб тел',
    'сотовый',
    'сотовый телефон',
    'контактный телефон',
    'телефон мобильный',
    'телефон сотовый',
    'телефон резидента',
    'номер',
  ],
};

const COLUMN_OF = new Map(
  IMPORT_COLUMNS.flatMap((column) => HEADINGS[column].map((heading) => [heading, column] as const)),
);

/** Where the columns stand in a row of headings; of two alike the first. */
export function placesIn(cells: readonly string[]): Places {
  const places: Record<ImportColumn, number | null> = {
    unit: null,
    last_name: null,
    first_name: null,
    phone_number: null,
  };
  for (const [at, cell] of cells.entries()) {
    const column = COLUMN_OF.get(headingKey(cell));
    if (column && places[column] === null) places[column] = at;
  }
  return places;
}

/** How many of the four columns a row heads. */
export function headed(cells: readonly string[]): number {
  const places = placesIn(cells);
  return IMPORT_COLUMNS.filter((column) => places[column] !== null).length;
}

/** Above the headings there may stand a title of the list and empty rows. */
const HEADINGS_WITHIN = 10;

/** The row of headings among the first ones: the one that heads most. @returns -1 when none heads two columns */
export function headingRow(rows: readonly (readonly string[])[]): number {
  let best = { at: -1, count: 1 };
  for (const [at, cells] of rows.slice(0, HEADINGS_WITHIN).entries()) {
    const count = headed(cells);
    if (count > best.count) best = { at, count };
  }
  return best.at;
}
