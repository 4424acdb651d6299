import { type ReactNode, Suspense, useContext, useEffect, useMemo } from 'react';
import { Outlet, useLocation, useSearchParams } from 'react-router';
import { NarrowedBuildingContext } from '#console/data/buildings/buildings.ts';
import { signInAddress } from '#console/data/http/token-error.ts';
import { useForgetRights, useLevels, useLevelsKnown } from '#console/data/session/access.ts';
import { session } from '#console/data/session/session.ts';
import { viewedAs } from '#console/data/session/view-as.ts';
import { Forbidden } from '#console/shell/forbidden.tsx';
import { Layout } from '#console/shell/layout.tsx';
import { Page } from '#console/shell/page.tsx';
import { InArea } from '#console/shell/settings-area.tsx';
import { can } from '#resources/language/access.ts';
import { trimEnd } from '#resources/trim-end.ts';
import { Background } from './background.tsx';
import { GuardedContext } from './guarded-context.ts';
import { Prefetch } from './prefetch.tsx';

/**
 * Everything that needs a token stands inside: without one the browser goes to the sign-in page, which is loaded
 * anew, so that nothing of the person stays in memory.
 */
export function RequireToken() {
  const { pathname, search } = useLocation();
  const signedIn = session.token.get() !== null;
  useEffect(() => {
    if (!signedIn) globalThis.location.replace(signInAddress({ pathname, search }));
  }, [signedIn, pathname, search]);
  return signedIn ? <Outlet /> : null;
}

/** Menu and sheet around every page of a section, closed where the right to see it is missing. */
export function AppLayout() {
  useForgetRights();
  return (
    <Prefetch>
      <OfOneBuilding>
        <Layout>
          <RequireSection>
            <Suspense>
              <Outlet />
            </Suspense>
          </RequireSection>
          {viewedAs() ? null : <Background />}
        </Layout>
      </OfOneBuilding>
    </Prefetch>
  );
}

/** The parameter of an address that names the one building of its page, whichever are checked. */
const BUILDING = 'building';

/** Has the pages be about the building that their address names. */
function OfOneBuilding({ children }: { children: ReactNode }) {
  const [params, setParams] = useSearchParams();
  const id = Number(params.get(BUILDING));
  const narrowed = useMemo(() => {
    if (!Number.isInteger(id) || id <= 0) return null;
    const clear = () =>
      setParams(
        (known) => {
          known.delete(BUILDING);
          return known;
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
  const isKnown = useLevelsKnown();
  const path = trimEnd(pathname, '/');
  const page = guarded.find((candidate) => candidate.path === path);
  if (!page || !isKnown || can(levels, page.needs, 'see')) return children;
  return (
    <InArea {...(page.area ? { tab: page.needs } : {})}>
      <Page title={page.title} selector="none">
        <Forbidden section={page.title} />
      </Page>
    </InArea>
  );
}
