import type { Resource } from './define-resource.ts';
import { type Features, has } from './features.ts';

/** The definition as its create form has it, where that has fields of its own. */
export function createForm(resource: Resource): Resource {
  const { create } = resource;
  return create ? { ...resource, fields: create.fields, form: create.form } : resource;
}

/** Whether the server takes new records of a section, so that a form for them is offered. */
export const takesNew = ({ routes, form, create }: Resource, features: Features | null): boolean =>
  routes.create !== undefined && form !== undefined && (create === undefined || has(features, create.addition));
