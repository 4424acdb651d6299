import { can, type Levels } from '#resources/language/access.ts';

/**
 * Target of `/settings`: the employees if the person may see them, else the buildings, else the company (SET-01, SET-02, G-23).
 */
export function settingsHome(levels: Levels): string {
  if (can(levels, 'employees', 'see')) return '/settings/employees-permissions';
  if (can(levels, 'buildings', 'see')) return '/settings/buildings';
  return '/settings/company-profile';
}
