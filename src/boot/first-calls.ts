import { checkedBuildingIds } from '#console/data/buildings/checked-buildings.ts';
import type { BootCall } from '#console/data/http/http.ts';
import { session } from '#console/data/session/session.ts';
import { decodeIds, getKey, unwrapBody } from '#resources/protocol/open-shapes.ts';
import { PERMISSIONS_PATH, PROFILE_PATH } from '#resources/protocol/paths/access.ts';
import { BUILDINGS_PATH } from '#resources/protocol/paths/buildings.ts';
import { DEFINITIONS_PATH } from '#resources/protocol/paths/definitions.ts';
import type { BuildManifest } from './load-console.ts';

/** Calls that every page of the console makes first. */
const FIRST_CALL_PATHS = [PERMISSIONS_PATH, BUILDINGS_PATH, PROFILE_PATH, DEFINITIONS_PATH] as const;

/** URL of a list call: the checked buildings first, then the rest of its query. */
function listAddress(list: string, buildings: readonly number[]): string {
  const [address, otherParams] = list.split('?');
  return `${address}?buildings_id=${buildings.join(',')}${otherParams ? `&${otherParams}` : ''}`;
}

/** Whether the permissions answer grants access to a section; false when it does not mention the section. */
const grantsAccess = (answer: unknown, section: string): boolean => {
  const level = getKey(getKey(unwrapBody(answer), 'sections'), section);
  return typeof level === 'string' && level !== 'denied';
};

/**
 * Starts the first calls while the code is still loading. `src/data/http/http.ts` reuses them by URL; a call that is not reused
 * does no harm.
 * @param address path and query of the page
 */
export function startFirstCalls(address: string, { lists, sections }: Pick<BuildManifest, 'lists' | 'sections'>): void {
  const token = session.token.get();
  if (!token) return;
  const headers = { Accept: 'application/json', Authorization: `Token ${token}` };
  const [path = '', query] = address.split('?');
  const section = sections[path] ?? '';
  // Uses the stored permissions: if access was granted since, the page only loses this head start.
  const level = session.permissions.get()?.[section];

  const calls = new Map<string, BootCall>();
  const startCall = (path: string): Promise<Response> => {
    const controller = new AbortController();
    const answer = fetch(path, { headers, signal: controller.signal });
    // The code that reuses the call handles its failure; this only prevents an unhandled rejection.
    answer.catch(() => calls.delete(path));
    calls.set(path, { answer, controller });
    return answer;
  };
  const answers = new Map(FIRST_CALL_PATHS.map((path): [string, Promise<Response>] => [path, startCall(path)]));
  const readBody = async (path: string): Promise<unknown> => {
    const response = await answers.get(path);
    return response?.ok ? response.clone().json() : null;
  };

  async function startListCall(list: string): Promise<void> {
    // Stored buildings may no longer exist, so the building list has to arrive first (SHELL-29).
    const checked = checkedBuildingIds(session.checkedBuildings.get(), decodeIds(await readBody(BUILDINGS_PATH)));
    // On a first visit no permissions are stored, so wait for their answer.
    const isOpen = level === undefined ? grantsAccess(await readBody(PERMISSIONS_PATH), section) : level !== 'denied';
    if (checked.length && isOpen) startCall(listAddress(list, checked));
  }
  const list = lists[path];
  // A query in the page URL means filters, so its list call differs.
  if (list && !query && level !== 'denied') {
    // A failure is reported by the components that show the buildings and the permissions.
    startListCall(list).catch(() => undefined);
  }
  globalThis.bootCalls = calls;
}
