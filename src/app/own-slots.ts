import type { ComponentType } from 'react';
import { type LazySlot, lazySlot, type SlotProps } from '#console/engine/slots.tsx';

type Widget = () => Promise<{ default: ComponentType<SlotProps> }>;

/** Slot name of a widget file: `…/days-left.tsx` → `own-days-left`. */
const slotName = (path: string) => `own-${path.replace(/^.*\/|\.tsx$/g, '')}`;

/** Widgets of the installation, each a `.tsx` file in a folder of `resources/own/` (docs/section-author.md). */
export const OWN_SLOTS: Readonly<Record<string, LazySlot>> = Object.fromEntries(
  Object.entries(import.meta.glob('/resources/own/*/*.tsx')).map(([path, load]) => [
    slotName(path),
    lazySlot(load as Widget),
  ]),
);
