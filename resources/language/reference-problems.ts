import type { FieldInput, Resource } from './define-resource.ts';
import { type DefinitionProblem, problem } from './definition-problem.ts';
import { pointerTo } from './kinds/traits.ts';
import { POINTED_AT } from './title-field.ts';

/** The target of the plan of a point; undefined for a plan of the record itself, and for a field that is no point. */
function planSection({ fields }: Resource, field: FieldInput): { plan: string; to: string } | undefined {
  const plan = pointerTo(field, 'picture')?.inField;
  const planField = plan === undefined ? undefined : fields[plan];
  const to = planField && pointerTo(planField, 'records')?.section;
  return plan === undefined || to === undefined ? undefined : { plan, to };
}

const isBuiltIn = (section: string): boolean => (POINTED_AT as readonly string[]).includes(section);

/**
 * Looks whether the plans of points are in sections with pictures.
 * @param hasNoPictures whether a section that is there keeps no pictures
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

/** Problems of references: their rules of deletion, circles and plans. */
export function* referenceProblems(resource: Resource): Generator<DefinitionProblem> {
  yield* planProblems(resource, isBuiltIn);
  for (const [name, field] of Object.entries(resource.fields)) {
    const pointer = pointerTo(field, 'records');
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
