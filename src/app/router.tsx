import { useEffect } from 'react';
import { createBrowserRouter, Navigate, type RouteObject } from 'react-router';
import { ACCESS_PATHS, PUBLIC_PATHS } from '#console/boot/screen.ts';
import { definitionTrouble } from '#console/data/definition-trouble.ts';
import { isBare } from '#console/engine/pages.tsx';
import { FallbackPage } from '#console/shell/fallback-page.tsx';
import { AppContext } from './app-context.tsx';
import { AppLayout, RequireToken } from './app-layout.tsx';
import { BrokenPage, PageOutlet } from './broken-page.tsx';
import { brokenSections } from './broken-sections.ts';
import type { ExtraDefinitions } from './extra-definitions.ts';
import { landingRoutes } from './landing.tsx';
import { brokenRoute, liveRoutes, renamedSectionRoutes, routeAddress } from './live-routes.tsx';
import { buildSections, type ConsoleSection } from './sections.ts';
import { UnknownAddress } from './unknown-address.tsx';

/**
 * Route of `/auth` and the small sign-in pages when opened inside the running console: they are separate code, so the browser
 * loads the address anew; the boot script redirects a signed-in visitor of `/auth` (AUTH-12). The path must be the canonical one:
 * for another spelling such as `/%61uth` the boot script would open the console again.
 */
function FullReload({ path }: { path: string }) {
  useEffect(() => globalThis.location.replace(path + globalThis.location.search), [path]);
  return null;
}

/** Id of the route that contains the pages of sections. */
const PAGES_ROUTE_ID = 'pages';
/** Id of its parent route, which also contains pages without menu and frame. */
const TOKEN_ROUTE_ID = 'door';

/** Makes all routes case-sensitive, since the router ignores case by default (SHELL-01). */
const withCaseSensitivity = (routes: readonly RouteObject[]): RouteObject[] =>
  routes.map((route) => {
    const { children } = route;
    return children
      ? { ...route, caseSensitive: true, children: withCaseSensitivity(children) }
      : ({ ...route, caseSensitive: true } as RouteObject);
  });

/** The route table: exact paths; everything except the public paths needs a token (SHELL-01, AUTH-06). */
export function buildRoutes(sections: readonly ConsoleSection[], unknown = <FallbackPage />): RouteObject[] {
  const pages = sections.flatMap(({ routes }) => routes);
  return withCaseSensitivity([
    { path: '/', element: <Navigate to="/news" replace /> },
    ...['/auth', ...ACCESS_PATHS].map((path) => ({ path, element: <FullReload path={path} /> })),
    ...PUBLIC_PATHS.filter((path) => !ACCESS_PATHS.includes(path)).map((path) => ({ path, element: <FallbackPage /> })),
    {
      id: TOKEN_ROUTE_ID,
      element: <RequireToken />,
      children: [
        {
          element: <AppLayout />,
          children: [
            {
              id: PAGES_ROUTE_ID,
              element: <PageOutlet />,
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
 * Creates the router: a data router, because only that can block navigation for unsaved changes. It starts with the built-in
 * sections; an unknown address waits for the sections that the installation has added.
 */
export function makeRouter(extra: ExtraDefinitions) {
  const addedPaths = new Set<string>();
  const frame = {
    element: <AppContext extra={extra} />,
    errorElement: <BrokenPage />,
    children: buildRoutes(buildSections([]), <UnknownAddress extra={extra} />),
  };
  return createBrowserRouter([frame], {
    patchRoutesOnNavigation: async ({ patch, signal }) => {
      await extra.firstLoad;
      // An aborted navigation must not add routes; the next one will.
      if (signal.aborted) return;
      const resources = extra.current();
      const brokenPlaces = brokenSections(definitionTrouble.problems(), resources);
      const routes = withCaseSensitivity([
        ...resources.flatMap((resource) => [...liveRoutes(extra, resource), ...renamedSectionRoutes(extra, resource)]),
        ...brokenPlaces.map(({ path }) => brokenRoute(extra, path)),
      ]);
      const newRoutes = routes.filter((route) => !addedPaths.has(String(routeAddress(route))));
      for (const route of newRoutes) addedPaths.add(String(routeAddress(route)));
      if (newRoutes.length === 0) return;
      patch(
        PAGES_ROUTE_ID,
        newRoutes.filter((route) => !isBare(route)),
      );
      patch(TOKEN_ROUTE_ID, newRoutes.filter(isBare));
    },
  });
}
