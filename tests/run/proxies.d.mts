/** The proxies of docs/deployment: a program by its name, and Debian's package of it. */
export const PROXIES: { nginx: string; caddy: string };
/** The program, or undefined when this machine has none. */
export function findProxy(name: keyof typeof PROXIES): string | undefined;
/** The same, installed when it is missing and may be. */
export function ensureProxy(name: keyof typeof PROXIES): string | undefined;
