import { checkedOf } from '#console/data/checked-buildings.ts';
import type { BootCall } from '#console/data/http.ts';
import { session } from '#console/data/session.ts';
import { has } from '#resources/language/features.ts';
import { idsOf } from '#resources/protocol/open-shapes.ts';
import type { Built } from './load-console.ts';

const BUILDINGS = '/api/crm/buildings/';

/** What every page of the console asks first. */
const ALWAYS = ['/api/crm/permissions/', BUILDINGS, '/api/crm/profile/current/', '/resources/definitions/'] as const;

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
  // Of who was never here nothing is known: the list may be closed to him.
  const known = session.permissions.get() !== null || session.checkedBuildings.get() !== null;
  const list = closed || !known ? undefined : lists[path];
  const first = own[path];
  const isKnown = first && !closed && has(session.features.get(), first.addition);
  const addresses: string[] = [...ALWAYS, ...(isKnown ? first.addresses : [])];

  const calls = new Map<string, BootCall>();
  const begin = (address: string): Promise<Response> => {
    const controller = new AbortController();
    const answer = fetch(address, { headers, signal: controller.signal });
    // Whoever takes the call up sees its failure; here it only must not count as unhandled.
    answer.catch(() => calls.delete(address));
    calls.set(address, { answer, controller });
    return answer;
  };
  for (const address of addresses) {
    const answer = begin(address);
    if (address !== BUILDINGS || !list) continue;
    // Which of the stored buildings are still known is said by the list of buildings alone (SHELL-29).
    answer
      .then(async (response) => {
        if (!response.ok) return;
        const checked = checkedOf(session.checkedBuildings.get(), idsOf(await response.clone().json()));
        if (checked.length) begin(`${list}?buildings_id=${checked.join(',')}`);
      })
      // Whoever shows the buildings tells of it.
      .catch(() => undefined);
  }
  globalThis.bootCalls = calls;
}
