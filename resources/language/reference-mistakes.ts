import type { Resource } from './define-resource.ts';
import { type DefinitionProblem, problem } from './definition-problem.ts';
import { pointerTo } from './kinds/traits.ts';
import { POINTED_AT } from './title-field.ts';

/** Mistakes of what references say of deletions and circles. */
export function* referenceMistakes(resource: Resource): Generator<DefinitionProblem> {
  for (const [name, field] of Object.entries(resource.fields)) {
    const pointer = pointerTo(field, 'records');
    if (!pointer) continue;
    const { section: to, onDelete, tree } = pointer;
    const { required, requiredWith } = field;
    const place = `fields.${name}`;
    if (onDelete && (POINTED_AT as readonly string[]).includes(to)) {
      yield problem(`${place}.onDelete`, 'onDeleteBuiltIn', { to });
    } else if (onDelete === 'clear' && (required || requiredWith !== undefined)) {
      yield problem(`${place}.onDelete`, 'clearRequired', { option: required ? 'required' : 'requiredWith' });
    }
    if (tree && to !== resource.name) yield problem(`${place}.tree`, 'treeElsewhere', { to, name: resource.name });
  }
}
