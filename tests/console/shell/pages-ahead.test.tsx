import { act, fireEvent, screen } from '@testing-library/react';
import { Prefetch, PrefetchedPagesContext, prefetchedPages } from '#console/app/prefetch.tsx';
import { buildSections } from '#console/app/sections.ts';
import { request } from '#console/data/http/http.ts';
import { beginCall } from '#console/data/http/pending-calls.ts';
import { session } from '#console/data/session/session.ts';
import { MenuLink } from '#console/shell/menu/menu-link.tsx';
import { MenuContext, useMenu } from '#console/shell/menu/menu-sections.ts';
import { AreaTabsContext } from '#console/shell/settings-area.tsx';
import { pass, stopClock } from '#tests/support/console/clock.ts';
import { network } from '#tests/support/console/network.ts';
import { delayedReply, serveAnswers } from '#tests/support/console/server.ts';
import { renderOnStage } from '#tests/support/console/stage.tsx';

const MENU = buildSections([]).flatMap(({ menu }) => menu ?? []);
const TABS = [
  { path: '/settings/company-profile', label: 'Компания' },
  { path: '/settings/buildings', label: 'Объекты', needs: 'buildings' as const },
];
const PATHS = [...MENU.map(({ path }) => path), ...TABS.map(({ path }) => path), '/profile'];
const fileOf = (path: string) => `/assets/${path.slice(1).replaceAll('/', '-')}.js`;
const CALL = '/api/crm/news/';

/** Every link of the menu that this person has. */
function Menu() {
  return useMenu().map((section) => (
    <MenuLink key={section.path} section={section}>
      {() => section.label}
    </MenuLink>
  ));
}

/** The console's menu on a page of a build, with what has been loaded and fetched so far. */
async function openMenu({ built = true, levels = { news: 'read', tasks: 'read', chats: 'denied' } } = {}) {
  stopClock();
  // Calls of other tests do not count.
  beginCall()();
  if (built) {
    const note = document.createElement('script');
    note.type = 'application/json';
    note.id = 'built';
    note.textContent = JSON.stringify({ pages: Object.fromEntries(PATHS.map((path) => [path, [fileOf(path)]])) });
    document.body.append(note);
  }
  session.permissions.set(levels);
  // The server names files of definitions to administrators alone.
  session.features.set({ ...session.features.get(), 'definition-files': false });
  const server = serveAnswers(Object.fromEntries(PATHS.map((path) => [`GET ${fileOf(path)}`, { text: '' }])));
  const loaded: string[] = [];
  const pages = PATHS.map((path) => ({ path, load: async () => loaded.push(path) }));
  const view = renderOnStage(
    <PrefetchedPagesContext value={pages}>
      <MenuContext value={MENU}>
        <AreaTabsContext value={TABS}>
          <Prefetch>
            <Menu />
          </Prefetch>
        </AreaTabsContext>
      </MenuContext>
    </PrefetchedPagesContext>,
  );
  await act(async () => undefined);
  return { server, loaded, view, fetched: () => server.calls.map(({ url }) => url) };
}

const OPEN = ['/shift', '/news', '/tasks', '/settings', '/settings/company-profile', '/profile'];

afterEach(() => {
  Object.defineProperty(navigator, 'connection', { configurable: true, value: undefined });
  network(true);
  jest.useRealTimers();
});

describe('code of pages that are not open', () => {
  it('SHELL-09 comes once the page has stood for a while, of what the person may see alone, in the order of the menu', async () => {
    const { loaded, fetched } = await openMenu();
    await pass(1400);
    expect(fetched()).toEqual([]);
    await pass(1000);
    expect(fetched()).toEqual(OPEN.map(fileOf));
    expect(loaded).toEqual(OPEN);
  });

  it('SHELL-09 is run only when all of it was fetched, one page after another', async () => {
    const { server, loaded, fetched } = await openMenu();
    const late = delayedReply({ text: '' });
    server.answer(`GET ${fileOf('/shift')}`, late.reply);
    await pass(5000);
    expect([fetched(), loaded]).toEqual([[fileOf('/shift')], []]);
    late.release();
    await pass(1000);
    expect(loaded).toEqual(OPEN);
  });

  it('SHELL-09 gives way to a call of the page, and goes on when that is answered and the page stands again', async () => {
    const { server, loaded } = await openMenu();
    const file = delayedReply({ text: '' });
    const answer = delayedReply({ json: { count: 0, next: null, previous: null, results: [] } });
    server.answer(`GET ${fileOf('/shift')}`, file.reply);
    server.answer(`GET ${CALL}`, answer.reply);
    await pass(2000);
    const [first] = server.callsTo(`GET ${fileOf('/shift')}`);
    expect(first?.signal?.aborted).toBe(false);
    const call = request(CALL);
    expect(first?.signal?.aborted).toBe(true);
    server.answer(`GET ${fileOf('/shift')}`, { text: '' });
    file.release();
    await pass(10_000);
    expect(loaded).toEqual([]);
    answer.release();
    await call;
    await pass(1400);
    expect(loaded).toEqual([]);
    await pass(1000);
    expect(loaded).toEqual(OPEN);
  });

  it('SHELL-09 that does not come leaves nothing behind: it is tried again when the network is back', async () => {
    const { server, loaded } = await openMenu();
    server.answer(`GET ${fileOf('/tasks')}`, { status: 404, json: {} });
    await pass(5000);
    expect(loaded).toEqual(['/shift', '/news']);
    server.answer(`GET ${fileOf('/tasks')}`, { text: '' });
    await pass(60_000);
    expect(loaded).toEqual(['/shift', '/news']);
    network(false);
    network(true);
    await pass(5000);
    expect(loaded).toEqual(OPEN);
  });

  it.each(['hover', 'focus', 'touch'])('SHELL-09 comes at once by %s of its entry, once', async (how) => {
    const { loaded, fetched } = await openMenu();
    const entry = screen.getByRole('link', { name: 'Заявки' });
    const point = async () => {
      if (how === 'hover') fireEvent.pointerEnter(entry);
      if (how === 'focus') fireEvent.focus(entry);
      if (how === 'touch') fireEvent.touchStart(entry);
      await pass(10);
    };
    await point();
    expect([fetched(), loaded]).toEqual([[fileOf('/tasks')], ['/tasks']]);
    await point();
    expect(loaded).toEqual(['/tasks']);
  });

  it('SET-01 comes for the page of the settings too that their entry leads on to', async () => {
    const { loaded } = await openMenu({ levels: { news: 'read', buildings: 'read' } as never });
    fireEvent.pointerEnter(screen.getByRole('link', { name: 'Настройки' }));
    await pass(10);
    expect(loaded.sort()).toEqual(['/settings', '/settings/buildings']);
  });

  it('does not come with data to be saved, without a network, and from sources that are not built', async () => {
    Object.defineProperty(navigator, 'connection', { configurable: true, value: { saveData: true } });
    const saving = await openMenu();
    fireEvent.pointerEnter(screen.getByRole('link', { name: 'Заявки' }));
    await pass(5000);
    expect([saving.fetched(), saving.loaded]).toEqual([[], []]);
    saving.view.unmount();

    Object.defineProperty(navigator, 'connection', { configurable: true, value: undefined });
    document.getElementById('built')?.remove();
    const sources = await openMenu({ built: false });
    fireEvent.pointerEnter(screen.getByRole('link', { name: 'Заявки' }));
    await pass(5000);
    expect([sources.fetched(), sources.loaded]).toEqual([[], []]);
    sources.view.unmount();

    network(false);
    const alone = await openMenu();
    fireEvent.pointerEnter(screen.getByRole('link', { name: 'Заявки' }));
    await pass(5000);
    expect([alone.fetched(), alone.loaded]).toEqual([[], []]);
  });

  it('is known for every page that the menu and the settings lead to', () => {
    const sections = buildSections([]);
    const known = prefetchedPages(sections).map(({ path }) => path);
    const wanted = sections.flatMap(({ menu, tab }) => [...(menu ? [menu.path] : []), ...(tab ? [tab.path] : [])]);
    expect(wanted.filter((path) => !known.includes(path))).toEqual([]);
    expect(known).toContain('/profile');
  });
});
