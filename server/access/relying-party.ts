import { isIP } from 'node:net';

/** Where passkeys are good: the name they are bound to, and the origin of the pages that may ask for them. */
export interface RelyingParty {
  id: string;
  origin: string;
}

const isLocal = (host: string) => host === 'localhost' || host.endsWith('.localhost');

/**
 * Where passkeys are good: at the address of the installation (`PUBLIC_URL`), never at one that a call names; without the setting at
 * `localhost` alone. Browsers make none for numeric addresses and without TLS.
 * @param host `Host` of the call
 */
export function relyingParty(publicUrl: string | undefined, host: string | undefined): RelyingParty | null {
  if (publicUrl !== undefined) {
    const { hostname, origin, protocol } = new URL(publicUrl);
    const isNamed = isIP(hostname.replace(/^\[|\]$/g, '')) === 0;
    return isNamed && (protocol === 'https:' || isLocal(hostname)) ? { id: hostname, origin } : null;
  }
  return /^localhost(:\d{1,5})?$/.test(host ?? '')
    ? { id: 'localhost', origin: new URL(`http://${host}`).origin }
    : null;
}
