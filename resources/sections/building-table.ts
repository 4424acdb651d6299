import { completeDefinition } from '../language/complete-definition.ts';
import type { FieldInput, Resource } from '../language/define-resource.ts';
import { BUILDING } from '../limits.ts';
import { UNIT_TYPES } from '../protocol/enums.ts';
import { settingsBuildings } from './buildings.ts';
import { newBuilding } from './new-building.ts';

const TEXT = { kind: 'text', max: BUILDING.exceptions, spaces: 'one' } as const;
const { building_type: TYPE } = newBuilding.fields;

/** Columns of a table of buildings. */
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

/** Columns of a table of units. */
const UNIT_COLUMNS = {
  street: COLUMNS.street,
  number: COLUMNS.number,
  entrance: { kind: 'number', required: true, min: 1, max: BUILDING.entrances },
  floor: { kind: 'number', required: true, min: BUILDING.lowestFloor, max: BUILDING.floors },
  label: { kind: 'text', required: true, max: BUILDING.unitLabel, spaces: 'one' },
  unit_type: { kind: 'choice', options: UNIT_TYPES.map((value) => ({ value })) },
  riser: { kind: 'text', max: BUILDING.unitLabel, spaces: 'one' },
} as const satisfies Readonly<Record<string, FieldInput>>;

/** A definition whose records come from a table alone. @param path of the calls, without the final slash */
function makeTable(
  columns: Readonly<Record<string, FieldInput>>,
  path: string,
  say: (key: string) => string,
): Resource {
  const definition = completeDefinition(settingsBuildings);
  const fields = Object.fromEntries(
    Object.entries(columns).map(([name, field]): [string, FieldInput] => {
      const label = say(`buildingPlan.columns.${name}`);
      if (!('options' in field)) return [name, { ...field, label }];
      const options = field.options.map(({ value }) => ({
        value,
        label: say(`buildingPlan.columnChoices.${name}.${value}`),
      }));
      return [name, { ...field, options, label }];
    }),
  );
  return { ...definition, fields, form: [{ fields: Object.keys(fields) }], api: { ...definition.api, path } };
}

const PATH = settingsBuildings.api.path.replace(/\/$/, '');

/**
 * A table of buildings, a row each, as the import of records reads one.
 * @param say a text by its key: headings and choices are in the language of the console
 */
export const buildingTable = (say: (key: string) => string): Resource => makeTable(COLUMNS, PATH, say);

/** A table of flats and other units, a row each; buildings that there are not yet are made. */
export const unitTable = (say: (key: string) => string): Resource => makeTable(UNIT_COLUMNS, `${PATH}/units`, say);
