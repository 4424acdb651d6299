import type { Resource } from './define-resource.ts';
import type { Feature } from './features.ts';
import type { SlotName } from './slots.ts';

/** One section of a form. */
export interface FormSection {
  name?: string;
  title?: string;
  hint?: string;
  columns?: 2;
  /** Shown only if this part of the product is on. */
  feature?: Feature;
  /** Only in the edit form; hint of the disabled step in the create form. */
  later?: string;
  /** Only while a field, or a key of its value, equals `is`; `hint` is shown at the disabled step. */
  when?: { field: string; key?: string | undefined; is: string; hint: string };
  fields: readonly string[];
}

/** The form's sections in order, whatever its navigation. */
export function formSections(resource: Pick<Resource, 'form'>): readonly FormSection[] {
  const { form } = resource;
  if (!form) return [];
  if (Array.isArray(form)) return form;
  return 'steps' in form ? form.steps : form.tabs;
}

/** Path of the form's sections in the definition. */
export function formSectionsPath({ form }: Pick<Resource, 'form'>): string {
  if (!form || Array.isArray(form)) return 'form';
  return 'steps' in form ? 'form.steps' : 'form.tabs';
}

/** Widget above an edit form; undefined if the definition names none. */
export function formHead({ form }: Pick<Resource, 'form'>): SlotName | undefined {
  return form && !Array.isArray(form) && 'steps' in form ? form.head : undefined;
}

/** Navigation of a form: steps at the side, a tab bar, or only scrolling (null). */
export function formNavigation({ form }: Pick<Resource, 'form'>): 'steps' | 'tabs' | null {
  if (!form || Array.isArray(form)) return null;
  return 'steps' in form ? 'steps' : 'tabs';
}
