import {
  type ComponentType,
  createContext,
  type FunctionComponent,
  lazy,
  type ReactNode,
  useContext,
  useState,
} from 'react';
import type { SectionFields } from '#console/fields/registry.ts';
import type { SlotName } from '#resources/language/slots.ts';

/** Properties of a widget; `children` only where it wraps something. */
export interface SlotProps {
  children?: ReactNode;
}

/** A widget in a chunk of its own. */
export interface LaterSlot extends FunctionComponent<SlotProps> {
  /** Loads it beforehand, so that it is drawn with its page and not after it. */
  load: () => Promise<unknown>;
}

/** A widget that is loaded when it is drawn for the first time, unless it was loaded beforehand. */
export function laterSlot(load: () => Promise<{ default: ComponentType<SlotProps> }>): LaterSlot {
  let ready: ComponentType<SlotProps> | null = null;
  const loadIt = async () => {
    const module = await load();
    ready = module.default;
    return module;
  };
  const Waited = lazy(loadIt);
  function Slot(props: SlotProps) {
    // The same component for as long as it is shown.
    const [{ Component }] = useState(() => ({ Component: ready ?? Waited }));
    return <Component {...props} />;
  }
  return Object.assign(Slot, { load: loadIt });
}

/** The custom widgets by name; `src/app/slots.ts` makes them. */
export type Slots = Readonly<Record<SlotName, ComponentType<SlotProps>>>;

const SlotsContext = createContext<Slots | null>(null);
const NO_FIELDS: SectionFields = {};
const FieldsContext = createContext(NO_FIELDS);

/**
 * Hands the widgets to the engine, which may not import a section itself.
 * @param fields those of the kinds that sections have for themselves
 */
export function SlotsProvider({
  slots,
  fields = NO_FIELDS,
  children,
}: {
  slots: Slots;
  fields?: SectionFields;
  children: ReactNode;
}) {
  return (
    <SlotsContext value={slots}>
      <FieldsContext value={fields}>{children}</FieldsContext>
    </SlotsContext>
  );
}

/** The widgets of the kinds that sections have for themselves. */
export const useSectionFields = (): SectionFields => useContext(FieldsContext);

/** The widget of a name, which takes its record from react-admin's record context; null for no name, and for an installation's own without code here. */
export function useSlot(name: SlotName | undefined): ComponentType<SlotProps> | null {
  const slots = useContext(SlotsContext);
  if (!name) return null;
  if (!slots) throw new Error(`No slots are provided; «${name}» cannot be drawn`);
  return slots[name] ?? null;
}
