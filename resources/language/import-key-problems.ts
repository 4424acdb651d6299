import type { Resource } from './define-resource.ts';
import { type DefinitionProblem, problem } from './definition-problem.ts';
import { isLevelEnough } from './field-levels.ts';
import { isKeyField, tellsRecords } from './import-key.ts';

/** Problems of the key of a definition besides fields that are not there or of another kind. */
export function* importKeyProblems(resource: Resource): Generator<DefinitionProblem> {
  if (!resource.import) return;
  if (!resource.generic) yield problem('import', 'importForeign');
  for (const [at, name] of resource.import.key.entries()) {
    const field = Object.hasOwn(resource.fields, name) ? resource.fields[name] : undefined;
    // `named` of the problems reports fields that are not there or of another kind.
    if (!field || !tellsRecords(field)) continue;
    const place = `import.key.${at}`;
    if (!isKeyField(resource, name)) yield problem(place, 'importKeyUnread', { field: name });
    else if (!isLevelEnough('write', field.see) || !isLevelEnough('write', field.change))
      yield problem(place, 'importKeyRights', { field: name });
  }
}
