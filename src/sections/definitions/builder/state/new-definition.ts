import { text } from '#i18n/console-text.ts';
import type { KindName } from '#resources/language/kinds/registry.ts';
import { capitalise } from '#resources/language/words.ts';
import { type DefinitionObject, isObject } from './definition-text.ts';
import { addedField } from './field-changes.ts';
import { sectionNameFor } from './latin-names.ts';
import { guessWords } from './word-forms.ts';
import '#i18n/definition-builder-texts.ts';

/** The kind of the first field of a section, and of whatever nothing better is known of. */
export const PLAIN_KIND: KindName = 'text';

/** A section with a title and without fields. @param isTaken names of sections that there are */
function emptyDefinition(title: string, isTaken: (name: string) => boolean): DefinitionObject {
  const name = sectionNameFor(title, isTaken);
  return {
    $schema: '/resources/schema.json',
    name,
    section: name,
    icon: 'folder',
    words: wordsFor(title),
    fields: {},
    list: { layout: 'table', columns: [], menu: ['edit', 'hold-delete'] },
    card: { title: '', fields: [], edit: true },
    form: [{ fields: [] }],
  };
}

/** The first field titles the card instead of standing on it; texts are searched. */
function titled(definition: DefinitionObject, names: readonly string[], searched: readonly string[]): DefinitionObject {
  const [title = '', ...rest] = names;
  const list = definition.list as Record<string, unknown>;
  return {
    ...definition,
    list: { ...list, ...(searched.length ? { search: searched } : {}) },
    card: { title, fields: rest, edit: true },
    form: [{ fields: names }],
  };
}

/** A field that a section begins with. */
export interface FirstField {
  label: string;
  kind: KindName;
  options?: Readonly<Record<string, unknown>>;
}

/** A section whose fields are there already, as the columns of a file. */
export function definitionOf(
  title: string,
  first: readonly FirstField[],
  isTaken: (name: string) => boolean,
): DefinitionObject {
  let definition = emptyDefinition(title, isTaken);
  const names: string[] = [];
  for (const { label, kind, options } of first) {
    const added = addedField(definition, { kind, label, ...options });
    definition = added.definition;
    names.push(added.name);
  }
  const searched = names.filter((_, at) => first[at]?.kind === PLAIN_KIND).slice(0, 5);
  return titled(definition, names, searched);
}

/** A section to begin with: one field, so that it is a sound definition from the first moment. */
export const blankDefinition = (title: string, isTaken: (name: string) => boolean): DefinitionObject =>
  definitionOf(
    title,
    [{ label: text('sectionBuilder.firstField'), kind: PLAIN_KIND, options: { required: true } }],
    isTaken,
  );

/** The word forms that a title is guessed to have; the title itself stays as it is typed. */
function wordsFor(title: string): Record<string, string> {
  const words = guessWords(title);
  return { ...words, ...(capitalise(words.plural) === title.trim() ? {} : { title: title.trim() }) };
}

/** The words with another form of one; what the section is called in the menu stays, also where that came of the plural. */
export function wordsWith({ words }: DefinitionObject, form: string, word: string): Record<string, unknown> {
  const { title: ownTitle, ...forms }: Record<string, unknown> = isObject(words) ? words : {};
  const title = ownTitle ?? capitalise(String(forms.plural ?? ''));
  const next: Record<string, unknown> = { ...forms, [form]: word };
  return { ...next, ...(capitalise(String(next.plural)) === title ? {} : { title }) };
}

/** The word forms of a section that is called otherwise now: those that were mended by hand stay. */
export function wordsAfter(definition: DefinitionObject, before: string, title: string): Record<string, unknown> {
  const current = isObject(definition.words) ? definition.words : {};
  const guessed: Readonly<Record<string, unknown>> = { ...guessWords(before) };
  const { title: _, ...next }: Record<string, unknown> = wordsFor(title);
  const mended = Object.entries(current).filter(([form, word]) => form in next && word !== guessed[form]);
  const words: Record<string, unknown> = { ...next, ...Object.fromEntries(mended) };
  return { ...words, ...(capitalise(String(words.plural)) === title.trim() ? {} : { title: title.trim() }) };
}

/** A definition as a section of another name: what refers to itself goes on doing so. */
export function calledSection(definition: DefinitionObject, name: string): DefinitionObject {
  const { fields } = definition;
  const before = definition.name;
  const ownFields = isObject(fields)
    ? Object.fromEntries(
        Object.entries(fields).map(([key, field]) => [
          key,
          isObject(field) && field.to === before ? { ...field, to: name } : field,
        ]),
      )
    : fields;
  return { ...definition, name, section: name, fields: ownFields };
}
