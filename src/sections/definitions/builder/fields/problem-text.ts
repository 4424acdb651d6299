import { text } from '#i18n/console-text.ts';
import { optionLabel, valueLabel } from '#i18n/definition-option-texts.ts';
import { problemReason } from '#i18n/definition-problem-words.ts';
import { definitionBuilder } from '#i18n/ru/definition-builder.ts';
import type { DefinitionProblem } from '#resources/language/definition-problem.ts';
import { KINDS, type KindName } from '#resources/language/kinds/registry.ts';
import { type DefinitionObject, getRawFields } from '../state/definition-text.ts';
import { kindLabel } from './kind-starts.ts';
import '#i18n/definition-builder-texts.ts';

type NameFormatter = (name: string, definition: DefinitionObject) => string;

/** Applies a formatter to each name of a comma-separated list. */
const formatList =
  (formatName: NameFormatter): NameFormatter =>
  (names, definition) =>
    names
      .split(', ')
      .map((one) => formatName(one, definition))
      .join(', ');

const formatKind: NameFormatter = (kind) => (Object.hasOwn(KINDS, kind) ? kindLabel(kind as KindName) : kind);
const formatOption: NameFormatter = (option) => optionLabel(option, '') ?? option;
const formatField: NameFormatter = (field, definition) => String(getRawFields(definition)[field]?.label ?? field);

/** Formatters of problem parameters: names in the definition become labels of the forms. */
const PARAM_FORMATTERS: Readonly<Record<string, NameFormatter>> = {
  kind: formatKind,
  kinds: formatList(formatKind),
  option: formatOption,
  field: formatField,
  see: valueLabel,
  values: formatList(valueLabel),
};

/** Translates a problem; the builder has its own texts for problems that otherwise mention keys of the file. */
function translateReason(key: string, params: Record<string, unknown> = {}): string {
  const code = key.slice(key.indexOf('.') + 1);
  return text(Object.hasOwn(definitionBuilder.reasons, code) ? `sectionBuilder.reasons.${code}` : key, params);
}

/** Text of a problem without its path, for people who have never seen a definition file. */
export function problemText(one: DefinitionProblem, definition: DefinitionObject): string {
  const params = Object.entries(one.params).map(([key, value]) => {
    const formatName = PARAM_FORMATTERS[key];
    return [key, formatName && typeof value === 'string' ? formatName(value, definition) : value] as const;
  });
  return problemReason({ ...one, params: Object.fromEntries(params) }, translateReason);
}

/** Texts of several problems, joined; null if there are none. */
export const problemsText = (problems: readonly DefinitionProblem[], definition: DefinitionObject): string | null =>
  problems.map((one) => problemText(one, definition)).join('; ') || null;
