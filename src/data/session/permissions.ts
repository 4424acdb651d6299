import { PERMISSIONS_PATH } from '#resources/protocol/paths/access.ts';
import { decodePermissions } from '#resources/protocol/people/profile-answers.ts';
import { ask } from '../http/http.ts';
import { session } from './session.ts';

/** Numbers of the last question and of the last one answered. */
let [lastQuestion, lastAnswered] = [0, 0];

/** Fetches and remembers the person's levels and the parts of the product that are on: after sign-in (AUTH-23) and when the console starts (PERM-04). */
export async function refreshPermissions(): Promise<void> {
  lastQuestion += 1;
  const mine = lastQuestion;
  const { sections, features } = await ask(PERMISSIONS_PATH, decodePermissions);
  // An answer overtaken by a later one is outdated.
  if (mine < lastAnswered) return;
  lastAnswered = mine;
  session.features.set(features);
  if (Object.keys(sections).length) session.permissions.set(sections);
}
