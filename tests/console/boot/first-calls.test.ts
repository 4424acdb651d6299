import { startFirstCalls } from '#console/boot/first-calls.ts';
import { session } from '#console/data/session/session.ts';

const BUILT = {
  lists: { '/news': '/api/crm/news/?page_size=20', '/cameras': '/api/crm/cameras/' },
  sections: { '/news': 'news', '/cameras': 'cameras' },
};

/** Opens a page. @returns addresses of the calls that were begun, in their order */
async function opened(address: string, level?: string | null): Promise<string[]> {
  const asked: string[] = [];
  const answers: Record<string, unknown> = {
    '/api/crm/permissions/': { sections: level === undefined ? {} : { news: level, cameras: level } },
    '/api/crm/buildings/': [{ id: 3 }, { id: 1 }],
  };
  globalThis.fetch = async (path) => {
    asked.push(String(path));
    return Response.json(answers[String(path)] ?? []);
  };
  startFirstCalls(address, BUILT);
  // All answers are there at once; reading them takes some turns.
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setTimeout(resolve, 0));
  return asked.filter((path) => /news|cameras/.test(path));
}

const { fetch } = globalThis;
beforeEach(() => {
  session.token.set('ключ');
  session.permissions.set(null);
  session.checkedBuildings.set(null);
});
afterEach(() => {
  session.token.set(null);
  globalThis.bootCalls = undefined;
  globalThis.fetch = fetch;
});

describe('the first calls of a page, begun while the code is still loading', () => {
  test('SHELL-29: its list is asked for the buildings that are known by now', async () => {
    session.permissions.set({ news: 'read', cameras: 'read' });
    session.checkedBuildings.set([7, 1]);
    expect(await opened('/news')).toEqual(['/api/crm/news/?buildings_id=1&page_size=20']);
    expect(await opened('/cameras')).toEqual(['/api/crm/cameras/?buildings_id=1']);
    expect([...(globalThis.bootCalls?.keys() ?? [])]).toContain('/api/crm/cameras/?buildings_id=1');
  });

  test('of who was never here the levels are waited for', async () => {
    expect(await opened('/news', 'read')).toEqual(['/api/crm/news/?buildings_id=3,1&page_size=20']);
    expect(await opened('/news', 'denied')).toEqual([]);
    expect(await opened('/news', null)).toEqual([]);
    expect(await opened('/news')).toEqual([]);
  });

  test('a list that is closed, filtered by its address or no list at all is left to the page', async () => {
    session.permissions.set({ news: 'denied' });
    expect(await opened('/news', 'read')).toEqual([]);
    session.permissions.set({ news: 'read' });
    expect(await opened('/news?filter=%7B%7D', 'read')).toEqual([]);
    expect(await opened('/profile', 'read')).toEqual([]);
  });
});
