/** Form of the name of a section. Apart from the schema, so that the console tests names without the library of schemas. */
export const SECTION_NAME = /^[a-z][a-z0-9-]{0,39}$/;

/** Form of the name of a field of a record, or of a column of its rows. */
export const FIELD_NAME = /^[a-z][a-zA-Z0-9_]{0,59}$/;
