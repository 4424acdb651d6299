import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import type { SlotName } from '#resources/language/slots.ts';

/** The custom widgets that definitions name, each its own chunk; it takes its record from context. */
export const SLOTS = {
  'camera-card': lazy(() => import('#console/sections/cameras/camera-card.tsx')),
  'news-card': lazy(() => import('#console/sections/news/news-card.tsx')),
  'story-strip': lazy(() => import('#console/sections/stories/story-strip.tsx')),
} as const satisfies Record<SlotName, LazyExoticComponent<ComponentType>>;
