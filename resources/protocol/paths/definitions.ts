export const DEFINITIONS_PATH = '/resources/definitions/';

/** Records that a field of an added section may refer to. */
export const referencesPath = (resource: string, wire: string): string =>
  `/api/records/${resource}/references/${wire}/`;
