/** Icons a definition may name; `src/ui/display/icon.tsx` maps each to a MUI icon. */
export const ICONS = [
  'campaign',
  'handyman',
  'forum',
  'people',
  'speed',
  'videocam',
  'settings',
  'badge',
  'apartment',
  'domain',
  'description',
  'event',
  'key',
  'local-parking',
  'inventory',
  'receipt',
  'build',
  'folder',
] as const;
export type IconName = (typeof ICONS)[number];
