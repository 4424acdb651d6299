import type { ComponentType } from 'react';
import { type LaterSlot, laterSlot, type SlotProps } from '#console/engine/slots.tsx';

type Widget = () => Promise<{ default: ComponentType<SlotProps> }>;

/** Name of the widget in a file: `…/days-left.tsx` → `own-days-left`. */
const slotName = (path: string) => `own-${path.replace(/^.*\/|\.tsx$/g, '')}`;

/** The widgets that an installation brings, each a `.tsx` file of a folder in `resources/own/` (docs/section-author.md). */
export const OWN_SLOTS: Readonly<Record<string, LaterSlot>> = Object.fromEntries(
  Object.entries(import.meta.glob('/resources/own/*/*.tsx')).map(([path, load]) => [
    slotName(path),
    laterSlot(load as Widget),
  ]),
);
