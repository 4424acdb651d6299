import { randomInt } from 'node:crypto';
import { residentSaved } from '#resources/protocol/people/residents.ts';
import type { World } from '#server/http/route.ts';

export const RESIDENTS_URL = '/api/crm/residents/';

/** A valid new resident of the home flat, with an unused telephone. */
export const residentBody = ({ home }: World) => ({
  first_name: 'Дарья',
  last_name: 'Калинина',
  phone_number: `+7999${String(randomInt(10_000_000)).padStart(7, '0')}`,
  gender: 'female',
  units: [home.unit],
});

/** Invites one. @returns their address */
export async function newResident(world: World): Promise<string> {
  const made = await world.send('POST', { url: RESIDENTS_URL, body: residentBody(world) });
  return `${RESIDENTS_URL}${residentSaved.parse(made).params.id}/`;
}
