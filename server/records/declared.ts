import * as z from 'zod';
import { ID_MAX } from '#resources/language/kinds/kind.ts';
import { record } from '#resources/protocol/definitions/records.ts';
import { idParams, type World } from '#server/http/route.ts';

/** Common parts of the routes of generic records. */

export const resourceParams = z.object({ resource: z.string() });
export const recordParams = resourceParams.extend(idParams.shape);

export const SEE = { kind: 'definition', action: 'see', scope: 'buildings' } as const;
export const CHANGE = { ...SEE, action: 'change' } as const;

/** An id that a page goes on after; null where the query has none. */
export const pageAfter = z
  .string()
  .regex(/^\d{1,10}$/, 'validation.number')
  .transform(Number)
  .pipe(z.number().max(ID_MAX, 'validation.numberHigh'))
  .optional()
  .transform((value) => value ?? null);

/** Address of the records of a section that the access matrix tries. */
export const collection = ({ generic }: World) => `/api/records/${generic.name}`;
/** A valid new record of it. */
export const exampleBody = ({ generic, home }: World) => generic.payload(home.building);

/** Makes a record of that section. @returns its address */
export async function newRecord(world: World): Promise<string> {
  const made = record.parse(await world.send('POST', { url: collection(world), body: exampleBody(world) }));
  return `${collection(world)}/${made.id}`;
}

/** The first of the one record that was asked to be shown. */
export function show<Item>([first]: readonly Item[]): Item {
  if (first === undefined) throw new Error('A record that was just read is gone');
  return first;
}
