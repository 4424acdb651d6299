import * as z from 'zod';
import { ID_MAX } from '#resources/language/kinds/kind.ts';
import { record } from '#resources/protocol/definitions/records.ts';
import { idParams, type World } from '#server/http/route.ts';

/** Common parts of the routes of generic records. */

export const resourceParams = z.object({ resource: z.string() });
export const recordParams = resourceParams.extend(idParams.shape);

export const SEE = { kind: 'definition', action: 'see', scope: 'buildings' } as const;
export const CHANGE = { ...SEE, action: 'change' } as const;

/** Query parameter with the id to continue a page after; null if missing. */
export const pageCursor = z
  .string()
  .regex(/^\d{1,10}$/, 'validation.number')
  .transform(Number)
  .pipe(z.number().max(ID_MAX, 'validation.numberHigh'))
  .optional()
  .transform((value) => value ?? null);

/** URL of the records of the section used by the access matrix tests. */
export const collectionUrl = ({ generic }: World) => `/api/records/${generic.name}`;
/** A valid payload for that section. */
export const exampleBody = ({ generic, home }: World) => generic.payload(home.building);

/**
 * Creates a record in that section.
 * @returns its URL
 */
export async function createExampleRecord(world: World): Promise<string> {
  const created = record.parse(await world.send('POST', { url: collectionUrl(world), body: exampleBody(world) }));
  return `${collectionUrl(world)}/${created.id}`;
}

/** The only element of a list of shown records. */
export function onlyItem<Item>([first]: readonly Item[]): Item {
  if (first === undefined) throw new Error('A record that was just read is gone');
  return first;
}
