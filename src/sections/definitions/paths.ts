/** The page about the files that add sections. */
export const DEFINITIONS_PAGE = '/definitions';

/** The address of the builder of a file. */
export const builderPath = (file: string): string => `${DEFINITIONS_PAGE}/${file.replace(/\.json$/, '')}`;
