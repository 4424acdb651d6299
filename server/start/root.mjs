/** URL of the project's folder, with a trailing slash. */
export const ROOT = new URL('../../', import.meta.url);
