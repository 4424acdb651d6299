import type { DefinitionProblem } from '#resources/language/definition-problem.ts';
import { definitions } from './ru/definitions.ts';
import { text } from './text.ts';

/** A mistake of a definition in words: «fields.label.min: ожидается число, указано "3"». */
export function problemText({ place, code, params }: DefinitionProblem): string {
  const expected = String(params.expected);
  const name = expected in definitions.expected ? expected : 'other';
  const words = {
    expected: text(`definitions.expected.${name}`),
    owner: text(`definitions.owner.${params.owner}`),
  };
  const reason = text(`definitions.${code}`, { ...params, ...words });
  return text('definitions.line', { place: place || text('definitions.whole'), reason });
}
