import { completeDefinition } from '../language/complete-definition.ts';
import type { FieldInput, Resource } from '../language/define-resource.ts';
import { BUILDING } from '../limits.ts';
import { UNIT_TYPES } from '../protocol/enums.ts';
import { settingsBuildings } from './buildings.ts';
import { newBuilding } from './new-building.ts';

const TEXT = { kind: 'text', max: BUILDING.exceptions, spaces: 'one' } as const;
const { building_type: TYPE } = newBuilding.fields;

/** Columns of a file with buildings. */
const COLUMNS = {
  street: { kind: 'text', required: true, max: BUILDING.street, spaces: 'one' },
  number: { kind: 'text', required: true, max: BUILDING.houseNumber, spaces: 'one' },
  complex: { kind: 'text', max: BUILDING.complex, spaces: 'one' },
  building_type: { kind: 'choice', options: TYPE.options },
  entrances: { kind: 'number', required: true, min: 1, max: BUILDING.entrances },
  floors: { ...TEXT, required: true },
  flats: { ...TEXT, required: true },
  from_floor: { kind: 'number', min: 1, max: BUILDING.floors },
  first_numbers: TEXT,
  missing: TEXT,
  lettered: { ...TEXT, letters: 'cyrillic', case: 'upper' },
  offices: TEXT,
  risers: { kind: 'checkbox' },
} as const satisfies Readonly<Record<string, FieldInput>>;

/** Columns of a file with units. */
const UNIT_COLUMNS = {
  street: COLUMNS.street,
  number: COLUMNS.number,
  entrance: { kind: 'number', required: true, min: 1, max: BUILDING.entrances },
  floor: { kind: 'number', required: true, min: BUILDING.lowestFloor, max: BUILDING.floors },
  label: { kind: 'text', required: true, max: BUILDING.unitLabel, spaces: 'one' },
  unit_type: { kind: 'choice', options: UNIT_TYPES.map((value) => ({ value })) },
  riser: { kind: 'text', max: BUILDING.unitLabel, spaces: 'one' },
} as const satisfies Readonly<Record<string, FieldInput>>;

/**
 * A definition for records that are only imported from a file.
 * @param path API path without the final slash
 */
function createTableDefinition(
  columns: Readonly<Record<string, FieldInput>>,
  path: string,
  translate: (key: string) => string,
): Resource {
  const definition = completeDefinition(settingsBuildings);
  const fields = Object.fromEntries(
    Object.entries(columns).map(([name, field]): [string, FieldInput] => {
      const label = translate(`buildingPlan.columns.${name}`);
      if (!('options' in field)) return [name, { ...field, label }];
      const options = field.options.map(({ value }) => ({
        value,
        label: translate(`buildingPlan.columnChoices.${name}.${value}`),
      }));
      return [name, { ...field, options, label }];
    }),
  );
  return { ...definition, fields, form: [{ fields: Object.keys(fields) }], api: { ...definition.api, path } };
}

const PATH = settingsBuildings.api.path.replace(/\/$/, '');

/**
 * The definition for importing buildings, one per row.
 * @param translate translates an i18n key, for headings and options
 */
export const buildingTable = (translate: (key: string) => string): Resource =>
  createTableDefinition(COLUMNS, PATH, translate);

/** The definition for importing flats and other units, one per row; missing buildings are created. */
export const unitTable = (translate: (key: string) => string): Resource =>
  createTableDefinition(UNIT_COLUMNS, `${PATH}/units`, translate);
