import type { DefinitionProblem } from '#resources/language/definition-problem.ts';
import { definitions } from './ru/definitions.ts';
import { text } from './text.ts';

/** A mistake of a definition in words: «fields.label.min: ожидается число, указано "3"». */
export function problemText({ place, code, params }: DefinitionProblem): string {
  const expected = String(params.expected);
  const name = expected in definitions.expected ? expected : 'other';
  const format = String(params.format);
  const form =
    format in definitions.formats && format !== 'other' ? (format as keyof typeof definitions.formats) : null;
  const words = {
    format: form ? text(`definitions.formats.${form}`) : text('definitions.formats.other', { pattern: format }),
    expected: text(`definitions.expected.${name}`),
    owner: text(`definitions.owner.${params.owner}`),
  };
  const meant = params.meant === undefined ? '' : text('definitions.meant', { meant: params.meant });
  const reason = `${text(`definitions.${code}`, { ...params, ...words })}${meant}`;
  return text('definitions.line', { place: place || text('definitions.whole'), reason });
}
