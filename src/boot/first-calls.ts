import type { BootCall } from '#console/data/http.ts';
import { session } from '#console/data/session.ts';
import type { Built } from './load-console.ts';

/** What every page of the console asks first. */
const ALWAYS = [
  '/api/crm/permissions/',
  '/api/crm/buildings/',
  '/api/crm/profile/current/',
  '/resources/definitions/',
] as const;

/**
 * Begins the first calls while the code is still loading. `data/http.ts` takes them up by their address; what
 * nobody takes up does no harm.
 */
export function beginCalls(
  path: string,
  { lists, calls: own, sections }: Pick<Built, 'lists' | 'calls' | 'sections'>,
): void {
  const token = session.token.get();
  if (!token) return;
  const headers = { Accept: 'application/json', Authorization: `Token ${token}` };
  // What was last known: a right given meanwhile costs a page only this head start.
  const closed = session.permissions.get()?.[sections[path] ?? ''] === 'denied';
  const list = closed ? undefined : lists[path];
  const buildings = session.checkedBuildings.get();
  const addresses: string[] = [...ALWAYS, ...(closed ? [] : (own[path] ?? []))];
  if (list && buildings?.length) addresses.push(`${list}?buildings_id=${buildings.join(',')}`);

  const calls = new Map<string, BootCall>();
  for (const address of addresses) {
    const controller = new AbortController();
    const answer = fetch(address, { headers, signal: controller.signal });
    // Whoever takes the call up sees its failure; here it only must not count as unhandled.
    answer.catch(() => calls.delete(address));
    calls.set(address, { answer, controller });
  }
  globalThis.bootCalls = calls;
}
