import { act, render, screen } from '@testing-library/react';
import { I18nContextProvider } from 'react-admin';
import { createMemoryRouter, matchRoutes, type RouteObject, RouterProvider } from 'react-router';
import { landingRoutes } from '#console/app/landing.tsx';
import { buildRoutes } from '#console/app/router.tsx';
import { buildSections, sectionFromResource } from '#console/app/sections.ts';
import { makeI18nProvider } from '#console/data/providers/providers.ts';
import { resourceTexts } from '#console/data/providers/resource-texts.ts';
import { session } from '#console/data/session/session.ts';
import { isBare } from '#console/engine/pages.tsx';
import { FallbackPage } from '#console/shell/fallback-page.tsx';
import { MenuContext, type MenuSection } from '#console/shell/menu/menu-sections.ts';
import { BUILT_IN } from '#resources/built-in.ts';
import { LOOKED_AT, WALKED_THROUGH } from '#tests/support/browser/looked-at-pages.ts';
import { madeUp } from '#tests/support/console/definitions.ts';
import { renderOnStage } from '#tests/support/console/stage.tsx';

const routes = buildRoutes(buildSections([madeUp()]));

/** The path of the route that an address is served by. */
const servedBy = (address: string) => matchRoutes(routes, address)?.at(-1)?.route.path;

/** Opens a page outside of the console's frame at an address; every other address is a page within it. */
function openBare(address: string) {
  const bare = routes.flatMap(({ children = [] }) => children).filter(isBare);
  const desk = { path: '*', element: <p>раздел</p> };
  const router = createMemoryRouter([{ HydrateFallback: () => null, children: [...bare, desk] }], {
    initialEntries: [address],
  });
  render(
    <I18nContextProvider value={makeI18nProvider([])}>
      <RouterProvider router={router} />
    </I18nContextProvider>,
  );
  return { router };
}

describe('the table of routes', () => {
  test.each(['/news', '/create-news-form', '/edit-news-form', '/cameras', '/profile', '/avatar'])(
    'SHELL-01: %s is a page, with and without its final slash',
    (path) => {
      expect(servedBy(path)).toBe(path);
      expect(servedBy(`${path}/`)).toBe(path);
    },
  );

  test('SHELL-01, SHELL-02: what only resembles a page is none', () => {
    for (const path of ['/newsx', '/profile/x', '/create-news-form/1', '/zzz', '/news/x/y', '/keys/1/2/3']) {
      expect(servedBy(path)).toBe('*');
    }
  });

  test('SHELL-01, SHELL-02: an address of another letter case is another address, and no page', () => {
    for (const path of ['/News', '/AUTH', '/Registration', '/Password-creating', '/settings/Employees-permissions']) {
      expect(servedBy(path)).toBe('*');
    }
    for (const path of ['/Keys', '/Keys/create', '/keys/7/Show']) expect(servedBy(path)).toBe('*');
  });

  test.each(['/news/x', '/cameras/x', '/news/x/show', '/cameras/1.5', '/keys/-1', '/news/%31x'])(
    'SHELL-01: %s is no page: what is no whole number is no id',
    async (path) => {
      await act(async () => openBare(path));
      expect(screen.getByRole('heading', { name: 'Страница не найдена' })).toBeVisible();
    },
  );

  test('SHELL-01: an address of react-admin’s own with an id leads to the page of the record', async () => {
    const { router } = await act(async () => openBare('/cameras/7'));
    expect(router.state.location).toMatchObject({ pathname: '/edit-camera-form', search: '?id=7' });
  });

  test('a definition brought along is a section with its pages and react-admin’s own addresses', () => {
    expect(servedBy('/keys')).toBe('/keys');
    expect(servedBy('/keys/create')).toBe('/keys/create');
    expect(servedBy('/keys/edit')).toBe('/keys/edit');
    expect(servedBy('/keys/import')).toBe('/keys/import');
    expect(servedBy('/keys/7')).toBe('/keys/:id');
    expect(servedBy('/keys/7/show')).toBe('/keys/:id/show');
    expect(sectionFromResource(madeUp()).menu).toMatchObject({
      path: '/keys',
      label: 'Ключи',
      icon: 'key',
      needs: 'keys',
    });
    expect(sectionFromResource(madeUp({ menu: false })).menu).toBeUndefined();
  });

  test('SHELL-10, SHELL-11: a section may be called by another name than what it keeps: «Новости»', () => {
    const named = (name: string) => buildSections([]).find((section) => section.name === name);
    expect(named('news')?.menu?.label).toBe('Новости');
    expect(named('news')?.guarded?.[0]?.title).toBe('Новости');
    expect(named('cameras')?.menu?.label).toBe('Камеры');
    const { translate } = makeI18nProvider(BUILT_IN);
    expect(translate('resources.news.page.list')).toBe('Новости');
    const { words } = madeUp();
    expect(resourceTexts(madeUp({ words: { ...words, title: 'связка' } }))).toMatchObject({ page: { list: 'Связка' } });
  });

  test('sections stand in the order of the menu, an installation’s own before the settings', () => {
    const names = buildSections([madeUp()]).map(({ name }) => name);
    expect(names.indexOf('news')).toBeLessThan(names.indexOf('cameras'));
    expect(names.indexOf('cameras')).toBeLessThan(names.indexOf('keys'));
  });

  test('every page is opened in the browser and looked at, at all widths and in both themes', () => {
    const pathsOf = (all: readonly RouteObject[]): string[] =>
      all.flatMap(({ path, children }) => [...(path ? [path] : []), ...pathsOf(children ?? [])]);
    const own = /^\/(?:settings|employees|[\w-]+\/create|settings-buildings|reading-settings)?$|:|\*/;
    const pages = pathsOf(buildRoutes(buildSections([]))).filter((path) => !own.test(path));
    const seen = new Set(LOOKED_AT.flatMap(([, , addresses]) => addresses.map((address) => address.split('?')[0])));
    expect(pages.length).toBeGreaterThan(30);
    expect(pages.filter((path) => !seen.has(path) && !WALKED_THROUGH.includes(path))).toEqual([]);
  });

  test('SHELL-02, SHELL-03: an address that is no page says so and leads to the news', async () => {
    await act(async () => void renderOnStage(<FallbackPage />, '/zzz'));
    expect(screen.getByRole('heading', { name: 'Страница не найдена' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'На главную' })).toHaveAttribute('href', '/news');
  });
});

describe('an address the product leads to, of no section', () => {
  const MENU: MenuSection[] = [
    { path: '/tasks', label: 'Заявки', icon: 'key', needs: 'tasks' },
    { path: '/cameras', label: 'Камеры', icon: 'key', needs: 'cameras' },
  ];

  function open() {
    const rest = { path: '*', element: <p>раздел</p> };
    const router = createMemoryRouter([...landingRoutes(), rest], { initialEntries: ['/news'] });
    render(
      <I18nContextProvider value={makeI18nProvider([])}>
        <MenuContext value={MENU}>
          <RouterProvider router={router} />
        </MenuContext>
      </I18nContextProvider>,
    );
    return () => router.state.location.pathname;
  }

  test('leads to the first section the person may see', async () => {
    session.permissions.set({ tasks: 'denied', cameras: 'read' });
    const path = open();
    expect(await screen.findByText('раздел')).toBeVisible();
    expect(path()).toBe('/cameras');
  });

  test('waits until the levels are known', async () => {
    const path = open();
    expect(path()).toBe('/news');
    expect(screen.queryByText('Для вас доступ закрыт')).toBeNull();
    await act(async () => session.permissions.set({ tasks: 'performer' }));
    expect(path()).toBe('/tasks');
  });

  test('says that everything is closed where it is', async () => {
    session.permissions.set({ tasks: 'denied', cameras: 'denied' });
    open();
    expect(await screen.findByText('Для вас доступ закрыт')).toBeVisible();
  });
});
