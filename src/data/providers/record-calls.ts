import type { Identifier, RaRecord } from 'react-admin';
import type { Resource } from '#resources/language/define-resource.ts';
import { type RequestOptions, request } from '../http/http.ts';
import { RequestError } from '../http/request-error.ts';
import { recordPath } from './wire.ts';

/** Additional result of `delete`. */
export interface Deleted {
  /**
   * Nothing was deleted, because the record no longer exists or the person has no access any more. It must disappear from the
   * screen, and there is nothing to undo.
   */
  isGone: boolean;
}

/** Deletes a record; one that is already gone counts as deleted (CAM-04), without an alert. */
export async function deleteOnce(
  sendDelete: (report: NonNullable<RequestOptions['report']>) => Promise<unknown>,
): Promise<Deleted> {
  try {
    await sendDelete((error) => error.status !== 404);
    return { isGone: false };
  } catch (error) {
    if (!(error instanceof RequestError) || error.status !== 404) throw error;
    return { isGone: true };
  }
}

/**
 * Restores a record that was deleted less than `MS.undo` ago; only for definitions with `api.undo`.
 * @throws RequestError, already reported; 404 when it is too late
 */
export async function restoreRecord(resource: Resource, id: Identifier): Promise<void> {
  const path = recordPath(resource, id);
  await request(`${path.endsWith('/') ? path : `${path}/`}restore/`, { method: 'POST' });
}

/** Whether a person is blocked (EMP-13). */
export function isSuspended(record: Pick<RaRecord, string>): boolean {
  return record.status === 'suspended';
}

/**
 * Blocks or unblocks a person, if the menu of the definition offers it (EMP-14).
 * @throws RequestError, already reported
 */
export async function suspendRecord(resource: Resource, id: Identifier, flag: boolean): Promise<void> {
  const path = recordPath(resource, id);
  await request(`${path.endsWith('/') ? path : `${path}/`}suspend/`, { method: 'POST', body: { flag } });
}
