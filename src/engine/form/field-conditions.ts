import { createContext } from 'react';

/** Names of the form fields for which each condition currently holds. */
export interface FieldConditions {
  /** Hidden fields. */
  absent: ReadonlySet<string>;
  /** Fields required in addition to those that always are. */
  required: ReadonlySet<string>;
  /** Fields shown without an input. */
  readonly: ReadonlySet<string>;
  /** Computed values for the current form values, by wire name. */
  computed: Readonly<Record<string, unknown>>;
}

const NONE: ReadonlySet<string> = new Set();

/** Conditions of the fields of the surrounding form. */
export const FieldConditionsContext = createContext<FieldConditions>({
  absent: NONE,
  required: NONE,
  readonly: NONE,
  computed: {},
});
