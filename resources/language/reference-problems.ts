import type { FieldInput, Resource } from './define-resource.ts';
import { type DefinitionProblem, problem } from './definition-problem.ts';
import { getPointerTo } from './kinds/traits.ts';
import { REFERENCEABLE_SECTIONS } from './title-field.ts';

/**
 * The field and section with the plan of a point; undefined if the plan is in the record itself, or if the field is not a
 * point.
 */
function planSection({ fields }: Resource, field: FieldInput): { plan: string; to: string } | undefined {
  const plan = getPointerTo(field, 'picture')?.inField;
  const planField = plan === undefined ? undefined : fields[plan];
  const to = planField && getPointerTo(planField, 'records')?.section;
  return plan === undefined || to === undefined ? undefined : { plan, to };
}

const isBuiltIn = (section: string): boolean => (REFERENCEABLE_SECTIONS as readonly string[]).includes(section);

/**
 * Finds points whose plan is in a section without pictures.
 * @param hasNoPictures whether a section exists and has no pictures
 */
export function* planProblems(
  resource: Resource,
  hasNoPictures: (section: string) => boolean,
): Generator<DefinitionProblem> {
  for (const [name, field] of Object.entries(resource.fields)) {
    const { plan, to } = planSection(resource, field) ?? {};
    if (plan === undefined || to === undefined || !hasNoPictures(to)) continue;
    yield problem(`fields.${name}.plan`, 'planWithoutFiles', { field: plan, to });
  }
}

/** Problems of references: deletion rules, trees and plans. */
export function* referenceProblems(resource: Resource): Generator<DefinitionProblem> {
  yield* planProblems(resource, isBuiltIn);
  for (const [name, field] of Object.entries(resource.fields)) {
    const pointer = getPointerTo(field, 'records');
    if (!pointer) continue;
    const { section: to, onDelete, tree } = pointer;
    const { required, requiredWith } = field;
    const place = `fields.${name}`;
    if (onDelete && isBuiltIn(to)) {
      yield problem(`${place}.onDelete`, 'onDeleteBuiltIn', { to });
    } else if (onDelete === 'clear' && (required || requiredWith !== undefined)) {
      yield problem(`${place}.onDelete`, 'clearRequired', { option: required ? 'required' : 'requiredWith' });
    }
    if (tree && to !== resource.name && to !== resource.was)
      yield problem(`${place}.tree`, 'treeElsewhere', { to, name: resource.name });
  }
}
