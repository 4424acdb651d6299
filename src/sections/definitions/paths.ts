/** Path of the page with the files of added sections. */
export const DEFINITIONS_PAGE = '/definitions';

/** Path of the builder of a file. */
export const builderPath = (file: string): string => `${DEFINITIONS_PAGE}/${file.replace(/\.json$/, '')}`;
