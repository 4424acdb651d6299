import type { FieldInput, Resource } from './define-resource.ts';
import { type Features, hasAddition } from './features.ts';

/** The create form of a section if it has its own fields; loaded when it is opened. */
export interface CreateForm {
  fields: Readonly<Record<string, FieldInput>>;
  form: NonNullable<Resource['form']>;
}

/** Whether the server accepts new records of a section, so that a create form is offered. */
export const canCreateRecords = ({ routes, form, create }: Resource, features: Features | null): boolean =>
  routes.create !== undefined && form !== undefined && (create === undefined || hasAddition(features, create.addition));
