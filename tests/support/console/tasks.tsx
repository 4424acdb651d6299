import { QueryClient } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import { CoreAdminContext, memoryStore } from 'react-admin';
import { createMemoryRouter, Outlet, RouterProvider } from 'react-router';
import { SECTION_FIELDS } from '#console/app/section-fields.ts';
import { makeProviders } from '#console/data/providers/providers.ts';
import { session } from '#console/data/session/session.ts';
import { resourceRoutes } from '#console/engine/pages.tsx';
import { type Slots, SlotsProvider } from '#console/engine/slots.tsx';
import BoardPage from '#console/sections/requests/task-board.tsx';
import { Toasts } from '#console/shell/toasts/toasts.tsx';
import { BUILT_IN } from '#resources/built-in.ts';
import type { Resource } from '#resources/language/define-resource.ts';
import { BOARD_VERSION, type TaskCard, type TaskPatch, type TaskSaved } from '#resources/protocol/requests/tasks.ts';
import type { TaskStage } from '#resources/rules/requests/constants.ts';
import { signedIn } from './engine-stage.tsx';
import { rowsInWindow } from './rows-in-window.ts';
import type { MadeUpServer, Reply, WireCall } from './server.ts';

/** The section of requests. */
export const TASKS = BUILT_IN.find(({ name }) => name === 'tasks') as Resource;
const SLOTS = { 'task-board': BoardPage } as unknown as Slots;

/** People of the made-up company. */
export const person = (user: number, first_name: string, last_name: string) => ({
  user,
  first_name,
  last_name,
  position: 'Мастер',
  avatar: null,
});
export const KIM = person(21, 'Виктор', 'Ким');
export const SAFIN = person(22, 'Ринат', 'Сафин');

export const SERVICES = [
  { id: 1, name: 'Сантехника', icon: 'plumbing' },
  { id: 2, name: 'Лифты', icon: 'elevator' },
];

/** A request of building 3; its description names its id. */
export function task(id: number, stage: TaskStage, order: number, change: Partial<TaskCard> = {}): TaskCard {
  return {
    id,
    stage,
    resolution: stage === 'done' ? 'resolved' : null,
    resolution_description: null,
    order,
    performer: stage === 'created' ? null : KIM,
    service: { id: 1, name: 'Сантехника', icon: 'plumbing' },
    information: { description: `Течёт кран ${id}` },
    creator: { ...person(40, 'Екатерина', 'Носова'), unit: null },
    creation_date: new Date().toISOString(),
    target_type: 'building',
    target: { building: 3, street: 'ул. Лесная', number: '12', porches: [], floors: [] },
    task_name: `Заявка № ${id}`,
    deadline: null,
    version: id,
    ...change,
  };
}

const queryOf = ({ url }: WireCall) => new URLSearchParams(url.split('?')[1]);

/** A column of these requests, answered page by page as the server does. */
export const paged =
  (all: readonly TaskCard[]) =>
  (call: WireCall): Reply => {
    const query = queryOf(call);
    const from = query.get('from_order');
    const found = all
      .filter(({ stage, order }) => stage === query.get('stage') && (from === null || order > Number(from)))
      .sort((a, b) => a.order - b.order);
    return { json: found.slice(0, Number(query.get('count'))), headers: { [BOARD_VERSION]: '7' } };
  };

/** The answer of a server that grants every PATCH. */
const granted =
  (all: readonly TaskCard[]) =>
  (call: WireCall): Reply => {
    const id = Number(call.url.split('/')[4]);
    const { stage, order, performer, resolution, resolution_description, deadline } = call.body as TaskPatch;
    const before = all.find((known) => known.id === id) ?? task(id, 'created', 1);
    const who = performer === undefined ? before.performer : performer === null ? null : SAFIN;
    const params: TaskCard = {
      ...before,
      ...(stage ? { stage } : {}),
      ...(order === undefined ? {} : { order }),
      ...(resolution === undefined ? {} : { resolution }),
      ...(resolution_description === undefined ? {} : { resolution_description }),
      ...(deadline === undefined ? {} : { deadline }),
      performer: who,
      version: 1000,
    };
    return { json: { params, orders: [], conflict: false } satisfies TaskSaved };
  };

/** A dispatcher at building 3 and a server that keeps these requests. */
export function office(
  all: readonly TaskCard[],
  answers: Parameters<typeof signedIn>[1] = {},
  level = 'write',
): MadeUpServer {
  const patches = Object.fromEntries(all.map(({ id }) => [`PATCH /api/crm/tasks/${id}/`, granted(all)]));
  const server = signedIn(level, {
    'GET /api/crm/services/': { json: SERVICES },
    'GET /api/crm/tasks/': paged(all),
    'GET /api/crm/tasks/count/': (call) => ({
      json: { count: all.filter(({ stage }) => stage === queryOf(call).get('stage')).length },
    }),
    'GET /api/crm/tasks/changes/': { json: { version: 7, reload: false, tasks: [], gone: [] } },
    'GET /api/crm/performers/': { json: [KIM, SAFIN] },
    ...patches,
    ...answers,
  });
  act(() => {
    session.permissions.set({ tasks: level });
    session.checkedBuildings.set([3]);
  });
  return server;
}

/** Opens the board, or the create form, in the contexts the console gives it. */
export function openTasks(address = '/tasks', state?: unknown) {
  rowsInWindow({ window: 5000, row: 100 });
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false, refetchOnWindowFocus: false } } });
  const [pathname, search = ''] = address.split('?');
  const router = createMemoryRouter(
    [
      {
        element: (
          <CoreAdminContext {...makeProviders([TASKS])} store={memoryStore()} queryClient={queryClient}>
            <SlotsProvider slots={SLOTS} fields={SECTION_FIELDS}>
              <Outlet />
              <Toasts />
            </SlotsProvider>
          </CoreAdminContext>
        ),
        HydrateFallback: () => null,
        children: [...resourceRoutes(TASKS), { path: '*', element: null }],
      },
    ],
    { initialEntries: [{ pathname: pathname ?? '/tasks', search: search ? `?${search}` : '', state }] },
  );
  const view = render(<RouterProvider router={router} />);
  const where = () => `${router.state.location.pathname}${router.state.location.search}`;
  return { ...view, router, where, queryClient };
}

/** Ids of the cards a column shows, from the top. */
export function shownIn(stage: TaskStage): number[] {
  const column = document.querySelector(`[data-stage="${stage}"]`);
  return [...(column?.querySelectorAll('[data-card-id]') ?? [])].map((card) =>
    Number(card.getAttribute('data-card-id')),
  );
}

/** Waits for the card of a request. */
export const cardOf = (id: number) => screen.findByRole('article', { name: `Заявка № ${id}` });
