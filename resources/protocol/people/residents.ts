import * as z from 'zod';
import { scalarFields } from '#resources/language/scalar-fields.ts';
import { residents } from '#resources/sections/residents.ts';
import { RESIDENT_STATUSES, UNIT_TYPES } from '../enums.ts';
import { recordVersion } from '../versions.ts';

const id = z.number().int();

const { shapes } = scalarFields(residents);

/** A unit of a resident: its type and the unit itself (residents.md). */
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

/** `GET /api/crm/residents/{id}/` (residents.md). `id` and `user` are the same number (G-19). */
export const residentDetails = z.object({
  id,
  user: id,
  ...shapes,
  /** Null for residents imported from a file, which has no gender. */
  gender: shapes.gender.nullable(),
  email: z.string().nullable(),
  status: z.enum(RESIDENT_STATUSES),
  avatar: z.string().nullable(),
  /** Units in the reader's reach, in the order of the form. */
  units: z.array(residentUnit),
  /** Whether all units are in the reader's reach, which is required for deleting the person. */
  is_all_units: z.boolean(),
  version: recordVersion.optional(),
});
export type ResidentDetails = z.output<typeof residentDetails>;

/** Response to creating or changing: the saved record; `units` only in the reader's reach. */
export const residentSaved = z.object({
  params: residentDetails.pick({ id: true, user: true, status: true }).extend({
    ...shapes,
    units: z.array(id),
    /**
     * Whether the invitation was sent; false: the person is saved, and sending is retried. Only for a new person or a new phone
     * number.
     */
    invited: z.boolean().optional(),
  }),
});
export type ResidentSaved = z.output<typeof residentSaved>['params'];

/** `POST /api/crm/residents/{id}/suspend/`: true blocks, false unblocks (G-62). */
export const suspendBody = z.object({ flag: z.boolean('validation.choice') });

/** The changed parts of an account (API-07). */
export const residentStatus = z.object({ params: residentDetails.pick({ id: true, user: true, status: true }) });

/** `GET /api/crm/residents/invitation/` (ours): the text of an invitation, to be passed on by hand where no SMS is sent. */
export const residentInvitationAnswer = z.object({ text: z.string() });
