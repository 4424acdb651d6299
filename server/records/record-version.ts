import { createHash } from 'node:crypto';
import { RECORD_VERSION } from '#resources/language/complete-definition.ts';
import { canonical } from '#server/canonical.ts';
import { ApiError } from '#server/http/errors.ts';

/** The version of a record: a digest of what it holds, the same to every reader. What it lacks and what is empty are one. */
export function recordVersion(data: Readonly<Record<string, unknown>>): string {
  const held = Object.fromEntries(Object.entries(data).filter(([, value]) => value !== null));
  return createHash('sha256').update(canonical(held)).digest('base64url').slice(0, 16);
}

/**
 * Refuses a change to a record that is another one by now than the editor has seen. Who says no version overwrites.
 * @throws ApiError conflict
 */
export function refuseStale(
  payload: Readonly<Record<string, unknown>>,
  stored: Readonly<Record<string, unknown>>,
): void {
  const seen = payload[RECORD_VERSION];
  if (typeof seen === 'string' && seen !== recordVersion(stored)) throw new ApiError('conflict');
}
