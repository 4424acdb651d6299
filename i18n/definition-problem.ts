import type { DefinitionProblem } from '#resources/language/definition-problem.ts';
import { problemReason } from './definition-problem-words.ts';
import { text } from './text.ts';

/** A mistake of a definition in words: «fields.label.min: ожидается число, указано "3"». */
export function problemText(problem: DefinitionProblem): string {
  const reason = problemReason(problem, text);
  return text('definitions.line', { place: problem.place || text('definitions.whole'), reason });
}
