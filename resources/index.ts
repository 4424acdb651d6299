import { DEFINITIONS } from './built-in.ts';
import type { Resource } from './language/define-resource.ts';
import { builtInSchema } from './language/definition-schema.ts';
import { checkConflicts, DefinitionError, type LoadedDefinition, readDefinition } from './language/read-definition.ts';

/**
 * Parses and checks the built-in definitions, each alone and then all together.
 * @param definitions by source file
 * @throws AggregateError of one DefinitionError for every file with a problem
 */
export function readBuiltIn(definitions: Readonly<Record<string, unknown>>): readonly Resource[] {
  const loadedDefinitions: LoadedDefinition[] = [];
  const errors: DefinitionError[] = [];
  for (const [source, definition] of Object.entries(definitions)) {
    try {
      const one = { source, resource: readDefinition(definition, source, builtInSchema), builtIn: true };
      checkConflicts([...loadedDefinitions, one]);
      loadedDefinitions.push(one);
    } catch (error) {
      if (!(error instanceof DefinitionError)) throw error;
      errors.push(error);
    }
  }
  if (errors.length) throw new AggregateError(errors, errors.map(({ message }) => message).join('\n'));
  return loadedDefinitions.map(({ resource }) => resource);
}

/** Every built-in section, checked, in menu order; a problem aborts startup. The console uses `BUILT_IN` instead. */
export const RESOURCES: readonly Resource[] = readBuiltIn(DEFINITIONS);
