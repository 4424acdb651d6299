import { isIP } from 'node:net';

/** WebAuthn relying party: the domain that passkeys are bound to, and the origin of the pages that may use them. */
export interface RelyingParty {
  id: string;
  origin: string;
}

const isLocalhost = (host: string) => host === 'localhost' || host.endsWith('.localhost');

/**
 * Relying party of this installation: the host of `PUBLIC_URL`, never a host named by a request; without the setting only
 * `localhost`. Browsers create no passkeys for IP addresses or without TLS.
 * @param host `Host` header
 */
export function findRelyingParty(publicUrl: string | undefined, host: string | undefined): RelyingParty | null {
  if (publicUrl !== undefined) {
    const { hostname, origin, protocol } = new URL(publicUrl);
    const isDomain = isIP(hostname.replace(/^\[|\]$/g, '')) === 0;
    return isDomain && (protocol === 'https:' || isLocalhost(hostname)) ? { id: hostname, origin } : null;
  }
  return /^localhost(:\d{1,5})?$/.test(host ?? '')
    ? { id: 'localhost', origin: new URL(`http://${host}`).origin }
    : null;
}
