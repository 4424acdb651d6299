import { completeDefinition } from '../language/complete-definition.ts';
import type { FieldInput, Resource } from '../language/define-resource.ts';
import { BUILDING } from '../limits.ts';
import { settingsBuildings } from './buildings.ts';

const TEXT = { kind: 'text', max: BUILDING.exceptions, spaces: 'one' } as const;
const { building_type: TYPE } = settingsBuildings.create.fields;

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

export type BuildingColumn = keyof typeof COLUMNS;

/**
 * A table of buildings, a row each, as the import of records reads one.
 * @param say a text by its key: headings and choices are in the language of the console
 */
export function buildingTable(say: (key: string) => string): Resource {
  const definition = completeDefinition(settingsBuildings);
  const named = (name: string) => say(`buildingPlan.columns.${name}`);
  const types = TYPE.options.map(({ value }) => ({
    value,
    label: say(`resources.settings-buildings.choices.building_type.${value}`),
  }));
  const fields: Record<string, FieldInput> = Object.fromEntries(
    Object.entries<FieldInput>(COLUMNS).map(([name, field]) => [name, { ...field, label: named(name) }]),
  );
  fields.building_type = { ...COLUMNS.building_type, options: types, label: named('building_type') };
  return {
    ...definition,
    fields,
    form: [{ fields: Object.keys(fields) }],
    api: { ...definition.api, path: definition.api.path.replace(/\/$/, '') },
  };
}
