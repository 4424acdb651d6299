import type { Resource } from './define-resource.ts';

/** The form's sections in order, whether or not they are steps. */
export function formSections(
  resource: Pick<Resource, 'form'>,
): readonly { title?: string; hint?: string; fields: readonly string[] }[] {
  if (!resource.form) return [];
  return Array.isArray(resource.form) ? resource.form : resource.form.steps;
}
