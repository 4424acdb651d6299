import { Navigate, type RouteObject } from 'react-router';
import { productName } from '#console/data/http/failures.ts';
import { useAreLevelsLoaded } from '#console/data/session/access.ts';
import { Forbidden } from '#console/shell/forbidden.tsx';
import { useMenu } from '#console/shell/menu/menu-sections.ts';
import { Page } from '#console/shell/page.tsx';

/** Paths that the product redirects to: after sign-in and from `/` (AUTH-01, AUTH-20), from `/auth` (AUTH-12). */
const LANDINGS = ['/news', '/profile'];

/**
 * Routes for landing paths without a section in this installation: they redirect to the first section the person may see. A
 * section with the same path wins, since its route comes first.
 */
export function landingRoutes(): RouteObject[] {
  return LANDINGS.map((path) => ({ path, element: <FirstSection /> }));
}

function FirstSection() {
  const [first] = useMenu();
  const areLevelsKnown = useAreLevelsLoaded();
  if (first) return <Navigate to={first.path} replace />;
  if (!areLevelsKnown) return null;
  return (
    <Page title={productName()} selector="none">
      <Forbidden />
    </Page>
  );
}
