import * as z from 'zod';

/** One of `GET /api/crm/services/` (requests.md): a kind of work. `icon` is a name of `language/icons.ts`. */
export const serviceItem = z.object({ id: z.number().int(), name: z.string(), icon: z.string() });
export type ServiceItem = z.output<typeof serviceItem>;
