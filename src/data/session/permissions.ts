import { PERMISSIONS_PATH } from '#resources/protocol/paths/access.ts';
import { decodePermissions } from '#resources/protocol/people/profile-answers.ts';
import { ask } from '../http/http.ts';
import { session } from './session.ts';

/** Numbers of the last request and of the last one applied. */
let [lastRequestId, lastAppliedId] = [0, 0];

/** Loads and stores levels and feature flags: after sign-in (AUTH-23) and when the console starts (PERM-04). */
export async function refreshPermissions(): Promise<void> {
  lastRequestId += 1;
  const requestId = lastRequestId;
  const { sections, features } = await ask(PERMISSIONS_PATH, decodePermissions);
  // A later request was answered first, so this answer is outdated.
  if (requestId < lastAppliedId) return;
  lastAppliedId = requestId;
  session.features.set(features);
  if (Object.keys(sections).length) session.permissions.set(sections);
}
