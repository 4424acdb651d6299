import * as z from 'zod';
import { LEVELS } from '../language/access.ts';

/** Levels by section: the eight built-in ones (PERM-01) and those an installation added. */
export const sectionLevels = z.record(z.string(), z.enum(LEVELS));

/** `GET /api/crm/permissions/` (API-11). */
export const permissionsAnswer = z.object({ sections: sectionLevels });
export type PermissionsAnswer = z.output<typeof permissionsAnswer>;
