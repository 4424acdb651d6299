import { Navigate, type RouteObject } from 'react-router';
import { productName } from '#console/data/http/failures.ts';
import { useLevelsKnown } from '#console/data/session/access.ts';
import { Forbidden } from '#console/shell/forbidden.tsx';
import { useMenu } from '#console/shell/menu/menu-sections.ts';
import { Page } from '#console/shell/page.tsx';

/** Addresses that the product itself leads to: after sign-in and from `/` (AUTH-01, AUTH-20), from `/auth` (AUTH-12). */
const LANDINGS = ['/news', '/profile'];

/**
 * The landings that no section of this installation serves: they lead on to the first section the person may
 * see. Once a section has the address it wins, since its route stands before these.
 */
export function landingRoutes(): RouteObject[] {
  return LANDINGS.map((path) => ({ path, element: <FirstSection /> }));
}

function FirstSection() {
  const [first] = useMenu();
  const known = useLevelsKnown();
  if (first) return <Navigate to={first.path} replace />;
  if (!known) return null;
  return (
    <Page title={productName()} selector="none">
      <Forbidden />
    </Page>
  );
}
