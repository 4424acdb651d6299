/** What can depend on a building or a unit. */
export const DEPENDENT_KINDS = [
  'residents',
  'open_requests',
  'requests',
  'readings',
  'announcements',
  'cameras',
  'complaints',
  'records',
  'employees',
] as const;
export type DependentKind = (typeof DEPENDENT_KINDS)[number];
