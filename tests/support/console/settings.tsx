import { QueryClient } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import { CoreAdminContext, memoryStore } from 'react-admin';
import { createMemoryRouter, Outlet, RouterProvider } from 'react-router';
import { SECTION_FIELDS } from '#console/app/section-fields.ts';
import { areaTabs, buildSections } from '#console/app/sections.ts';
import { SLOT_WIDGETS } from '#console/app/slots.ts';
import { makeProviders } from '#console/data/providers/providers.ts';
import { session } from '#console/data/session/session.ts';
import { SlotsProvider } from '#console/engine/slots.tsx';
import { MenuContext } from '#console/shell/menu/menu-sections.ts';
import { AreaTabsContext } from '#console/shell/settings-area.tsx';
import { Toasts } from '#console/shell/toasts/toasts.tsx';
import { BUILT_IN } from '#resources/built-in.ts';
import { HOUSES } from './engine-stage.tsx';
import { type MadeUpServer, serveAnswers } from './server.ts';

export const BUILDING_LIST_CALL = 'GET /api/crm/settings/building/';
export const BUILDING_CALL = 'GET /api/crm/settings/building/3/';
export const BUILDING_SAVE_CALL = 'PUT /api/crm/settings/building/3/';

/** A building of the settings list, as the server tells it; `HOUSES` has 3 wholly open and 5 in part. */
export function building(id: number, change: object = {}) {
  return {
    id,
    street: 'ул. Лесная',
    number: '12',
    complex: { name: 'Роща' },
    tenant: { label: 'УК «Дом»' },
    subsidiary: null,
    building_type: 'tenement',
    floor_count: 9,
    porches_count: 2,
    units_count: 41,
    cameras_count: 1,
    available_porches: [{ id: 31, number: 1 }],
    submit_start_day: 15,
    submit_end_day: 25,
    reading_types: ['water_hot_and_cold', 'elec_common'],
    ...change,
  };
}

/** The building as the settings form loads it. */
export function buildingSettings(id: number, change: object = {}) {
  return {
    ...building(id),
    building: { id, street: 'ул. Лесная', number: '12', complex: { name: 'Роща' }, building_type: 'tenement' },
    cameras: [
      {
        id: 1,
        name: 'Двор',
        buildings: [{ id: 3, street: 'ул. Лесная', number: '12' }],
        is_selected: true,
        is_editable: true,
      },
      {
        id: 2,
        name: 'Парковка',
        buildings: [{ id: 5, street: 'ул. Садовая', number: '7' }],
        is_selected: false,
        is_editable: true,
      },
      {
        id: 4,
        name: 'Вход',
        buildings: [{ id: 3, street: 'ул. Лесная', number: '12' }],
        is_selected: true,
        is_editable: false,
      },
    ],
    version: 'v7',
    ...change,
  };
}

/** A page of the list that answers `page` and `page_size` out of these rows; beyond the end 404. */
export function paged(rows: readonly object[]) {
  return ({ url }: { url: string }) => {
    const query = new URLSearchParams(url.split('?')[1]);
    const [number, size] = [Number(query.get('page') ?? 1), Number(query.get('page_size') ?? 10)];
    if (number > 1 && (number - 1) * size >= rows.length) return { status: 404, json: { detail: 'Ничего нет' } };
    const results = rows.slice((number - 1) * size, number * size);
    return { json: { count: rows.length, previous: null, next: null, number, page_size: size, results } };
  };
}

/** A signed-in person with these levels, and a server that knows their buildings. */
export function settingsServer(levels: object, answers: Parameters<typeof serveAnswers>[0] = {}): MadeUpServer {
  session.token.set('stored');
  session.userId.set('1');
  session.permissions.set(levels as Record<string, string>);
  return serveAnswers({ 'GET /api/crm/buildings/': { json: HOUSES }, ...answers });
}

/** Opens a page of the console's own sections, with the tab bar of the settings. */
export function openSettings(address: string) {
  const sections = buildSections([]);
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false, refetchOnWindowFocus: false } } });
  const router = createMemoryRouter(
    [
      {
        element: (
          <CoreAdminContext {...makeProviders(BUILT_IN, queryClient)} store={memoryStore()} queryClient={queryClient}>
            <SlotsProvider slots={SLOT_WIDGETS} fields={SECTION_FIELDS}>
              <MenuContext value={sections.flatMap(({ menu }) => menu ?? [])}>
                <AreaTabsContext value={areaTabs(sections)}>
                  <Outlet />
                  <Toasts />
                </AreaTabsContext>
              </MenuContext>
            </SlotsProvider>
          </CoreAdminContext>
        ),
        HydrateFallback: () => null,
        children: [...sections.flatMap(({ routes }) => [...routes]), { path: '*', element: null }],
      },
    ],
    { initialEntries: [address] },
  );
  const view = render(<RouterProvider router={router} />);
  /** Where the person is, with the query. */
  const where = () => `${router.state.location.pathname}${router.state.location.search}`;
  return { ...view, router, where };
}
