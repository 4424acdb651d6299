import type { Identifier, RaRecord } from 'react-admin';
import type { Resource } from '#resources/language/define-resource.ts';
import { type RequestOptions, request } from '../http/http.ts';
import { RequestError } from '../http/request-error.ts';
import { recordPath } from './wire.ts';

/** Additions of ours to the answer of `delete`. */
export interface Deleted {
  /**
   * Nothing was deleted: another person was quicker, or the record can no longer be reached by the person. Either way it is to
   * be shown no more, and there is nothing to take back.
   */
  isGone: boolean;
}

/** Has a record deleted; one that is gone already counts as deleted (CAM-04), and no alert tells of it. */
export async function deleteOnce(
  send: (report: NonNullable<RequestOptions['report']>) => Promise<unknown>,
): Promise<Deleted> {
  try {
    await send((error) => error.status !== 404);
    return { isGone: false };
  } catch (error) {
    if (!(error instanceof RequestError) || error.status !== 404) throw error;
    return { isGone: true };
  }
}

/**
 * Brings back a record that was deleted less than `MS.undo` ago, of a definition whose `api.undo` says that it can be.
 * @throws RequestError, reported already: 404 when it is too late
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
 * Blocks a person, or lets them in again, where the menu of the definition offers it (EMP-14).
 * @throws RequestError, reported already
 */
export async function suspendRecord(resource: Resource, id: Identifier, flag: boolean): Promise<void> {
  const path = recordPath(resource, id);
  await request(`${path.endsWith('/') ? path : `${path}/`}suspend/`, { method: 'POST', body: { flag } });
}
