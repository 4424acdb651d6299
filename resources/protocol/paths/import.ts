/** A file of residents is read at the first address and its list sent to the second. */
export const CONVERT_RESIDENTS_PATH = '/api/crm/import/convert_residents/';
export const IMPORT_RESIDENTS_PATH = '/api/crm/import/residents/';
