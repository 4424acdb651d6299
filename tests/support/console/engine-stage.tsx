import { render } from '@testing-library/react';
import { CoreAdminContext, memoryStore } from 'react-admin';
import { createMemoryRouter, Outlet, type RouteObject, RouterProvider } from 'react-router';
import { SECTION_FIELDS } from '#console/app/section-fields.ts';
import { createQueryClient } from '#console/data/http/query-client.ts';
import { makeProviders } from '#console/data/providers/providers.ts';
import { session } from '#console/data/session/session.ts';
import { resourceRoutes } from '#console/engine/pages.tsx';
import { type Slots, SlotsProvider } from '#console/engine/slots.tsx';
import { KnownDefinitions } from '#console/fields/known-definitions.ts';
import { Toasts } from '#console/shell/toasts/toasts.tsx';
import { BUILT_IN } from '#resources/built-in.ts';
import type { Resource } from '#resources/language/define-resource.ts';
import type { BuildingItem } from '#resources/protocol/buildings/buildings.ts';
import { house } from './buildings.ts';
import { type MadeUpServer, serveAnswers } from './server.ts';

/**
 * Opens a page of a definition in the contexts the console gives it; any other address shows nothing.
 * @param slots the widgets that the definition names
 */
export function openSection(resource: Resource, address: string, slots: Partial<Slots> = {}) {
  return openRoutes(resource, resourceRoutes(resource), address, slots);
}

/** The same with routes of the test's own. */
export const openRoutes = (
  resource: Resource,
  routes: readonly RouteObject[],
  address: string,
  slots: Partial<Slots> = {},
) => openPages({ resources: [resource], definitions: BUILT_IN, routes, address, slots });

/** Opens a page of several definitions that know of each other and of the sections of the product. */
export const openSections = (resources: readonly Resource[], address: string, slots: Partial<Slots> = {}) =>
  openPages({
    resources,
    definitions: [...BUILT_IN.filter(({ name }) => resources.every((one) => one.name !== name)), ...resources],
    routes: resources.flatMap((resource) => resourceRoutes(resource)),
    address,
    slots,
  });

function openPages({
  resources,
  definitions,
  routes,
  address,
  slots,
}: {
  resources: readonly Resource[];
  definitions: readonly Resource[];
  routes: readonly RouteObject[];
  address: string;
  slots: Partial<Slots>;
}) {
  const queryClient = createQueryClient();
  const router = createMemoryRouter(
    [
      {
        element: (
          <CoreAdminContext {...makeProviders(resources)} store={memoryStore()} queryClient={queryClient}>
            <KnownDefinitions value={definitions}>
              <SlotsProvider slots={slots as Slots} fields={SECTION_FIELDS}>
                <Outlet />
                <Toasts />
              </SlotsProvider>
            </KnownDefinitions>
          </CoreAdminContext>
        ),
        HydrateFallback: () => null,
        children: [...routes, { path: '*', element: null }],
      },
    ],
    { initialEntries: [address] },
  );
  const view = render(<RouterProvider router={router} />);
  /** Where the person is, with the query. */
  const where = () => `${router.state.location.pathname}${router.state.location.search}`;
  return { ...view, router, where, queryClient };
}

/** Two buildings, the second of which is open in part. */
export const HOUSES: [BuildingItem, BuildingItem] = [
  house(3, { complex: { id: 1, name: 'Роща' } }),
  house(5, { street: 'ул. Садовая', number: '7', is_all_porches: false, available_porches: [{ id: 51, number: 1 }] }),
];

/** A signed-in person with a level on the made-up section, and a server that knows their buildings. */
export function signedIn(level: string, answers: Parameters<typeof serveAnswers>[0] = {}): MadeUpServer {
  session.token.set('stored');
  session.userId.set('1');
  session.permissions.set({ keys: level });
  return serveAnswers({
    'GET /api/crm/buildings/': { json: HOUSES },
    // The side card of the second record is opened by tests of lists, which leave its history aside.
    'GET /api/records/keys/2/history/': { json: { results: [], before: null } },
    ...answers,
  });
}
