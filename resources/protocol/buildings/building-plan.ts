import * as z from 'zod';
import { isEmpty } from '../../language/kinds/ids.ts';
import { typeMessage } from '../../language/kinds/kind.ts';
import { textRule } from '../../language/kinds/text.ts';
import { BUILDING } from '../../limits.ts';
import {
  entrancePlan,
  firstNumberRule,
  flatsRule,
  floorRule,
  otherUnits,
} from '../../sections/kinds/building-plans.ts';
import { UNIT_TYPES } from '../enums.ts';
import { editedVersion } from '../versions.ts';
import { BUILDING_TYPES } from './buildings.ts';
import { DEPENDENT_KINDS } from './ties.ts';

/** Creating buildings and changing their structure: an addition of ours for administrators (`buildings`). */

const id = z.number().int();
const MISSING = 'validation.required';
const line = (max: number) =>
  textRule({ max, spaces: 'one' }, MISSING).refine((text) => !/[\r\n]/.test(text), 'validation.text');
const exceptions = z
  .string('validation.notText')
  .trim()
  .max(BUILDING.exceptions, 'validation.tooLong')
  .transform((text) => text || null)
  .nullable()
  .default(null);

/** Address, complex and type of a building in a request. */
const passportFields = {
  street: line(BUILDING.street),
  number: line(BUILDING.houseNumber),
  /** Name of its complex, existing or new. */
  complex: z.preprocess((name) => (isEmpty(name) ? null : name), line(BUILDING.complex).nullable()).default(null),
  building_type: z.enum(BUILDING_TYPES, typeMessage(MISSING, 'validation.choice')),
};

/** Body of `PUT …/{id}/passport/`. */
export const passportBody = z.object({ ...passportFields, version: editedVersion.optional() });
export type PassportBody = z.output<typeof passportBody>;

/** Body of `POST /api/crm/settings/building/`: the plan of the new building. */
export const newBuildingBody = z.object({
  ...passportFields,
  entrances: z
    .array(entrancePlan, typeMessage(MISSING, 'validation.choice'))
    .min(1, MISSING)
    .max(BUILDING.entrances, 'validation.tooMany'),
  missing: exceptions,
  lettered: exceptions,
  others: z.array(otherUnits).max(BUILDING.otherUnits, 'validation.tooMany').default([]),
  risers: z.boolean('validation.choice').default(false),
});
export type NewBuildingBody = z.output<typeof newBuildingBody>;

/** Response of `POST /api/crm/settings/building/`: the created building. */
export const buildingMade = z.object({
  params: z.object({ id, street: z.string(), number: z.string(), units_count: z.number().int() }),
});

/** Address, complex and type of a building. */
const buildingPassport = z.object({
  id,
  street: z.string(),
  number: z.string(),
  /** Name of the complex. */
  complex: z.string().nullable(),
  building_type: z.enum(BUILDING_TYPES),
  version: z.string().optional(),
});
export type BuildingPassport = z.output<typeof buildingPassport>;

/** Response of `GET …/{id}/passport/` and of saving it. */
export const passportSaved = z.object({ params: buildingPassport });

/** New floors of an entrance, with the number of flats on each. */
const newFloors = z
  .object({
    entrance: id,
    from: floorRule,
    to: floorRule,
    flats: flatsRule,
    first_number: firstNumberRule,
  })
  .refine(({ from, to }) => from <= to, { path: ['to'], message: 'validation.numberLow' });

const label = z
  .string('validation.notText')
  .trim()
  .min(1, 'validation.required')
  .max(BUILDING.unitLabel, 'validation.tooLong')
  .regex(/^[^\u0000-\u001f\u007f]*$/, 'validation.text');

/** Label and type of a unit. */
export const unitBody = z.object({ label, unit_type: z.enum(UNIT_TYPES, 'validation.choice') });

/** `POST …/{id}/parts/`: parts added to a building; `entrance` is the id of an existing one. */
export const partsBody = z
  .object({
    entrances: z.array(entrancePlan).max(BUILDING.entrances, 'validation.tooMany').default([]),
    /** Whether the new entrances have risers. */
    risers: z.boolean().default(false),
    floors: z.array(newFloors).max(BUILDING.entrances, 'validation.tooMany').default([]),
    units: z
      .array(unitBody.extend({ entrance: id, floor: floorRule }))
      .max(BUILDING.units, 'validation.tooMany')
      .default([]),
  })
  .refine(({ entrances, floors, units }) => entrances.length + floors.length + units.length > 0, {
    path: ['entrances'],
    message: 'validation.required',
  });
export type PartsBody = z.output<typeof partsBody>;

/** Number of added parts. */
export const partsAdded = z.object({
  params: z.object({ entrances: z.number().int(), floors: z.number().int(), units: z.number().int() }),
});

/** Response of `PUT …/{id}/units/{unit}/`. */
export const unitSaved = z.object({ params: unitBody.extend({ id }) });

/** `GET …/{id}/ties/`, for one unit with `?unit=`: what depends on it, and whether it can be closed or removed. */
export const tiesAnswer = z.object({
  ties: z.array(z.object({ tie: z.enum(DEPENDENT_KINDS), count: z.number().int().positive() })),
  /** Whether the building can be closed, or the unit removed; the obstacles are among the ties. */
  is_free: z.boolean(),
});
export type Ties = z.output<typeof tiesAnswer>;

/** `GET …/closed/`: closed buildings, newest first. */
export const closedBuildings = z.object({
  results: z.array(z.object({ id, street: z.string(), number: z.string(), closed_at: z.string() })),
});

/** Response to closing or reopening a building. */
export const buildingClosed = z.object({ params: z.object({ id }) });
