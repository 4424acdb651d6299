import { can, type Levels } from '#resources/language/access.ts';

/**
 * Where `/settings` leads: to the employees with their permission, else to the objects with theirs, else to the company.
 * Reading is permission enough (SET-01, SET-02, G-23).
 */
export function settingsHome(levels: Levels): string {
  if (can(levels, 'employees', 'see')) return '/settings/employees-permissions';
  if (can(levels, 'buildings', 'see')) return '/settings/buildings';
  return '/settings/company-profile';
}
