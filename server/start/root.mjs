/** The project's folder, as a URL that ends with a slash. */
export const ROOT = new URL('../../', import.meta.url);
