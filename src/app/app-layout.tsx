import { Suspense, useContext, useEffect } from 'react';
import { Outlet, useLocation } from 'react-router';
import { useForgetRights, useLevels } from '#console/data/access.ts';
import { useLevelsKnown } from '#console/data/levels-known.ts';
import { session } from '#console/data/session.ts';
import { signInAddress } from '#console/data/token-error.ts';
import { viewedAs } from '#console/data/view-as.ts';
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
 * What needs a token stands inside (A§2): without one the browser goes to the sign-in page, which is loaded
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
      <Layout>
        <RequireSection>
          <Suspense>
            <Outlet />
          </Suspense>
        </RequireSection>
        {viewedAs() ? null : <Background />}
      </Layout>
    </Prefetch>
  );
}

function RequireSection({ children }: { children: React.ReactNode }) {
  const guarded = useContext(GuardedContext);
  const { pathname } = useLocation();
  const levels = useLevels();
  const known = useLevelsKnown();
  const path = trimEnd(pathname, '/');
  const page = guarded.find((candidate) => candidate.path === path);
  if (!page || !known || can(levels, page.needs, 'see')) return children;
  return (
    <InArea {...(page.area ? { tab: page.needs } : {})}>
      <Page title={page.title} selector="none">
        <Forbidden section={page.title} />
      </Page>
    </InArea>
  );
}
