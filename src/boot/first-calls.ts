import { checkedBuildingIds } from '#console/data/buildings/checked-buildings.ts';
import type { BootCall } from '#console/data/http/http.ts';
import { session } from '#console/data/session/session.ts';
import { decodeIds, under, unwrapBody } from '#resources/protocol/open-shapes.ts';
import { PERMISSIONS_PATH, PROFILE_PATH } from '#resources/protocol/paths/access.ts';
import { BUILDINGS_PATH } from '#resources/protocol/paths/buildings.ts';
import { DEFINITIONS_PATH } from '#resources/protocol/paths/definitions.ts';
import type { Built } from './load-console.ts';

/** The first calls of every page of the console. */
const ALWAYS = [PERMISSIONS_PATH, BUILDINGS_PATH, PROFILE_PATH, DEFINITIONS_PATH] as const;

/** The address of a list call with the checked buildings and the rest of its query. */
function listAddress(list: string, buildings: readonly number[]): string {
  const [address, rest] = list.split('?');
  return `${address}?buildings_id=${buildings.join(',')}${rest ? `&${rest}` : ''}`;
}

/** Whether an answer with levels opens a section; what it does not tell of is left to the page. */
const opens = (answer: unknown, section: string): boolean => {
  const level = under(under(unwrapBody(answer), 'sections'), section);
  return typeof level === 'string' && level !== 'denied';
};

/**
 * Begins the first calls while the code is still loading. `src/data/http/http.ts` takes them up by their address; a call not
 * taken up does no harm.
 * @param address path and query of the page
 */
export function beginCalls(address: string, { lists, sections }: Pick<Built, 'lists' | 'sections'>): void {
  const token = session.token.get();
  if (!token) return;
  const headers = { Accept: 'application/json', Authorization: `Token ${token}` };
  const [path = '', query] = address.split('?');
  const section = sections[path] ?? '';
  // The last known rights serve: a right given meanwhile costs a page only this head start.
  const level = session.permissions.get()?.[section];

  const calls = new Map<string, BootCall>();
  const begin = (path: string): Promise<Response> => {
    const controller = new AbortController();
    const answer = fetch(path, { headers, signal: controller.signal });
    // The one that takes the call up sees its failure; here it only must not count as unhandled.
    answer.catch(() => calls.delete(path));
    calls.set(path, { answer, controller });
    return answer;
  };
  const answers = new Map(ALWAYS.map((path): [string, Promise<Response>] => [path, begin(path)]));
  const readBody = async (path: string): Promise<unknown> => {
    const response = await answers.get(path);
    return response?.ok ? response.clone().json() : null;
  };

  async function beginList(list: string): Promise<void> {
    // Which of the stored buildings are still known is said by the list of buildings alone (SHELL-29).
    const checked = checkedBuildingIds(session.checkedBuildings.get(), decodeIds(await readBody(BUILDINGS_PATH)));
    // On a first visit it is not known whether the list is open to the person.
    const isOpen = level === undefined ? opens(await readBody(PERMISSIONS_PATH), section) : level !== 'denied';
    if (checked.length && isOpen) begin(listAddress(list, checked));
  }
  const list = lists[path];
  // A list with something in its address asks for something else.
  if (list && !query && level !== 'denied') {
    // The part of the page that shows the buildings and the levels tells of it.
    beginList(list).catch(() => undefined);
  }
  globalThis.bootCalls = calls;
}
