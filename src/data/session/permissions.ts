import { permissionsOf } from '#resources/protocol/people/profile-answers.ts';
import { ask } from '../http/http.ts';
import { session } from './session.ts';

const PERMISSIONS_PATH = '/api/crm/permissions/';

/** Numbers of the last question and of the one whose answer stands. */
let [asked, known] = [0, 0];

/** Asks for the person's levels, and what of the product is on, and remembers them: after sign-in (AUTH-23) and when the console starts (PERM-04). */
export async function refreshPermissions(): Promise<void> {
  asked += 1;
  const mine = asked;
  const { sections, features } = await ask(PERMISSIONS_PATH, permissionsOf);
  // An answer that was overtaken by a later one tells of rights as they were.
  if (mine < known) return;
  known = mine;
  session.features.set(features);
  if (Object.keys(sections).length) session.permissions.set(sections);
}
