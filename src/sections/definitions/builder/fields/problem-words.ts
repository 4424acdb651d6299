import { text } from '#i18n/console-text.ts';
import { optionLabel, valueLabel } from '#i18n/definition-option-texts.ts';
import { problemReason } from '#i18n/definition-problem-words.ts';
import { definitionBuilder } from '#i18n/ru/definition-builder.ts';
import type { DefinitionProblem } from '#resources/language/definition-problem.ts';
import { KINDS, type KindName } from '#resources/language/kinds/registry.ts';
import { type DefinitionObject, fieldsIn } from '../state/definition-text.ts';
import { kindLabel } from './kind-starts.ts';
import '#i18n/definition-builder-texts.ts';

type Named = (name: string, definition: DefinitionObject) => string;

/** Every name of a list, by itself. */
const listNamed =
  (named: Named): Named =>
  (names, definition) =>
    names
      .split(', ')
      .map((one) => named(one, definition))
      .join(', ');

const kindNamed: Named = (kind) => (Object.hasOwn(KINDS, kind) ? kindLabel(kind as KindName) : kind);
const optionNamed: Named = (option) => optionLabel(option, '') ?? option;
const fieldNamed: Named = (field, definition) => String(fieldsIn(definition)[field]?.label ?? field);

/** The subject of a problem, as the forms call it. */
const NAMED: Readonly<Record<string, Named>> = {
  kind: kindNamed,
  kinds: listNamed(kindNamed),
  option: optionNamed,
  field: fieldNamed,
  see: valueLabel,
  values: listNamed(valueLabel),
};

/** The forms have words of their own for problems that are told by the keys of the file. */
function say(key: string, params: Record<string, unknown> = {}): string {
  const code = key.slice(key.indexOf('.') + 1);
  return text(Object.hasOwn(definitionBuilder.reasons, code) ? `sectionBuilder.reasons.${code}` : key, params);
}

/** The sentence of a problem for a person who has never seen a definition; without its place. */
export function problemWords(one: DefinitionProblem, definition: DefinitionObject): string {
  const params = Object.entries(one.params).map(([key, value]) => {
    const named = NAMED[key];
    return [key, named && typeof value === 'string' ? named(value, definition) : value] as const;
  });
  return problemReason({ ...one, params: Object.fromEntries(params) }, say);
}

/** Problems of one place in a row; null for none. */
export const problemsInWords = (problems: readonly DefinitionProblem[], definition: DefinitionObject): string | null =>
  problems.map((one) => problemWords(one, definition)).join('; ') || null;
