import { completeDefinition } from './complete-definition.ts';
import type { Resource, ResourceInput } from './define-resource.ts';
import { resourceSchema } from './definition-schema.ts';
import { mistakesOf } from './mistakes.ts';

export { formSections } from './form-sections.ts';

/** A definition with mistakes; the message names the file, each field and the reason. */
export class DefinitionError extends Error {
  readonly source: string;
  readonly problems: readonly string[];
  constructor(source: string, problems: readonly string[]) {
    super(`${source}:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
    this.name = 'DefinitionError';
    this.source = source;
    this.problems = problems;
  }
}

/**
 * Checks one definition and fills in its defaults.
 * @param source file name for the message
 * @throws DefinitionError with every mistake found: unknown key or kind, section, slot or field, a form without a route
 */
export function readDefinition(input: unknown, source: string): Resource {
  const parsed = resourceSchema.safeParse(input);
  if (!parsed.success) {
    throw new DefinitionError(
      source,
      parsed.error.issues.map((issue) => {
        const inner = issue.code === 'invalid_key' ? issue.issues[0]?.message : undefined;
        return `${issue.path.join('.') || '(whole)'}: ${inner ?? issue.message}`;
      }),
    );
  }
  const resource = completeDefinition(parsed.data as ResourceInput);
  const mistakes = mistakesOf(resource);
  if (mistakes.length) {
    throw new DefinitionError(
      source,
      mistakes.map(([place, reason]) => `${place}: ${reason}`),
    );
  }
  return resource;
}

/**
 * Checks that definitions can stand side by side.
 * @throws DefinitionError when two share a name or a route
 */
export function checkTogether(resources: readonly { source: string; resource: Resource }[]): void {
  const taken = new Map<string, string>();
  for (const { source, resource } of resources) {
    for (const key of [`name «${resource.name}»`, ...Object.values(resource.routes).map((route) => `route ${route}`)]) {
      const other = taken.get(key);
      if (other) throw new DefinitionError(source, [`${key} is taken by ${other}`]);
      taken.set(key, source);
    }
  }
}
