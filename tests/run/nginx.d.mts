/** The program, or undefined when this machine has none. */
export function findNginx(): string | undefined;
/** The same, with Debian's package installed when there is none and this process may install one. */
export function ensureNginx(): string | undefined;
