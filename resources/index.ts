import { DEFINITIONS } from './built-in.ts';
import type { Resource } from './language/define-resource.ts';
import { builtInSchema } from './language/definition-schema.ts';
import { checkTogether, DefinitionError, readDefinition, type Standing } from './language/read-definition.ts';

/**
 * Reads definitions of the product, each by itself and all beside each other.
 * @param definitions by the file they stand in
 * @throws AggregateError of one DefinitionError for every file with a problem
 */
export function readBuiltIn(definitions: Readonly<Record<string, unknown>>): readonly Resource[] {
  const standing: Standing[] = [];
  const errors: DefinitionError[] = [];
  for (const [source, definition] of Object.entries(definitions)) {
    try {
      const one = { source, resource: readDefinition(definition, source, builtInSchema), builtIn: true };
      checkTogether([...standing, one]);
      standing.push(one);
    } catch (error) {
      if (!(error instanceof DefinitionError)) throw error;
      errors.push(error);
    }
  }
  if (errors.length) throw new AggregateError(errors, errors.map(({ message }) => message).join('\n'));
  return standing.map(({ resource }) => resource);
}

/** Every built-in section, checked, in menu order. A problem stops the start. The console takes `BUILT_IN`. */
export const RESOURCES: readonly Resource[] = readBuiltIn(DEFINITIONS);
