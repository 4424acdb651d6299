import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react';

/** Time the first page has for itself before what is not part of it is fetched, ms. */
const PATIENCE = 800;

const Notices = lazy<ComponentType>(() =>
  import('#console/sections/notices/notices.tsx').catch((error: unknown) => {
    // Without them the pages work all the same; a page must not break off for them.
    console.warn(error);
    return { default: () => null };
  }),
);

/** What runs beside the pages of a signed-in person, once the first one is drawn: notifications. */
export function Background() {
  const [due, setDue] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), PATIENCE);
    return () => clearTimeout(timer);
  }, []);
  return due ? (
    <Suspense>
      <Notices />
    </Suspense>
  ) : null;
}
