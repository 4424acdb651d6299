import { type ReactNode, Suspense, useContext, useEffect, useMemo } from 'react';
import { Outlet, useLocation, useSearchParams } from 'react-router';
import { NarrowedBuildingContext } from '#console/data/buildings/buildings.ts';
import { signInAddress } from '#console/data/http/token-error.ts';
import { useAreLevelsLoaded, useClearRightsCache, useLevels } from '#console/data/session/access.ts';
import { session } from '#console/data/session/session.ts';
import { viewedAs } from '#console/data/session/view-as.ts';
import { Forbidden } from '#console/shell/forbidden.tsx';
import { Layout } from '#console/shell/layout.tsx';
import { Page } from '#console/shell/page.tsx';
import { SettingsArea } from '#console/shell/settings-area.tsx';
import { can } from '#resources/language/access.ts';
import { trimEnd } from '#resources/trim-end.ts';
import { Background } from './background.tsx';
import { GuardedContext } from './guarded-context.ts';
import { Prefetch } from './prefetch.tsx';

/**
 * Renders its child routes only with a token; without one the browser loads the sign-in page, so that nothing of the person stays
 * in memory.
 */
export function RequireToken() {
  const { pathname, search } = useLocation();
  const isSignedIn = session.token.get() !== null;
  useEffect(() => {
    if (!isSignedIn) globalThis.location.replace(signInAddress({ pathname, search }));
  }, [isSignedIn, pathname, search]);
  return isSignedIn ? <Outlet /> : null;
}

/** Menu and page frame around every page of a section; shows an access message where the right to see it is missing. */
export function AppLayout() {
  useClearRightsCache();
  return (
    <Prefetch>
      <NarrowToBuilding>
        <Layout>
          <RequireSection>
            <Suspense>
              <Outlet />
            </Suspense>
          </RequireSection>
          {viewedAs() ? null : <Background />}
        </Layout>
      </NarrowToBuilding>
    </Prefetch>
  );
}

/** Query parameter that narrows a page to one building, whichever buildings are checked. */
const BUILDING_PARAM = 'building';

/** Narrows the pages to the building named in the URL. */
function NarrowToBuilding({ children }: { children: ReactNode }) {
  const [params, setParams] = useSearchParams();
  const id = Number(params.get(BUILDING_PARAM));
  const narrowed = useMemo(() => {
    if (!Number.isInteger(id) || id <= 0) return null;
    const clear = () =>
      setParams(
        (previous) => {
          previous.delete(BUILDING_PARAM);
          return previous;
        },
        { replace: true },
      );
    return { id, clear };
  }, [id, setParams]);
  return <NarrowedBuildingContext value={narrowed}>{children}</NarrowedBuildingContext>;
}

function RequireSection({ children }: { children: ReactNode }) {
  const guarded = useContext(GuardedContext);
  const { pathname } = useLocation();
  const levels = useLevels();
  const isKnown = useAreLevelsLoaded();
  const path = trimEnd(pathname, '/');
  const page = guarded.find((candidate) => candidate.path === path);
  if (!page || !isKnown || can(levels, page.needs, 'see')) return children;
  return (
    <SettingsArea {...(page.area ? { tab: page.needs } : {})}>
      <Page title={page.title} selector="none">
        <Forbidden section={page.title} />
      </Page>
    </SettingsArea>
  );
}
