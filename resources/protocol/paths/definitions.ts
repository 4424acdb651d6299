export const DEFINITIONS_PATH = '/resources/definitions/';

/** Records of an added section. */
export const recordsPath = (resource: string): string => `/api/records/${resource}`;

/** Records that a field of an added section may refer to. */
export const referencesPath = (resource: string, wire: string): string =>
  `${recordsPath(resource)}/references/${wire}/`;
