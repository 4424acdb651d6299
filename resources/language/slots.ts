/**
 * Names of the custom widgets a definition may ask for. `src/app/slots.ts` maps each to a lazy
 * import and the compiler checks that none is missing; a slot takes its record from context.
 */
export const SLOTS = [
  'camera-card',
  'news-card',
  'story-strip',
  'resident-search',
  'building-views',
  'building-head',
  'building-card',
  'employee-head',
  'employee-card',
  'employee-foot',
  'readings-frame',
  'reading-sender',
  'reading-sent',
  'reading-head',
  'reading-history',
] as const;
export type SlotName = (typeof SLOTS)[number];
