import { createBrowserRouter, Navigate, type RouteObject } from 'react-router';
import { ACCESS_PATHS, PUBLIC_PATHS } from '#console/boot/screen.ts';
import { FallbackPage } from '#console/shell/fallback-page.tsx';
import { type AppContents, AppContext } from './app-context.tsx';
import { BrokenPage } from './broken-page.tsx';
import { Desk, TokenDoor } from './desk.tsx';
import { landingRoutes } from './landing.tsx';
import { LoadAnew } from './load-anew.tsx';
import type { ConsoleSection } from './sections.ts';

/** The routes table (A§2, B§2): exact matches, everything but the public paths behind the token (SHELL-01, AUTH-06). */
export function routesWith(sections: readonly ConsoleSection[]): RouteObject[] {
  const guarded = sections.flatMap((section) => section.guarded ?? []);
  return [
    { path: '/', element: <Navigate to="/news" replace /> },
    ...['/auth', ...ACCESS_PATHS].map((path) => ({ path, element: <LoadAnew /> })),
    ...PUBLIC_PATHS.filter((path) => !ACCESS_PATHS.includes(path)).map((path) => ({ path, element: <FallbackPage /> })),
    {
      element: <TokenDoor />,
      children: [
        {
          element: <Desk guarded={guarded} />,
          children: [
            {
              errorElement: <BrokenPage />,
              children: [...sections.flatMap(({ routes }) => routes), ...landingRoutes()],
            },
          ],
        },
        { path: '*', element: <FallbackPage /> },
      ],
    },
  ];
}

/** The router around everything: a data router, since unsaved changes are warned of (stack.md). */
export function makeRouter(contents: AppContents) {
  return createBrowserRouter([
    { element: <AppContext {...contents} />, errorElement: <BrokenPage />, children: routesWith(contents.sections) },
  ]);
}
