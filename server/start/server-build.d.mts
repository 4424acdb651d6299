/** The built server: importing it runs it. */
export const SERVER: URL;
/** Bundles the server into `dist/server` if its sources have changed. */
export function buildServer(options?: { anew?: boolean }): Promise<void>;
