import { normalizeHeading } from '#resources/language/heading-key.ts';

/** The four columns of a list, named as in the specification (IMPORT-05). */
export const IMPORT_COLUMNS = ['unit', 'last_name', 'first_name', 'phone_number'] as const;
export type ImportColumn = (typeof IMPORT_COLUMNS)[number];

/** Index of each column, from 0; null if the file lacks it. */
export type ColumnIndexes = Readonly<Record<ImportColumn, number | null>>;

/** Usual headings of the columns, normalised by `normalizeHeading`. */
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

const COLUMN_BY_HEADING = new Map(
  IMPORT_COLUMNS.flatMap((column) => HEADINGS[column].map((heading) => [heading, column] as const)),
);

/** Finds the columns in a row of headings; of two alike the first. */
export function findColumns(cells: readonly string[]): ColumnIndexes {
  const places: Record<ImportColumn, number | null> = {
    unit: null,
    last_name: null,
    first_name: null,
    phone_number: null,
  };
  for (const [index, cell] of cells.entries()) {
    const column = COLUMN_BY_HEADING.get(normalizeHeading(cell));
    if (column && places[column] === null) places[column] = index;
  }
  return places;
}

/** Number of the four columns that a row has headings for. */
export function headed(cells: readonly string[]): number {
  const places = findColumns(cells);
  return IMPORT_COLUMNS.filter((column) => places[column] !== null).length;
}

/** Maximum number of rows to search for headings, since a title and empty rows may come first. */
const HEADING_ROWS_MAX = 10;

/** Index of the row with the most headings among the first ones; -1 if none has headings for two columns. */
export function findHeadingRow(rows: readonly (readonly string[])[]): number {
  let best = { index: -1, count: 1 };
  for (const [index, cells] of rows.slice(0, HEADING_ROWS_MAX).entries()) {
    const count = headed(cells);
    if (count > best.count) best = { index, count };
  }
  return best.index;
}
