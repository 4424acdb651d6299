import { useEffect } from 'react';

/**
 * `/auth` and the small pages around it inside of the running console: they are not part of it, so the address is
 * loaded anew; the boot script also knows what a signed-in visitor of `/auth` gets (AUTH-12). It is the address as that script
 * writes it: of another writing of it, say `/%61uth`, the script would send one here again.
 */
export function LoadAnew({ path }: { path: string }) {
  useEffect(() => globalThis.location.replace(path + globalThis.location.search), [path]);
  return null;
}
