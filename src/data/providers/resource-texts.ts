import { ru } from '#i18n/ru.ts';
import type { Resource } from '#resources/language/define-resource.ts';
import { getTraits } from '#resources/language/kinds/traits.ts';
import { capitalise, createPageTitle, sectionTitle } from '#resources/language/words.ts';

/** Texts of one section under `resources.<name>`. */
export type ResourceTexts = Record<string, unknown>;

/**
 * Texts of a section for react-admin and the engine, made from its word forms: titles, buttons, questions, counts. Labels of
 * fields and choices are those of the definition; built-in sections have texts in `i18n/ru/resources.ts`, which override these.
 */
export function resourceTexts({ words, fields }: Resource): ResourceTexts {
  const title = sectionTitle(words);
  const fill = (template: string) =>
    template.replace('%{accusative}', words.accusative).replace('%{many}', capitalise(words.many));
  const { section } = ru.engine;
  const inGender = (sentences: Record<'f' | 'm' | 'n', string>) =>
    sentences[words.gender].replace('%{one}', capitalise(words.one));

  const labels: Record<string, string> = {};
  const choices: Record<string, Record<string, string>> = {};
  for (const [name, field] of Object.entries(fields)) {
    labels[name] = field.label ?? name;
    const options = getTraits(field).choices?.(field);
    if (options) choices[name] = Object.fromEntries(options.map(({ value, label }) => [value, label ?? value]));
  }
  return {
    name: `${capitalise(words.one)} |||| ${title} |||| ${title}`,
    forcedCaseName: capitalise(words.one),
    count: [words.one, words.few, words.many].map((form) => `%{smart_count} ${form}`).join(' |||| '),
    page: { list: title, create: createPageTitle(words), edit: fill(section.edit), show: capitalise(words.one) },
    action: { create: fill(section.create), save: section.save, back: section.back },
    empty: fill(section.empty),
    emptyLine: section.emptyLine,
    said: { create: inGender(section.said.create), edit: inGender(section.said.edit) },
    message: { delete_title: fill(section.deleteQuestion), delete_content: fill(section.deleteQuestion) },
    fields: labels,
    choices,
  };
}
