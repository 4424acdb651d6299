import type { Identifier } from 'react-admin';
import type { Resource } from '#resources/language/define-resource.ts';
import { request } from './http.ts';
import { recordPath } from './wire.ts';

/**
 * Brings back a record that was deleted less than `MS.undo` ago, of a definition whose `api.undo` says that it can be.
 * @throws RequestError, reported already: 404 when it is too late
 */
export async function restoreRecord(resource: Resource, id: Identifier): Promise<void> {
  const path = recordPath(resource, id);
  await request(`${path.endsWith('/') ? path : `${path}/`}restore/`, { method: 'POST' });
}
