import * as z from 'zod';
import { scalarFields } from '#resources/language/scalar-fields.ts';
import { cameras } from '#resources/sections/cameras.ts';
import { recordVersion } from '../versions.ts';

const id = z.number().int();

const { shapes } = scalarFields(cameras);

/** Item of `GET /api/crm/cameras/`; `buildings` are the ids of the linked buildings that the reader may see. */
export const cameraItem = z.object({
  id,
  ...shapes,
  buildings: z.array(id),
  /** False if it is also linked to a building that the reader cannot change; then it cannot be deleted. */
  is_all_buildings: z.boolean(),
});
export type CameraItem = z.output<typeof cameraItem>;

/** `GET /api/crm/cameras/{id}/` (CAM-07, CAM-08). */
export const cameraDetails = cameraItem.extend({
  buildings: z.array(z.object({ id, street: z.string(), number: z.string(), is_all_porches: z.boolean() })),
  version: recordVersion.optional(),
});
export type CameraDetails = z.output<typeof cameraDetails>;

/** Response to saving a camera (API-06, API-07). */
export const cameraSaved = z.object({
  params: z.object({ id, ...shapes, buildings: z.array(id) }),
});
