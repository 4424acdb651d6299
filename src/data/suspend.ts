import type { Identifier, RaRecord } from 'react-admin';
import type { Resource } from '#resources/language/define-resource.ts';
import { request } from './http.ts';
import { recordPath } from './wire.ts';

/** Whether somebody is blocked (EMP-13). */
export function isSuspended(record: Pick<RaRecord, string>): boolean {
  return record.status === 'suspended';
}

/**
 * Blocks somebody, or lets him in again, where the menu of the definition offers it (EMP-14).
 * @throws RequestError, reported already
 */
export async function suspendRecord(resource: Resource, id: Identifier, flag: boolean): Promise<void> {
  const path = recordPath(resource, id);
  await request(`${path.endsWith('/') ? path : `${path}/`}suspend/`, { method: 'POST', body: { flag } });
}
