import { type LazySlot, lazySlot } from '#console/engine/slots.tsx';
import type { SlotName } from '#resources/language/slots.ts';

/** Custom widgets that definitions refer to, each a separate chunk; a widget takes its record from the context. */
export const SLOT_WIDGETS = {
  'building-views': lazySlot(() => import('#console/sections/settings/building-views.tsx')),
  'building-head': lazySlot(() => import('#console/sections/settings/building-head.tsx')),
  'building-card': lazySlot(() => import('#console/sections/settings/building-card.tsx')),
  'building-preview': lazySlot(() => import('#console/sections/settings/fields/preview.tsx')),
  'complex-choice': lazySlot(() => import('#console/sections/settings/fields/complex-choice.tsx')),
  'camera-card': lazySlot(() => import('#console/sections/cameras/camera-card.tsx')),
  'linked-camera': lazySlot(() => import('#console/sections/cameras/linked-camera.tsx')),
  'employee-head': lazySlot(() => import('#console/sections/employees/employee-head.tsx')),
  'employee-card': lazySlot(() => import('#console/sections/employees/employee-card.tsx')),
  'employee-foot': lazySlot(() => import('#console/sections/employees/employee-foot.tsx')),
  'employee-person': lazySlot(() => import('#console/sections/employees/employee-person.tsx')),
  'news-card': lazySlot(() => import('#console/sections/news/news-card.tsx')),
  'reading-head': lazySlot(() => import('#console/sections/readings/flat-head.tsx')),
  'reading-history': lazySlot(() => import('#console/sections/readings/history.tsx')),
  'reading-sender': lazySlot(() => import('#console/sections/readings/sender-cell.tsx')),
  'reading-sent': lazySlot(() => import('#console/sections/readings/sent-cell.tsx')),
  'readings-frame': lazySlot(() => import('#console/sections/readings/readings-frame.tsx')),
  'resident-search': lazySlot(() => import('#console/sections/residents/resident-search.tsx')),
  'task-board': lazySlot(() => import('#console/sections/requests/task-board.tsx')),
  'webhook-card': lazySlot(() => import('#console/sections/webhooks/webhook-card.tsx')),
  'story-strip': lazySlot(() => import('#console/sections/stories/story-strip.tsx')),
} as const satisfies Record<SlotName, LazySlot>;

const slots: Readonly<Partial<Record<SlotName, LazySlot>>> = SLOT_WIDGETS;

/** Loads a widget before the page that shows it renders; does nothing without a name and for widgets of the installation. */
export async function loadSlot(name: SlotName | undefined): Promise<void> {
  await (name && slots[name]?.load());
}
