import type { LazySlot } from '#console/engine/slots.tsx';

/** An installation that brings no widgets of its own. */
export const OWN_SLOTS: Readonly<Record<string, LazySlot>> = {};
