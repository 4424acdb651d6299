import { request, unwrap } from './http.ts';
import { session } from './session.ts';

export const PERMISSIONS_PATH = '/api/crm/permissions/';

/** Asks for the person's levels, and what of the product is on, and remembers them: after sign-in (AUTH-23) and when the console starts (PERM-04). */
export async function refreshPermissions(): Promise<void> {
  const body = unwrap(await request(PERMISSIONS_PATH));
  const answer = body as { sections?: Record<string, string>; features?: Record<string, boolean> } | null;
  session.features.set(answer?.features ?? null);
  if (answer?.sections) session.permissions.set(answer.sections);
}
