import type { Resource } from './define-resource.ts';
import type { Feature } from './features.ts';
import type { SlotName } from './slots.ts';

/** One section of a form. */
export interface FormSection {
  name?: string;
  title?: string;
  hint?: string;
  columns?: 2;
  /** Only where this part of the product is on. */
  feature?: Feature;
  /** Only when editing; the hint of its greyed step when creating. */
  later?: string;
  /** Only while a field, or a key of it, holds `is`; the hint of its greyed step. */
  when?: { field: string; key?: string | undefined; is: string; hint: string };
  fields: readonly string[];
}

/** The form's sections in order, however one gets about among them. */
export function formSections(resource: Pick<Resource, 'form'>): readonly FormSection[] {
  const { form } = resource;
  if (!form) return [];
  if (Array.isArray(form)) return form;
  return 'steps' in form ? form.steps : form.tabs;
}

/** Path of the form's sections in the definition. */
export function formPlace({ form }: Pick<Resource, 'form'>): string {
  if (!form || Array.isArray(form)) return 'form';
  return 'steps' in form ? 'form.steps' : 'form.tabs';
}

/** The widget that says in an edit form what it is about; none where the definition names none. */
export function formHead({ form }: Pick<Resource, 'form'>): SlotName | undefined {
  return form && !Array.isArray(form) && 'steps' in form ? form.head : undefined;
}

/** How one gets about among the sections: by a list of steps at the side, by a tab bar, or by scrolling alone. */
export function formGuide({ form }: Pick<Resource, 'form'>): 'steps' | 'tabs' | null {
  if (!form || Array.isArray(form)) return null;
  return 'steps' in form ? 'steps' : 'tabs';
}
