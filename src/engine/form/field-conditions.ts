import { createContext } from 'react';

/** Names of the fields of a form for which a condition holds now. */
export interface FieldConditions {
  /** Not asked for. */
  absent: ReadonlySet<string>;
  /** Have to be given, besides those that always have to. */
  required: ReadonlySet<string>;
  /** Shown as they are. */
  readonly: ReadonlySet<string>;
  /** Values of the computed fields by what the form holds now, by names on the wire. */
  computed: Readonly<Record<string, unknown>>;
}

const NONE: ReadonlySet<string> = new Set();

/** The conditions of the fields of the form that an input stands in. */
export const FieldConditionsContext = createContext<FieldConditions>({
  absent: NONE,
  required: NONE,
  readonly: NONE,
  computed: {},
});
