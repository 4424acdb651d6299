import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from 'react';
import { type RouteObject, useLocation, useNavigation } from 'react-router';
import { onNetworkReturn } from '#console/data/http/online.ts';
import { useLevels } from '#console/data/session/access.ts';
import { remainingCodeLoader } from '#console/engine/pages.tsx';
import { settingsHome } from '#console/sections/settings/settings-home.ts';
import { useMenu } from '#console/shell/menu/menu-sections.ts';
import { PrefetchContext } from '#console/shell/prefetch.ts';
import { useSettingsTabs } from '#console/shell/settings-area.tsx';
import { can } from '#resources/language/access.ts';
import { PagePrefetcher, type PrefetchedPage } from './page-prefetcher.ts';
import type { ConsoleSection } from './sections.ts';

/** Linked from the account block of the menu. */
const PROFILE = '/profile';
/** Redirects to the first settings page the person may see. */
const SETTINGS = '/settings';

/** All lazily loaded pages of this installation; provided by the app. */
export const PrefetchedPagesContext = createContext<readonly PrefetchedPage[]>([]);

/** Loader of the page of a route; null for a page without lazy code. */
export const routeLoader = (route: RouteObject) =>
  typeof route.lazy === 'function' ? (route.lazy as () => Promise<{ Component: React.ComponentType }>) : null;

/** Lazily loaded pages of the sections. */
export function prefetchedPages(sections: readonly ConsoleSection[]): readonly PrefetchedPage[] {
  const routes = sections.flatMap((section) => section.routes.flatMap((route) => route.children ?? [route]));
  return routes.flatMap((route) => {
    const load = routeLoader(route);
    if (!load || !route.path) return [];
    const all = async () => {
      await load();
      await remainingCodeLoader(route)?.();
    };
    return [{ path: route.path, load: all }];
  });
}

/** Pages that this person can reach from the menu and the settings tabs. */
function useReachablePages(): readonly PrefetchedPage[] {
  const all = useContext(PrefetchedPagesContext);
  const tabs = useSettingsTabs();
  const menu = useMenu();
  const levels = useLevels();
  return useMemo(() => {
    const openTabs = tabs.filter(({ needs }) => can(levels, needs ?? 'news', 'see'));
    const paths = [...menu.map(({ path }) => path), ...openTabs.map(({ path }) => path), PROFILE];
    return paths.flatMap((path) => all.find((page) => page.path === path) ?? []);
  }, [all, tabs, menu, levels]);
}

/**
 * Prefetches the code of other pages: all that the person can reach once the current page is idle, and the page of a hovered link
 * at once.
 */
export function Prefetch({ children }: { children: ReactNode }) {
  const [prefetcher] = useState(() => new PagePrefetcher());
  const pages = useReachablePages();
  const levels = useLevels();
  const { pathname } = useLocation();
  const isNavigating = useNavigation().state !== 'idle';
  const [networkChanges, setNetworkChanges] = useState(0);
  useEffect(() => onNetworkReturn(() => setNetworkChanges((count) => count + 1)), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: retries failed files on another page and when the network returns
  useEffect(() => {
    if (isNavigating) return;
    const controller = new AbortController();
    void prefetcher.prefetchWhenIdle(pages, controller.signal);
    return () => controller.abort();
  }, [prefetcher, pages, isNavigating, pathname, networkChanges]);

  const prefetchPath = useCallback(
    (path: string) => {
      const prefetchedPaths = path === SETTINGS ? [path, settingsHome(levels)] : [path];
      for (const page of pages) if (prefetchedPaths.includes(page.path)) void prefetcher.prefetchNow(page);
    },
    [prefetcher, pages, levels],
  );
  return <PrefetchContext value={prefetchPath}>{children}</PrefetchContext>;
}
