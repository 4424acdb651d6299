import { useEffect } from 'react';

/**
 * `/auth` and the small pages around it inside of the running console: they are not part of it, so the address is
 * loaded anew; the boot script also knows what a signed-in visitor of `/auth` gets (AUTH-12).
 */
export function LoadAnew() {
  useEffect(() => globalThis.location.replace(globalThis.location.href), []);
  return null;
}
