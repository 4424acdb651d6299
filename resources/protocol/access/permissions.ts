import * as z from 'zod';
import { LEVELS } from '#resources/language/access.ts';
import { ADDITIONS, FEATURES } from '#resources/language/features.ts';

/** Levels by section: the eight built-in ones (PERM-01) and those an installation added. */
export const sectionLevels = z.record(z.string(), z.enum(LEVELS));

/** `GET /api/crm/permissions/` (API-11). `features` is ours: parts of the product that are on (EMP-47) and additions (G-69). */
export const permissionsAnswer = z.object({
  sections: sectionLevels,
  features: z.partialRecord(z.enum([...FEATURES, ...ADDITIONS]), z.boolean()),
});
