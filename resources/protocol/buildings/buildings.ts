import * as z from 'zod';
import { BUILDING_TYPES } from '../enums.ts';

export { BUILDING_TYPES };

const id = z.number().int();
const complex = z.object({ id, name: z.string() });

/** Reference to an entrance («подъезд»). */
export const porchRef = z.object({ id, number: z.number().int() });

/** Item of `GET /api/crm/buildings/` (API-13): the buildings that the reader may see, by street and number. */
export const buildingItem = z.object({
  id,
  street: z.string(),
  number: z.string(),
  building_type: z.enum(BUILDING_TYPES),
  /** Null: shown under «Без комплекса» (SHELL-22). */
  complex: complex.nullable(),
  /** Whether every entrance is open to the reader. */
  is_all_porches: z.boolean(),
  /** Entrances open to the reader, by number. */
  available_porches: z.array(porchRef),
});
export type BuildingItem = z.output<typeof buildingItem>;

const floor = z.object({ id, number: z.number().int(), porch: porchRef });

/** A flat or another unit: its type and the unit itself (G-70). */
const unitItem = z.object({
  unit_type: z.enum(['flat', 'office', 'storage', 'parking']),
  object: z.object({
    id,
    label: z.string(),
    porch: porchRef,
    floor: z.object({ id, number: z.number().int() }),
    pipe: z.object({ id, name: z.string() }).nullable(),
  }),
});
export type UnitItem = z.output<typeof unitItem>;

/** A riser («стояк») and its flats; `porch` is null if it belongs to the whole building. */
const pipeItem = z.object({
  id,
  name: z.string(),
  porch: porchRef.nullable(),
  flats: z.array(z.object({ id, label: z.string() })),
});

const parts = {
  porches: z.array(porchRef),
  floors: z.array(floor),
  pipes: z.array(pipeItem),
  units: z.array(unitItem),
};

/** `GET /api/crm/buildings/{id}/`: only the entrances that are open to the reader, with their parts. */
export const buildingDetails = buildingItem.extend({ floor_count: z.number().int(), ...parts });
export type BuildingDetails = z.output<typeof buildingDetails>;

/** `GET /api/crm/porches/{id}/`. */
export const porchDetails = porchRef.extend({
  building: buildingItem.pick({ id: true, street: true, number: true, building_type: true, complex: true }),
  floors: parts.floors,
  pipes: parts.pipes,
  units: parts.units,
});
export type PorchDetails = z.output<typeof porchDetails>;
