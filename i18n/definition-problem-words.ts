import type { DefinitionProblem } from '#resources/language/definition-problem.ts';
import { definitions } from './ru/definitions.ts';

/** Gives a text by its key, filled in. */
type Say = (key: string, params?: Record<string, unknown>) => string;

/** The problem without its place: «ожидается число, указано "3"». @param say the texts of the side that tells it */
export function problemReason({ code, params }: DefinitionProblem, say: Say): string {
  const expected = String(params.expected);
  const name = expected in definitions.expected ? expected : 'other';
  const format = String(params.format);
  const form =
    format in definitions.formats && format !== 'other' ? (format as keyof typeof definitions.formats) : null;
  const words = {
    format: form ? say(`definitions.formats.${form}`) : say('definitions.formats.other', { pattern: format }),
    expected: say(`definitions.expected.${name}`),
    owner: say(`definitions.owner.${params.owner}`),
  };
  const meant = params.meant === undefined ? '' : say('definitions.meant', { meant: params.meant });
  return `${say(`definitions.${code}`, { ...params, ...words })}${meant}`;
}
