/**
 * Names of the custom widgets a definition may ask for. `src/app/slots.ts` maps each to a lazy
 * import and the compiler checks that none is missing; a slot takes its record from context.
 */
export const SLOTS = ['camera-card', 'news-card', 'story-strip'] as const;
export type SlotName = (typeof SLOTS)[number];
