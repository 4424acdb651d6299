import { problemText } from '#i18n/definition-problem.ts';
import { text } from '#i18n/text.ts';
import { DefinitionError } from '#resources/language/read-definition.ts';
import { StartError } from '#server/start-error.ts';

/**
 * Turns problems in the product's own definitions into the error that stops the start: the file, the field and the reason, a line each.
 * @param error what reading them threw; anything else comes back as it is
 */
export function asStartError(error: unknown): unknown {
  const found = error instanceof AggregateError ? error.errors : [error];
  const lines = found.flatMap((one: unknown) =>
    one instanceof DefinitionError ? one.problems.map((problem) => `  ${one.source}: ${problemText(problem)}`) : [],
  );
  if (!lines.length) return error;
  return new StartError(text('start.builtInMistakes', { lines: lines.join('\n') }), { cause: error });
}
