import type { FieldInput, Resource } from './define-resource.ts';
import { type DefinitionProblem, problem } from './definition-problem.ts';
import { KINDS } from './kinds/registry.ts';
import { getPointerTo } from './kinds/traits.ts';

/** Renamed sections: `was` in a definition is the old name. */

/** New section names by old names. */
type SectionNames = ReadonlyMap<string, string>;

/** Maps the old names of sections to the new ones. */
export const formerNames = (resources: readonly Resource[]): SectionNames =>
  new Map(resources.flatMap(({ name, was }) => (was === undefined ? [] : [[was, name] as const])));

/** The section that a field refers to; undefined for other fields and unknown kinds. */
const referencedSection = (field: FieldInput): string | undefined =>
  Object.hasOwn(KINDS, field.kind) ? getPointerTo(field, 'records')?.section : undefined;

/** Whether a field of a definition refers to a section. */
export const refersTo = ({ fields }: Pick<Resource, 'fields'>, section: string): boolean =>
  Object.values(fields).some((field) => referencedSection(field) === section);

/** Updates renamed sections in the references of a definition; returns the same object if nothing changes. */
export function renameReferencedSections(resource: Resource, names: SectionNames): Resource {
  const changed = Object.entries(resource.fields).flatMap(([key, field]) => {
    const to = names.get(referencedSection(field) ?? '');
    return to === undefined ? [] : [[key, { ...field, to } as FieldInput] as const];
  });
  return changed.length ? { ...resource, fields: { ...resource.fields, ...Object.fromEntries(changed) } } : resource;
}

/** Another section: its name and, if it was renamed, its old name. */
export interface OtherSection {
  name: string;
  builtIn?: boolean | undefined;
  was?: string | undefined;
}

/**
 * Checks that the old name of a section is free: no other section has it as its name or old name.
 * @param otherSections names of all other sections, and old names of those accepted before this one
 */
export function formerNameProblems(
  { was }: Pick<Resource, 'was'>,
  otherSections: readonly OtherSection[],
): DefinitionProblem[] {
  if (was === undefined) return [];
  const owner = otherSections.find(({ name }) => name === was);
  if (owner) return [problem('was', owner.builtIn ? 'formerBuiltIn' : 'formerStands', { was })];
  const claimant = otherSections.find((one) => one.was === was);
  return claimant ? [problem('was', 'formerTwice', { was, by: claimant.name })] : [];
}
