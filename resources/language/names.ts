/** Pattern of section names. Kept apart from the schema, so that the console can test names without bundling zod. */
export const SECTION_NAME = /^[a-z][a-z0-9-]{0,39}$/;

/** Pattern of names of fields and of columns of rows. */
export const FIELD_NAME = /^[a-z][a-zA-Z0-9_]{0,59}$/;
