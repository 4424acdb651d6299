import { request, unwrap } from './http.ts';
import { session } from './session.ts';

const PERMISSIONS_PATH = '/api/crm/permissions/';

/** Numbers of the last question and of the one whose answer stands. */
let [asked, known] = [0, 0];

/** Asks for the person's levels, and what of the product is on, and remembers them: after sign-in (AUTH-23) and when the console starts (PERM-04). */
export async function refreshPermissions(): Promise<void> {
  asked += 1;
  const mine = asked;
  const body = unwrap(await request(PERMISSIONS_PATH));
  // An answer that was overtaken by a later one tells of rights as they were.
  if (mine < known) return;
  known = mine;
  const answer = body as { sections?: Record<string, string>; features?: Record<string, boolean> } | null;
  session.features.set(answer?.features ?? null);
  if (answer?.sections) session.permissions.set(answer.sections);
}
