import { ThemeProvider } from '@mui/material/styles';
import { onlineManager } from '@tanstack/react-query';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { CoreAdminContext, localStorageStore } from 'react-admin';
import { Outlet } from 'react-router';
import { definitionTrouble } from '#console/data/definition-trouble.ts';
import { noAnswer, onNetwork } from '#console/data/http/online.ts';
import { makeQueryClient } from '#console/data/http/query-client.ts';
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
import { PagesContext, prefetchedPages } from './prefetch.tsx';
import { RegisteredResources } from './resource-definitions.tsx';
import { SECTION_FIELDS } from './section-fields.ts';
import { areaTabs, sectionsWith } from './sections.ts';
import { SLOTS } from './slots.ts';
import { theme } from './theme.ts';

/** Version of react-admin's memory of lists and widths; raise the number when its shape changes. */
const store = localStorageStore('1', STORE);

const queryClient = makeQueryClient();

/** The product's widgets and those of the installation. */
const WIDGETS = { ...OWN_SLOTS, ...SLOTS };

/** Everything the pages stand in: react-admin's contexts, theme, menu, slots, the global alert. */
export function AppContext({ extra }: { extra: ExtraDefinitions }) {
  useEffect(() => {
    // At every start, so that rights changed meanwhile take effect (PERM-04). A failure has been reported.
    if (!session.token.get()) return;
    let hasAnswer = false;
    const ask = () => {
      refreshPermissions().then(() => {
        hasAnswer = true;
      }, noAnswer);
    };
    ask();
    return onNetwork(() => hasAnswer || ask());
  }, []);
  useEffect(() => {
    const follow = (online: boolean) => {
      if (online) return;
      // Without its code, which is kept with the rest, pages say that there is no network, as where nothing was seen.
      void import('#console/data/offline/last-seen.ts').then(
        ({ restoreLastSeen }) => restoreLastSeen(queryClient),
        console.warn,
      );
    };
    // Calls that were made before this stood may have told already.
    if (!onlineManager.isOnline()) follow(false);
    return onlineManager.subscribe(follow);
  }, []);
  const added = useSyncExternalStore(extra.follow, extra.known);
  const all = useMemo(() => [...BUILT_IN, ...added], [added]);
  const providers = useMemo(() => makeProviders(all, queryClient), [all]);
  const broken = useSyncExternalStore(definitionTrouble.follow, definitionTrouble.problems);
  const sections = useMemo(() => sectionsWith(added, broken), [added, broken]);
  const menu = useMemo(() => sections.flatMap((section) => section.menu ?? []), [sections]);
  const tabs = useMemo(() => areaTabs(sections), [sections]);
  const pages = useMemo(() => prefetchedPages(sections), [sections]);
  const guarded = useMemo(() => sections.flatMap((section) => section.guarded ?? []), [sections]);
  return (
    <CoreAdminContext {...providers} store={store} queryClient={queryClient}>
      <ThemeProvider theme={theme}>
        <SlotsProvider slots={WIDGETS} fields={SECTION_FIELDS}>
          <KnownDefinitions value={all}>
            <RegisteredResources resources={all}>
              <MenuContext value={menu}>
                <AreaTabsContext value={tabs}>
                  <GuardedContext value={guarded}>
                    <PagesContext value={pages}>
                      <Outlet />
                    </PagesContext>
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
