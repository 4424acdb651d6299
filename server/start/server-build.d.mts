/** The built server: importing it runs it. */
export const SERVER: URL;
/** Gathers the server's sources into `dist/server` when they have changed. */
export function buildServer(options?: { anew?: boolean }): Promise<void>;
