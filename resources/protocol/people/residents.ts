import * as z from 'zod';
import { scalarFields } from '#resources/language/scalar-fields.ts';
import { residents } from '#resources/sections/residents.ts';
import { RESIDENT_STATUSES, UNIT_TYPES } from '../enums.ts';
import { recordVersion } from '../versions.ts';

const id = z.number().int();

const { shapes } = scalarFields(residents);

/** A unit of a resident: its kind and the thing itself (residents.md). */
const residentUnit = z.object({
  unit_type: z.enum(UNIT_TYPES),
  object: z.object({
    id,
    label: z.string(),
    building: z.object({ id, street: z.string(), number: z.string() }),
    porch: z.object({ number: z.number().int() }),
    floor: z.object({ number: z.number().int() }),
    pipe: z.object({ name: z.string() }).nullable(),
  }),
});

/** `GET /api/crm/residents/{id}/` (residents.md). `id` and `user` are one number (G-19). */
export const residentOne = z.object({
  id,
  user: id,
  ...shapes,
  /** Null for residents imported from a file, which does not have it. */
  gender: shapes.gender.nullable(),
  email: z.string().nullable(),
  status: z.enum(RESIDENT_STATUSES),
  avatar: z.string().nullable(),
  /** Those in entrances of the reader, in the order of the form. */
  units: z.array(residentUnit),
  /** Whether every unit is in an entrance of the reader: only then may they delete the person. */
  is_all_units: z.boolean(),
  version: recordVersion.optional(),
});
export type ResidentOne = z.output<typeof residentOne>;

/** The answer to creating and changing: the saved record; `units` as far as the reader sees them. */
export const residentSaved = z.object({
  params: residentOne.pick({ id: true, user: true, status: true }).extend({
    ...shapes,
    units: z.array(id),
    /** Whether the invitation has gone out; false: the person is saved, it is tried again. Only of a new one or a new number. */
    invited: z.boolean().optional(),
  }),
});
export type ResidentSaved = z.output<typeof residentSaved>['params'];

/** `POST /api/crm/residents/{id}/suspend/`: true blocks, false lets in again (G-62). */
export const suspendBody = z.object({ flag: z.boolean('validation.choice') });

/** The changed parts of an account (API-07). */
export const residentStatus = z.object({ params: residentOne.pick({ id: true, user: true, status: true }) });

/** `GET /api/crm/residents/invitation/`, an addition: the text of an invitation, to be handed over where no SMS is sent. */
export const residentInvitationAnswer = z.object({ text: z.string() });
