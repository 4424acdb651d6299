import * as z from 'zod';

/**
 * One of `GET /api/crm/services/` (requests.md): a kind of work. `icon` is a name of `resources/language/icons.ts`. `closed` (ours): it stays
 * where it was chosen, and cannot be chosen anew.
 */
export const serviceItem = z.object({
  id: z.number().int(),
  name: z.string(),
  icon: z.string(),
  closed: z.literal(true).optional(),
});
export type ServiceItem = z.output<typeof serviceItem>;
