import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from 'react';
import { type RouteObject, useLocation, useNavigation } from 'react-router';
import { onNetwork } from '#console/data/http/online.ts';
import { useLevels } from '#console/data/session/access.ts';
import { laterPart } from '#console/engine/pages.tsx';
import { settingsHome } from '#console/sections/settings/settings-home.ts';
import { useMenu } from '#console/shell/menu/menu-sections.ts';
import { PrefetchContext } from '#console/shell/prefetch.ts';
import { useAreaTabs } from '#console/shell/settings-area.tsx';
import { can } from '#resources/language/access.ts';
import { PagePrefetcher, type PrefetchedPage } from './page-prefetcher.ts';
import type { ConsoleSection } from './sections.ts';

/** Reached from the person's block of the menu. */
const PROFILE = '/profile';
/** The root of the settings, which leads on to a page of them. */
const SETTINGS = '/settings';

/** Every page of this installation; given by the app. */
export const PagesContext = createContext<readonly PrefetchedPage[]>([]);

/** The loader of a route's page; null for a page that is there from the beginning. */
export const routeLoad = (route: RouteObject) =>
  typeof route.lazy === 'function' ? (route.lazy as () => Promise<{ Component: React.ComponentType }>) : null;

/** The pages of sections, with what loads them. */
export function prefetchedPages(sections: readonly ConsoleSection[]): readonly PrefetchedPage[] {
  const routes = sections.flatMap((section) => section.routes.flatMap((route) => route.children ?? [route]));
  return routes.flatMap((route) => {
    const load = routeLoad(route);
    if (!load || !route.path) return [];
    const all = async () => {
      await load();
      await laterPart(route)?.();
    };
    return [{ path: route.path, load: all }];
  });
}

/** The pages that the menu and the tabs of the settings lead this person to. */
function useOpenPages(): readonly PrefetchedPage[] {
  const all = useContext(PagesContext);
  const tabs = useAreaTabs();
  const menu = useMenu();
  const levels = useLevels();
  return useMemo(() => {
    const open = tabs.filter(({ needs }) => can(levels, needs ?? 'news', 'see'));
    const paths = [...menu.map(({ path }) => path), ...open.map(({ path }) => path), PROFILE];
    return paths.flatMap((path) => all.find((page) => page.path === path) ?? []);
  }, [all, tabs, menu, levels]);
}

/**
 * Has the code of other pages there before they are gone to: of all that the person may see once the first one stands, and at
 * once of the page of a link that is pointed at.
 */
export function Prefetch({ children }: { children: ReactNode }) {
  const [prefetcher] = useState(() => new PagePrefetcher());
  const pages = useOpenPages();
  const levels = useLevels();
  const { pathname } = useLocation();
  const going = useNavigation().state !== 'idle';
  const [networks, setNetworks] = useState(0);
  useEffect(() => onNetwork(() => setNetworks((count) => count + 1)), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what did not come is tried again on another page and another network
  useEffect(() => {
    if (going) return;
    const controller = new AbortController();
    void prefetcher.atLeisure(pages, controller.signal);
    return () => controller.abort();
  }, [prefetcher, pages, going, pathname, networks]);

  const bring = useCallback(
    (path: string) => {
      const wanted = path === SETTINGS ? [path, settingsHome(levels)] : [path];
      for (const page of pages) if (wanted.includes(page.path)) void prefetcher.now(page);
    },
    [prefetcher, pages, levels],
  );
  return <PrefetchContext value={bring}>{children}</PrefetchContext>;
}
