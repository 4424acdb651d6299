import type { FieldInput, Resource } from './define-resource.ts';
import { type DefinitionProblem, problem } from './definition-problem.ts';
import { KINDS } from './kinds/registry.ts';
import { pointerTo } from './kinds/traits.ts';

/** Sections that are called otherwise than before: a definition says its former name by `was`. */

/** Other names of sections, by the names that they replace. */
type SectionNames = ReadonlyMap<string, string>;

/** The names that sections had before, each with that of now. */
export const formerNames = (resources: readonly Resource[]): SectionNames =>
  new Map(resources.flatMap(({ name, was }) => (was === undefined ? [] : [[was, name] as const])));

/** The section that a field refers to; undefined for another field, and for a kind that this version does not know. */
const sectionOf = (field: FieldInput): string | undefined =>
  Object.hasOwn(KINDS, field.kind) ? pointerTo(field, 'records')?.section : undefined;

/** Whether a field of a definition refers to a section. */
export const refersTo = ({ fields }: Pick<Resource, 'fields'>, section: string): boolean =>
  Object.values(fields).some((field) => sectionOf(field) === section);

/** A definition whose references name sections by other names; itself where none of these is named. */
export function withSectionNames(resource: Resource, names: SectionNames): Resource {
  const changed = Object.entries(resource.fields).flatMap(([key, field]) => {
    const to = names.get(sectionOf(field) ?? '');
    return to === undefined ? [] : [[key, { ...field, to } as FieldInput] as const];
  });
  return changed.length ? { ...resource, fields: { ...resource.fields, ...Object.fromEntries(changed) } } : resource;
}

/** A name that a section has, beside the one that says a former name. */
export interface NameHolder {
  name: string;
  builtIn?: boolean | undefined;
  was?: string | undefined;
}

/**
 * Looks whether the former name of a section is free: no other section has it, or says that it had it.
 * @param holders every other section; of two with one former name the earlier one holds it
 */
export function formerNameProblems(
  { was }: Pick<Resource, 'was'>,
  holders: readonly NameHolder[],
): DefinitionProblem[] {
  if (was === undefined) return [];
  const holder = holders.find(({ name }) => name === was);
  if (holder) return [problem('was', holder.builtIn ? 'formerBuiltIn' : 'formerStands', { was })];
  const rival = holders.find((one) => one.was === was);
  return rival ? [problem('was', 'formerTwice', { was, by: rival.name })] : [];
}
