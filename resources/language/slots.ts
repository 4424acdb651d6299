/**
 * Names of the custom widgets a definition may ask for. `src/app/slots.ts` maps each to a lazy
 * import and the compiler checks that none is missing; a slot takes its record from context.
 */
export const SLOTS = [
  'camera-card',
  'linked-camera',
  'news-card',
  'story-strip',
  'resident-search',
  'building-views',
  'building-head',
  'building-card',
  'building-preview',
  'complex-choice',
  'employee-head',
  'employee-card',
  'employee-foot',
  'employee-person',
  'readings-frame',
  'reading-sender',
  'reading-sent',
  'reading-head',
  'reading-history',
  'task-board',
  'webhook-card',
] as const;
/** A widget that an installation brings: its name begins with `own-`. Without its code the field is shown as its kind is. */
type OwnSlot = `own-${string}`;
export type SlotName = (typeof SLOTS)[number] | OwnSlot;
