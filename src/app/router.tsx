import { useEffect } from 'react';
import { createBrowserRouter, Navigate, type RouteObject } from 'react-router';
import { ACCESS_PATHS, PUBLIC_PATHS } from '#console/boot/screen.ts';
import { definitionTrouble } from '#console/data/definition-trouble.ts';
import { isBare } from '#console/engine/pages.tsx';
import { FallbackPage } from '#console/shell/fallback-page.tsx';
import { AppContext } from './app-context.tsx';
import { AppLayout, RequireToken } from './app-layout.tsx';
import { BrokenPage, StandingPages } from './broken-page.tsx';
import { brokenSections } from './broken-sections.ts';
import type { ExtraDefinitions } from './extra-definitions.ts';
import { landingRoutes } from './landing.tsx';
import { brokenRoute, formerRoutes, liveRoutes, routeAddress } from './live-routes.tsx';
import { type ConsoleSection, sectionsWith } from './sections.ts';
import { UnknownAddress } from './unknown-address.tsx';

/**
 * `/auth` and the small pages around it inside of the running console: they are not part of it, so the address is
 * loaded anew; the boot script also knows what a signed-in visitor of `/auth` gets (AUTH-12). It is the address as that script
 * writes it: of another writing of it, say `/%61uth`, the script would send one here again.
 */
function FullReload({ path }: { path: string }) {
  useEffect(() => globalThis.location.replace(path + globalThis.location.search), [path]);
  return null;
}

/** The route that the pages of sections stand in. */
const PAGES = 'pages';
/** The route around it, in which stands what has neither menu nor sheet. */
const DOOR = 'door';

/** Addresses of another letter case are others: the router itself would not look at it (SHELL-01). */
const exact = (routes: readonly RouteObject[]): RouteObject[] =>
  routes.map((route) => {
    const { children } = route;
    return children
      ? { ...route, caseSensitive: true, children: exact(children) }
      : ({ ...route, caseSensitive: true } as RouteObject);
  });

/** The routes table: exact matches, everything but the public paths behind the token (SHELL-01, AUTH-06). */
export function routesWith(sections: readonly ConsoleSection[], unknown = <FallbackPage />): RouteObject[] {
  const pages = sections.flatMap(({ routes }) => routes);
  return exact([
    { path: '/', element: <Navigate to="/news" replace /> },
    ...['/auth', ...ACCESS_PATHS].map((path) => ({ path, element: <FullReload path={path} /> })),
    ...PUBLIC_PATHS.filter((path) => !ACCESS_PATHS.includes(path)).map((path) => ({ path, element: <FallbackPage /> })),
    {
      id: DOOR,
      element: <RequireToken />,
      children: [
        {
          element: <AppLayout />,
          children: [
            {
              id: PAGES,
              element: <StandingPages />,
              errorElement: <BrokenPage />,
              children: [...pages.filter((page) => !isBare(page)), ...landingRoutes()],
            },
          ],
        },
        ...pages.filter(isBare),
        { path: '*', element: unknown },
      ],
    },
  ]);
}

/**
 * The router around everything: a data router, since unsaved changes are warned of. It begins with the
 * built-in sections; an address that none of them has waits for those that the installation added.
 */
export function makeRouter(extra: ExtraDefinitions) {
  const added = new Set<string>();
  const frame = {
    element: <AppContext extra={extra} />,
    errorElement: <BrokenPage />,
    children: routesWith(sectionsWith([]), <UnknownAddress extra={extra} />),
  };
  return createBrowserRouter([frame], {
    patchRoutesOnNavigation: async ({ patch, signal }) => {
      await extra.all;
      // A navigation that was given up takes no pages; the next one gets them.
      if (signal.aborted) return;
      const resources = extra.known();
      const broken = brokenSections(definitionTrouble.problems(), resources);
      const routes = exact([
        ...resources.flatMap((resource) => [...liveRoutes(extra, resource), ...formerRoutes(extra, resource)]),
        ...broken.map(({ path }) => brokenRoute(extra, path)),
      ]);
      const newRoutes = routes.filter((route) => !added.has(String(routeAddress(route))));
      for (const route of newRoutes) added.add(String(routeAddress(route)));
      if (newRoutes.length === 0) return;
      patch(
        PAGES,
        newRoutes.filter((route) => !isBare(route)),
      );
      patch(DOOR, newRoutes.filter(isBare));
    },
  });
}
