/** The folder with initdb and postgres; undefined where there is none. */
export function findPostgres(): string | undefined;
/** The same, installed when it is missing and may be. */
export function ensurePostgres(): string | undefined;
/** A PostgreSQL of our own for the time of a run. @param hear told everything that it logs */
export function startPostgres(
  bin: string,
  hear?: (text: string) => void,
): Promise<{ url: string; stop(): Promise<void> }>;
/** A streaming replica of a server that `startPostgres` has started. `start` starts it again at the same port after `stop`. */
export function startStandby(
  bin: string,
  primary: string,
): Promise<{ port: number; stop(): Promise<void>; start(): Promise<void>; remove(): Promise<void> }>;
