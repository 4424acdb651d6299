import { type LaterSlot, laterSlot } from '#console/engine/slots.tsx';
import type { SlotName } from '#resources/language/slots.ts';

/** The custom widgets that definitions name, each its own chunk; it takes its record from context. */
export const SLOTS = {
  'building-views': laterSlot(() => import('#console/sections/settings/building-views.tsx')),
  'building-head': laterSlot(() => import('#console/sections/settings/building-head.tsx')),
  'building-card': laterSlot(() => import('#console/sections/settings/building-card.tsx')),
  'building-preview': laterSlot(() => import('#console/sections/settings/fields/preview.tsx')),
  'complex-choice': laterSlot(() => import('#console/sections/settings/fields/complex-choice.tsx')),
  'camera-card': laterSlot(() => import('#console/sections/cameras/camera-card.tsx')),
  'linked-camera': laterSlot(() => import('#console/sections/cameras/linked-camera.tsx')),
  'employee-head': laterSlot(() => import('#console/sections/employees/employee-head.tsx')),
  'employee-card': laterSlot(() => import('#console/sections/employees/employee-card.tsx')),
  'employee-foot': laterSlot(() => import('#console/sections/employees/employee-foot.tsx')),
  'employee-person': laterSlot(() => import('#console/sections/employees/employee-person.tsx')),
  'news-card': laterSlot(() => import('#console/sections/news/news-card.tsx')),
  'reading-head': laterSlot(() => import('#console/sections/readings/flat-head.tsx')),
  'reading-history': laterSlot(() => import('#console/sections/readings/history.tsx')),
  'reading-sender': laterSlot(() => import('#console/sections/readings/sender-cell.tsx')),
  'reading-sent': laterSlot(() => import('#console/sections/readings/sent-cell.tsx')),
  'readings-frame': laterSlot(() => import('#console/sections/readings/readings-frame.tsx')),
  'resident-search': laterSlot(() => import('#console/sections/residents/resident-search.tsx')),
  'task-board': laterSlot(() => import('#console/sections/requests/task-board.tsx')),
  'webhook-card': laterSlot(() => import('#console/sections/webhooks/webhook-card.tsx')),
  'story-strip': laterSlot(() => import('#console/sections/stories/story-strip.tsx')),
} as const satisfies Record<SlotName, LaterSlot>;

const slots: Readonly<Partial<Record<SlotName, LaterSlot>>> = SLOTS;

/** Loads a widget before the page that shows it is drawn; nothing for no name and for an installation's own. */
export async function loadSlot(name: SlotName | undefined): Promise<void> {
  await (name && slots[name]?.load());
}
