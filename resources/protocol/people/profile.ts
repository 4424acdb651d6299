import * as z from 'zod';
import { sectionLevels } from '../access/permissions.ts';
import { ROLES } from '../access/sign-in.ts';
import { porchRef } from '../buildings/buildings.ts';

const id = z.number().int();
const company = z.object({ id, label: z.string() });
const address = z.object({
  id,
  street: z.string(),
  number: z.string(),
  complex: z.object({ id, name: z.string() }).nullable(),
});

/** `GET /api/crm/profile/current/` (API-12): the person a token belongs to; also for activation and recovery tokens (API-04). */
export const currentProfile = z.object({
  /** Id of the person. */
  user: id,
  role: z.enum(ROLES),
  status: z.enum(['active', 'created', 'suspended', 'deleted']),
  first_name: z.string(),
  last_name: z.string(),
  gender: z.enum(['male', 'female']).nullable(),
  /** `+7XXXXXXXXXX` (API-10). */
  phone_number: z.string(),
  email: z.string().nullable(),
  /** URL of the picture; null also for the token of a link, which cannot load pictures. */
  avatar: z.string().nullable(),
  /** When the person was added, ISO in UTC. */
  date: z.string(),
  position: z.string().nullable(),
  company: company.nullable(),
  /** The company again if it is a subsidiary, else null (profile.md). */
  subsidiary: company.nullable(),
  /** Chat id. */
  user_chat_id: z.string().nullable(),
  sections: sectionLevels,
  /** Buildings with all entrances open to them, with these entrances (PROF-05). */
  buildings: z.array(address.extend({ porches: z.array(porchRef) })),
  /** Open entrances of the other buildings. */
  porches: z.array(porchRef.extend({ building: address })),
});
export type CurrentProfile = z.output<typeof currentProfile>;
