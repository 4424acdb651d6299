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

/** Props of a widget; `children` only for widgets that wrap something. */
export interface SlotProps {
  children?: ReactNode;
}

/** A widget in a lazily loaded chunk. */
export interface LazySlot extends FunctionComponent<SlotProps> {
  /** Preloads the widget, so that it renders together with its page. */
  load: () => Promise<unknown>;
}

/** Wraps a widget that loads on first render unless it was preloaded. */
export function lazySlot(load: () => Promise<{ default: ComponentType<SlotProps> }>): LazySlot {
  let loadedWidget: ComponentType<SlotProps> | null = null;
  const loadWidget = async () => {
    const module = await load();
    loadedWidget = module.default;
    return module;
  };
  const LazyWidget = lazy(loadWidget);
  function Slot(props: SlotProps) {
    // Keeps its identity while mounted.
    const [{ Component }] = useState(() => ({ Component: loadedWidget ?? LazyWidget }));
    return <Component {...props} />;
  }
  return Object.assign(Slot, { load: loadWidget });
}

/** Custom widgets by name, as created in `src/app/slots.ts`. */
export type Slots = Readonly<Record<SlotName, ComponentType<SlotProps>>>;

const SlotsContext = createContext<Slots | null>(null);
const NO_SECTION_FIELDS: SectionFields = {};
const SectionFieldsContext = createContext(NO_SECTION_FIELDS);

/**
 * Provides the sections' widgets to the engine, which may not import a section itself.
 * @param fields components of field kinds that belong to sections
 */
export function SlotsProvider({
  slots,
  fields = NO_SECTION_FIELDS,
  children,
}: {
  slots: Slots;
  fields?: SectionFields;
  children: ReactNode;
}) {
  return (
    <SlotsContext value={slots}>
      <SectionFieldsContext value={fields}>{children}</SectionFieldsContext>
    </SlotsContext>
  );
}

/** Components of field kinds that belong to sections. */
export const useSectionFields = (): SectionFields => useContext(SectionFieldsContext);

/**
 * The widget with a name; it takes its record from react-admin's record context. Null for no name, and for a name that only an
 * installation defines and this build has no code for.
 */
export function useSlot(name: SlotName | undefined): ComponentType<SlotProps> | null {
  const slots = useContext(SlotsContext);
  if (!name) return null;
  if (!slots) throw new Error(`No slots are provided; «${name}» cannot be drawn`);
  return slots[name] ?? null;
}
