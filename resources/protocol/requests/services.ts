import * as z from 'zod';

/**
 * Item of `GET /api/crm/services/` (requests.md). `icon` is a name of `resources/language/icons.ts`. `closed` (ours): it stays
 * where it is in use, but can no longer be chosen.
 */
export const serviceItem = z.object({
  id: z.number().int(),
  name: z.string(),
  icon: z.string(),
  closed: z.literal(true).optional(),
});
export type ServiceItem = z.output<typeof serviceItem>;
