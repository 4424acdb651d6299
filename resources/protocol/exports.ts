import * as z from 'zod';

/** `POST` before a built-in section is saved as a file, for the audit log (our addition `exports`, G-69). */
export const exportPath = (section: string): string => `/api/authorized/exports/${section}/`;

/** The same for an added section, by the name of its definition. */
export const recordsExportPath = (resource: string): string => `/api/authorized/exports/records/${resource}/`;

export const recordsExportParams = z.object({ resource: z.string().max(60) });

/** Header of list requests for a file export (ours): the server may read from a replica of its database. */
export const PURPOSE_HEADER = 'x-purpose';
export const EXPORT_PURPOSE = 'export';

/** Headers of such a request. */
export const EXPORT_HEADERS = { [PURPOSE_HEADER]: EXPORT_PURPOSE } as const;
