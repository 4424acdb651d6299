/** Buildings that the caller may choose from, and cameras in them. */
export const BUILDINGS_PATH = '/api/crm/buildings/';
export const CAMERAS_PATH = '/api/crm/cameras/';
export const COMPANY_PROFILE_PATH = '/api/crm/settings/company-profile/';
/** Services and organisations that work in buildings. */
export const SERVICES_PATH = '/api/crm/services/';
export const ORGANISATIONS_PATH = '/api/crm/scenarios/companies/';
/** Leaflets of the stories above announcements. */
export const BOOKLETS_PATH = '/api/crm/booklets/';

/** One building with its entrances, floors, flats and pipes. */
export const buildingPath = (id: number | string): string => `${BUILDINGS_PATH}${encodeURIComponent(String(id))}/`;
/** One entrance with the same. */
export const entrancePath = (id: number): string => `/api/crm/porches/${id}/`;
/** Which employees may see or change what in a building. */
export const buildingAccessPath = (id: number): string => `${buildingPath(id)}access/`;

/** Buildings as they are set up: made here, and changed below the address of each. */
export const BUILDING_SETTINGS_PATH = '/api/crm/settings/building/';
/** Address of one building there, and of what is below it. */
export const buildingSettingsPath = (id: number | string, rest = ''): string =>
  `${BUILDING_SETTINGS_PATH}${encodeURIComponent(String(id))}/${rest}`;
