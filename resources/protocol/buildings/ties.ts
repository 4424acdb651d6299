/** What can depend on a building or a unit. */
export const TIES = [
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
export type Tie = (typeof TIES)[number];
