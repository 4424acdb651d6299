import { text } from '#i18n/console-text.ts';
import type { KindName } from '#resources/language/kinds/registry.ts';
import { capitalise } from '#resources/language/words.ts';
import { type DefinitionObject, isObject } from './definition-text.ts';
import { addField } from './field-changes.ts';
import { sectionNameFor } from './latin-names.ts';
import { guessWords } from './word-forms.ts';
import '#i18n/definition-builder-texts.ts';

/** Kind of a section's first field, and of columns whose kind cannot be guessed. */
export const DEFAULT_KIND: KindName = 'text';

/** A definition with a title and without fields. @param isTaken whether a section has the name already */
function emptyDefinition(title: string, isTaken: (name: string) => boolean): DefinitionObject {
  const name = sectionNameFor(title, isTaken);
  return {
    $schema: '/resources/schema.json',
    name,
    section: name,
    icon: 'folder',
    words: guessTitleWords(title),
    fields: {},
    list: { layout: 'table', columns: [], menu: ['edit', 'hold-delete'] },
    card: { title: '', fields: [], edit: true },
    form: [{ fields: [] }],
  };
}

/** Fills the card, the form and the search with the given fields; the first field is the title of the card. */
function withFirstFields(
  definition: DefinitionObject,
  names: readonly string[],
  searched: readonly string[],
): DefinitionObject {
  const [title = '', ...rest] = names;
  const list = definition.list as Record<string, unknown>;
  return {
    ...definition,
    list: { ...list, ...(searched.length ? { search: searched } : {}) },
    card: { title, fields: rest, edit: true },
    form: [{ fields: names }],
  };
}

/** A field of a new section. */
export interface FirstField {
  label: string;
  kind: KindName;
  options?: Readonly<Record<string, unknown>>;
}

/** The definition of a new section with the given fields, e.g. guessed from the columns of a file. */
export function makeDefinitionFrom(
  title: string,
  first: readonly FirstField[],
  isTaken: (name: string) => boolean,
): DefinitionObject {
  let definition = emptyDefinition(title, isTaken);
  const names: string[] = [];
  for (const { label, kind, options } of first) {
    const added = addField(definition, { kind, label, ...options });
    definition = added.definition;
    names.push(added.name);
  }
  const searched = names.filter((_, index) => first[index]?.kind === DEFAULT_KIND).slice(0, 5);
  return withFirstFields(definition, names, searched);
}

/** The definition of a new blank section; it has one field, because a definition without fields is invalid. */
export const makeBlankDefinition = (title: string, isTaken: (name: string) => boolean): DefinitionObject =>
  makeDefinitionFrom(
    title,
    [{ label: text('sectionBuilder.firstField'), kind: DEFAULT_KIND, options: { required: true } }],
    isTaken,
  );

/** Guessed word forms of a title; the title itself is stored only if it differs from the capitalised plural. */
function guessTitleWords(title: string): Record<string, string> {
  const words = guessWords(title);
  return { ...words, ...(capitalise(words.plural) === title.trim() ? {} : { title: title.trim() }) };
}

/** Replaces one word form; the menu title is kept, even if it was derived from the plural before. */
export function withWordForm({ words }: DefinitionObject, form: string, word: string): Record<string, unknown> {
  const { title: ownTitle, ...forms }: Record<string, unknown> = isObject(words) ? words : {};
  const title = ownTitle ?? capitalise(String(forms.plural ?? ''));
  const next: Record<string, unknown> = { ...forms, [form]: word };
  return { ...next, ...(capitalise(String(next.plural)) === title ? {} : { title }) };
}

/** Word forms after a change of the title; forms that differ from the old guess were corrected by hand and are kept. */
export function wordsForNewTitle(definition: DefinitionObject, before: string, title: string): Record<string, unknown> {
  const current = isObject(definition.words) ? definition.words : {};
  const guessed: Readonly<Record<string, unknown>> = { ...guessWords(before) };
  const { title: _, ...next }: Record<string, unknown> = guessTitleWords(title);
  const corrected = Object.entries(current).filter(([form, word]) => form in next && word !== guessed[form]);
  const words: Record<string, unknown> = { ...next, ...Object.fromEntries(corrected) };
  return { ...words, ...(capitalise(String(words.plural)) === title.trim() ? {} : { title: title.trim() }) };
}

/** Sets the name of a section, in its rights (`section`) and in references to itself too. */
export function withSectionName(definition: DefinitionObject, name: string): DefinitionObject {
  const { fields } = definition;
  const before = definition.name;
  const renamedFields = isObject(fields)
    ? Object.fromEntries(
        Object.entries(fields).map(([key, field]) => [
          key,
          isObject(field) && field.to === before ? { ...field, to: name } : field,
        ]),
      )
    : fields;
  return { ...definition, name, section: name, fields: renamedFields };
}
