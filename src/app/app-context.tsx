import { ThemeProvider } from '@mui/material/styles';
import { QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { CoreAdminContext, localStorageStore } from 'react-admin';
import { Outlet } from 'react-router';
import { refreshPermissions } from '#console/data/permissions.ts';
import type { Providers } from '#console/data/providers.ts';
import { session } from '#console/data/session.ts';
import { SlotsProvider } from '#console/engine/slots.tsx';
import { ErrorToast } from '#console/shell/error-toast.tsx';
import { MenuContext } from '#console/shell/menu-sections.ts';
import { UndoToast } from '#console/shell/undo-toast.tsx';
import type { ConsoleSection } from './sections.ts';
import { SLOTS } from './slots.ts';
import { theme } from './theme.ts';

/** What the console is made of on this installation. */
export interface AppContents {
  sections: readonly ConsoleSection[];
  providers: Providers;
}

/** What react-admin remembers of lists and widths; raise the number when the shape of it changes. */
const store = localStorageStore('1', 'upravdom');

/** Failed calls are reported once and not repeated by themselves; what is on screen is not asked again on every focus. */
const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false, refetchOnWindowFocus: false } } });

/** Everything the pages stand in: react-admin's contexts, theme, menu, slots, the global alert. */
export function AppContext({ sections, providers }: AppContents) {
  useEffect(() => {
    // At every start, so that rights changed meanwhile take effect (PERM-04). A failure has been reported.
    if (session.token.get()) refreshPermissions().catch(() => undefined);
  }, []);
  const menu = sections.flatMap((section) => (section.menu ? [section.menu] : []));
  return (
    <CoreAdminContext {...providers} store={store} queryClient={queryClient}>
      <ThemeProvider theme={theme}>
        <SlotsProvider slots={SLOTS}>
          <MenuContext value={menu}>
            <Outlet />
            <ErrorToast />
            <UndoToast />
          </MenuContext>
        </SlotsProvider>
      </ThemeProvider>
    </CoreAdminContext>
  );
}
