/** The first path reads a file of residents, the second imports the resulting list. */
export const CONVERT_RESIDENTS_PATH = '/api/crm/import/convert_residents/';
export const IMPORT_RESIDENTS_PATH = '/api/crm/import/residents/';
