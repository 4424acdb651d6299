import * as z from 'zod';

/** `POST` before a built-in section is saved as a file (additive; only where the server says `exports`, G-69). */
export const exportPath = (section: string): string => `/api/authorized/exports/${section}/`;

/** The same for a section of an installation, by the name of its definition. */
export const recordsExportPath = (resource: string): string => `/api/authorized/exports/records/${resource}/`;

export const recordsExportParams = z.object({ resource: z.string().max(60) });
