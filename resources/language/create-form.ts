import type { FieldInput, Resource } from './define-resource.ts';
import { type Features, has } from './features.ts';

/** The create form of a section, where it has fields of its own; it comes when it is gone to. */
export interface CreateForm {
  fields: Readonly<Record<string, FieldInput>>;
  form: NonNullable<Resource['form']>;
}

/** Whether the server takes new records of a section, so that a form for them is offered. */
export const takesNew = ({ routes, form, create }: Resource, features: Features | null): boolean =>
  routes.create !== undefined && form !== undefined && (create === undefined || has(features, create.addition));
