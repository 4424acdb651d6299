import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import type { SlotProps } from '#console/engine/slots.tsx';
import type { SlotName } from '#resources/language/slots.ts';

/** The custom widgets that definitions name, each its own chunk; it takes its record from context. */
export const SLOTS = {
  'building-views': lazy(() => import('#console/sections/settings/building-views.tsx')),
  'building-head': lazy(() => import('#console/sections/settings/building-head.tsx')),
  'building-card': lazy(() => import('#console/sections/settings/building-card.tsx')),
  'camera-card': lazy(() => import('#console/sections/cameras/camera-card.tsx')),
  'employee-head': lazy(() => import('#console/sections/employees/employee-head.tsx')),
  'employee-card': lazy(() => import('#console/sections/employees/employee-card.tsx')),
  'employee-foot': lazy(() => import('#console/sections/employees/employee-foot.tsx')),
  'employee-person': lazy(() => import('#console/sections/employees/employee-person.tsx')),
  'news-card': lazy(() => import('#console/sections/news/news-card.tsx')),
  'reading-head': lazy(() => import('#console/sections/readings/flat-head.tsx')),
  'reading-history': lazy(() => import('#console/sections/readings/history.tsx')),
  'reading-sender': lazy(() => import('#console/sections/readings/sender-cell.tsx')),
  'reading-sent': lazy(() => import('#console/sections/readings/sent-cell.tsx')),
  'readings-frame': lazy(() => import('#console/sections/readings/frame.tsx')),
  'resident-search': lazy(() => import('#console/sections/residents/resident-search.tsx')),
  'task-board': lazy(() => import('#console/sections/tasks/board-page.tsx')),
  'task-source': lazy(() => import('#console/sections/tasks/task-source.tsx')),
  'story-strip': lazy(() => import('#console/sections/stories/story-strip.tsx')),
} as const satisfies Record<SlotName, LazyExoticComponent<ComponentType<SlotProps>>>;
