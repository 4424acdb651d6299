import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { AuthContext, I18nContextProvider, NotificationContextProvider } from 'react-admin';
import { createMemoryRouter, Outlet, RouterProvider, useLocation } from 'react-router';
import { makeI18nProvider } from '#console/data/providers/providers.ts';
import { makeAuthProvider } from '#console/data/session/auth-provider.ts';
import { Toasts } from '#console/shell/toasts/toasts.tsx';

const i18n = makeI18nProvider([]);
const auth = makeAuthProvider([]);

function Whereabouts() {
  const { pathname, search } = useLocation();
  return <span data-testid="address">{`${pathname}${search}`}</span>;
}

/**
 * Renders a piece of the console in the contexts that every page has: texts, sign-in, query cache, router.
 * @param path where it stands; wherever else it leads, only the address is shown (`data-testid="address"`)
 */
export function renderOnStage(piece: ReactNode, path = '/') {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const router = createMemoryRouter(
    [
      {
        element: (
          <>
            <Outlet />
            <Toasts />
            <Whereabouts />
          </>
        ),
        children: [
          { path: path.split('?')[0] ?? '/', element: piece },
          { path: '*', element: null },
        ],
      },
    ],
    { initialEntries: [path] },
  );
  const view = render(
    <I18nContextProvider value={i18n}>
      <AuthContext value={auth}>
        <QueryClientProvider client={queries}>
          <NotificationContextProvider>
            <RouterProvider router={router} />
          </NotificationContextProvider>
        </QueryClientProvider>
      </AuthContext>
    </I18nContextProvider>,
  );
  return { ...view, queries, router };
}

/** The sentence that the toast of the page says of an action. */
export const said = (sentence: string | RegExp) => screen.findByText(sentence, { selector: '[data-toast] > span' });

/** The sentence that screen readers are told, whether it stands in a toast too or not. */
export const heard = (sentence: string | RegExp) =>
  screen.findByText(sentence, { selector: 'body > .sr-only[role=status]', ignore: false });
