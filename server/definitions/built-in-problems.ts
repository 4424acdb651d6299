import { problemText } from '#i18n/definition-problem.ts';
import { text } from '#i18n/text.ts';
import { DefinitionError } from '#resources/language/read-definition.ts';
import { StartError } from '#server/start-error.ts';

/**
 * Turns problems in the built-in definitions into a start error with a line per problem: file, field and reason.
 * @param error thrown while reading them; other errors are returned as they are
 */
export function asStartError(error: unknown): unknown {
  const errors = error instanceof AggregateError ? error.errors : [error];
  const lines = errors.flatMap((one: unknown) =>
    one instanceof DefinitionError ? one.problems.map((problem) => `  ${one.source}: ${problemText(problem)}`) : [],
  );
  if (!lines.length) return error;
  return new StartError(text('start.builtInMistakes', { lines: lines.join('\n') }), { cause: error });
}
