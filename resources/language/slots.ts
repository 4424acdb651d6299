/**
 * Names of the custom widgets that a definition can use. `src/app/slots.ts` maps each to a lazy import, and the compiler checks
 * that none is missing; a widget gets its record from context.
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
/** A widget of the installation; if its code is missing, the field is shown by its kind. */
type OwnSlot = `own-${string}`;
export type SlotName = (typeof SLOTS)[number] | OwnSlot;
