import { ThemeProvider } from '@mui/material/styles';
import { onlineManager } from '@tanstack/react-query';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { CoreAdminContext, localStorageStore } from 'react-admin';
import { Outlet } from 'react-router';
import { definitionTrouble } from '#console/data/definition-trouble.ts';
import { handleNoAnswer, onNetworkReturn } from '#console/data/http/online.ts';
import { createQueryClient } from '#console/data/http/query-client.ts';
import { makeProviders } from '#console/data/providers/providers.ts';
import { STORE } from '#console/data/session/lists-owner.ts';
import { refreshPermissions } from '#console/data/session/permissions.ts';
import { session } from '#console/data/session/session.ts';
import { SlotsProvider } from '#console/engine/slots.tsx';
import { KnownDefinitions } from '#console/fields/known-definitions.ts';
import { MenuContext } from '#console/shell/menu/menu-sections.ts';
import { AreaTabsContext } from '#console/shell/settings-area.tsx';
import { ErrorToast } from '#console/shell/toasts/error-toast.tsx';
import { Toasts } from '#console/shell/toasts/toasts.tsx';
import { BUILT_IN } from '#resources/built-in.ts';
import type { ExtraDefinitions } from './extra-definitions.ts';
import { GuardedContext } from './guarded-context.ts';
import { OWN_SLOTS } from './own-slots.ts';
import { PrefetchedPagesContext, prefetchedPages } from './prefetch.tsx';
import { RegisteredResources } from './resource-definitions.tsx';
import { SECTION_FIELDS } from './section-fields.ts';
import { areaTabs, buildSections } from './sections.ts';
import { SLOT_WIDGETS } from './slots.ts';
import { theme } from './theme.ts';

/** Storage of the settings that react-admin remembers (lists, column widths); raise the version when their shape changes. */
const store = localStorageStore('1', STORE);

const queryClient = createQueryClient();

/** Widgets of the product and of the installation. */
const WIDGETS = { ...OWN_SLOTS, ...SLOT_WIDGETS };

/** All providers around the pages: react-admin, theme, menu, slots, and the global alerts. */
export function AppContext({ extra }: { extra: ExtraDefinitions }) {
  useEffect(() => {
    // Refreshed at every start, so that changed rights take effect (PERM-04). Failures have been reported already.
    if (!session.token.get()) return;
    let hasAnswer = false;
    const refresh = () => {
      refreshPermissions().then(() => {
        hasAnswer = true;
      }, handleNoAnswer);
    };
    refresh();
    return onNetworkReturn(() => hasAnswer || refresh());
  }, []);
  useEffect(() => {
    const restoreWhenOffline = (isOnline: boolean) => {
      if (isOnline) return;
      // If this chunk is not cached either, pages only show that there is no network.
      void import('#console/data/offline/last-seen.ts').then(
        ({ restoreLastSeen }) => restoreLastSeen(queryClient),
        console.warn,
      );
    };
    // The network may already be known to be down before this effect ran.
    if (!onlineManager.isOnline()) restoreWhenOffline(false);
    return onlineManager.subscribe(restoreWhenOffline);
  }, []);
  const added = useSyncExternalStore(extra.subscribe, extra.current);
  const resources = useMemo(() => [...BUILT_IN, ...added], [added]);
  const providers = useMemo(() => makeProviders(resources, queryClient), [resources]);
  const brokenFiles = useSyncExternalStore(definitionTrouble.subscribe, definitionTrouble.problems);
  const sections = useMemo(() => buildSections(added, brokenFiles), [added, brokenFiles]);
  const menu = useMemo(() => sections.flatMap((section) => section.menu ?? []), [sections]);
  const tabs = useMemo(() => areaTabs(sections), [sections]);
  const pages = useMemo(() => prefetchedPages(sections), [sections]);
  const guarded = useMemo(() => sections.flatMap((section) => section.guarded ?? []), [sections]);
  return (
    <CoreAdminContext {...providers} store={store} queryClient={queryClient}>
      <ThemeProvider theme={theme}>
        <SlotsProvider slots={WIDGETS} fields={SECTION_FIELDS}>
          <KnownDefinitions value={resources}>
            <RegisteredResources resources={resources}>
              <MenuContext value={menu}>
                <AreaTabsContext value={tabs}>
                  <GuardedContext value={guarded}>
                    <PrefetchedPagesContext value={pages}>
                      <Outlet />
                    </PrefetchedPagesContext>
                  </GuardedContext>
                </AreaTabsContext>
                <ErrorToast />
                <Toasts />
              </MenuContext>
            </RegisteredResources>
          </KnownDefinitions>
        </SlotsProvider>
      </ThemeProvider>
    </CoreAdminContext>
  );
}
