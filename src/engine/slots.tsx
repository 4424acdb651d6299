import { type ComponentType, createContext, type ReactNode, useContext } from 'react';
import type { SlotName } from '#resources/language/slots.ts';

/** What a widget is given: one that stands around something gets that. */
export interface SlotProps {
  children?: ReactNode;
}

/** The custom widgets by name; `src/app/slots.ts` makes them. */
export type Slots = Readonly<Record<SlotName, ComponentType<SlotProps>>>;

const SlotsContext = createContext<Slots | null>(null);

/** Hands the widgets to the engine, which may not import a section itself. */
export function SlotsProvider({ slots, children }: { slots: Slots; children: ReactNode }) {
  return <SlotsContext value={slots}>{children}</SlotsContext>;
}

/** The widget of a name, which takes its record from react-admin's record context; null for no name, and for an installation's own whose code is not there. */
export function useSlot(name: SlotName | undefined): ComponentType<SlotProps> | null {
  const slots = useContext(SlotsContext);
  if (!name) return null;
  if (!slots) throw new Error(`No slots are provided; «${name}» cannot be drawn`);
  return slots[name] ?? null;
}
