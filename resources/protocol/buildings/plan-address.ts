/** Buildings: made here, and changed below the address of each. */
export const BUILDINGS_PATH = '/api/crm/settings/building/';
