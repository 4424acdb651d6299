import type { FieldInput, Resource } from './define-resource.ts';
import { type DefinitionProblem, problem } from './definition-problem.ts';
import { KINDS } from './kinds/registry.ts';
import { pointerTo } from './kinds/traits.ts';

/** Renamed sections: a definition gives its former name by `was`. */

/** New names of sections by their former names. */
type SectionNames = ReadonlyMap<string, string>;

/** Former names of sections, each with the new name. */
export const formerNames = (resources: readonly Resource[]): SectionNames =>
  new Map(resources.flatMap(({ name, was }) => (was === undefined ? [] : [[was, name] as const])));

/** The section that a field refers to; undefined for another field, and for a kind that this version does not know. */
const sectionOf = (field: FieldInput): string | undefined =>
  Object.hasOwn(KINDS, field.kind) ? pointerTo(field, 'records')?.section : undefined;

/** Whether a field of a definition refers to a section. */
export const refersTo = ({ fields }: Pick<Resource, 'fields'>, section: string): boolean =>
  Object.values(fields).some((field) => sectionOf(field) === section);

/** The definition with new names of sections in its references; the same object where no reference changes. */
export function withSectionNames(resource: Resource, names: SectionNames): Resource {
  const changed = Object.entries(resource.fields).flatMap(([key, field]) => {
    const to = names.get(sectionOf(field) ?? '');
    return to === undefined ? [] : [[key, { ...field, to } as FieldInput] as const];
  });
  return changed.length ? { ...resource, fields: { ...resource.fields, ...Object.fromEntries(changed) } } : resource;
}

/** Another section: its name and, if it was renamed, its former name. */
export interface OtherSection {
  name: string;
  builtIn?: boolean | undefined;
  was?: string | undefined;
}

/**
 * Checks that the former name of a section is free: no other section has it or gives it as its former name.
 * @param otherSections every other section; of two with one former name the earlier one keeps it
 */
export function formerNameProblems(
  { was }: Pick<Resource, 'was'>,
  otherSections: readonly OtherSection[],
): DefinitionProblem[] {
  if (was === undefined) return [];
  const owner = otherSections.find(({ name }) => name === was);
  if (owner) return [problem('was', owner.builtIn ? 'formerBuiltIn' : 'formerStands', { was })];
  const rival = otherSections.find((one) => one.was === was);
  return rival ? [problem('was', 'formerTwice', { was, by: rival.name })] : [];
}
