import { request, unwrap } from './http.ts';
import { session } from './session.ts';

export const PERMISSIONS_PATH = '/api/crm/permissions/';

/** Asks for the person's levels and remembers them: after sign-in (AUTH-23) and when the console starts (PERM-04). */
export async function refreshPermissions(): Promise<void> {
  const body = unwrap(await request(PERMISSIONS_PATH));
  const sections = (body as { sections?: Record<string, string> } | null)?.sections;
  if (sections) session.permissions.set(sections);
}
