import type { ServiceItem } from '#resources/protocol/requests/services.ts';
import type { Db } from '#server/db/tables.ts';

/** Services in their order, closed ones last; they are the same for all buildings of the company. */
export async function listServices(db: Db): Promise<ServiceItem[]> {
  const rows = await db
    .selectFrom('services')
    .select(['id', 'name', 'icon', 'closed'])
    .orderBy('closed')
    .orderBy('place', (order) => order.asc().nullsLast())
    .orderBy('id')
    .execute();
  return rows.map(({ closed, ...service }) => (closed ? { ...service, closed } : service));
}
