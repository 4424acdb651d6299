import { randomInt } from 'node:crypto';
import { residentSaved } from '#resources/protocol/people/residents.ts';
import type { World } from '#server/http/route.ts';

export const RESIDENTS_URL = '/api/crm/residents/';

/** A valid new resident of the home flat; the phone is random and not checked to be unused. */
export const exampleResidentBody = ({ home }: World) => ({
  first_name: 'Дарья',
  last_name: 'Калинина',
  phone_number: `+7999${String(randomInt(10_000_000)).padStart(7, '0')}`,
  gender: 'female',
  units: [home.unit],
});

/** Invites an example resident. @returns their path */
export async function createExampleInvitee(world: World): Promise<string> {
  const answer = await world.send('POST', { url: RESIDENTS_URL, body: exampleResidentBody(world) });
  return `${RESIDENTS_URL}${residentSaved.parse(answer).params.id}/`;
}
