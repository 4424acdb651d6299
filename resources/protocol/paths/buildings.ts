/** Buildings that the caller may see, and cameras in them. */
export const BUILDINGS_PATH = '/api/crm/buildings/';
export const CAMERAS_PATH = '/api/crm/cameras/';
export const COMPANY_PROFILE_PATH = '/api/crm/settings/company-profile/';
/** Services and organisations that work in buildings. */
export const SERVICES_PATH = '/api/crm/services/';
export const ORGANISATIONS_PATH = '/api/crm/scenarios/companies/';
/** Stories above the announcements. */
export const BOOKLETS_PATH = '/api/crm/booklets/';

/** One building with its entrances, floors, flats and risers. */
export const buildingPath = (id: number | string): string => `${BUILDINGS_PATH}${encodeURIComponent(String(id))}/`;
/** One entrance with its parts. */
export const entrancePath = (id: number): string => `/api/crm/porches/${id}/`;
/** Employees with access to a building. */
export const buildingAccessPath = (id: number): string => `${buildingPath(id)}access/`;

/** Settings of buildings: created here, and changed under the path of each. */
export const BUILDING_SETTINGS_PATH = '/api/crm/settings/building/';
/** Path of a building in the settings, or of a path below it. */
export const buildingSettingsPath = (id: number | string, rest = ''): string =>
  `${BUILDING_SETTINGS_PATH}${encodeURIComponent(String(id))}/${rest}`;
