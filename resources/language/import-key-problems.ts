import type { Resource } from './define-resource.ts';
import { type DefinitionProblem, problem } from './definition-problem.ts';
import { isLevelEnough } from './field-levels.ts';
import { canIdentifyRecords, isKeyField } from './import-key.ts';

/** Checks of `import.key`; unknown fields and wrong kinds are reported elsewhere. */
export function* importKeyProblems(resource: Resource): Generator<DefinitionProblem> {
  if (!resource.import) return;
  if (!resource.generic) yield problem('import', 'importForeign');
  for (const [index, name] of resource.import.key.entries()) {
    const field = Object.hasOwn(resource.fields, name) ? resource.fields[name] : undefined;
    // Reported by `named` in `problems.ts`.
    if (!field || !canIdentifyRecords(field)) continue;
    const place = `import.key.${index}`;
    if (!isKeyField(resource, name)) yield problem(place, 'importKeyUnread', { field: name });
    else if (!isLevelEnough('write', field.see) || !isLevelEnough('write', field.change))
      yield problem(place, 'importKeyRights', { field: name });
  }
}
