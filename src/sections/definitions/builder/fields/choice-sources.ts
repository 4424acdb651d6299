import { BUILT_IN } from '#resources/built-in.ts';
import { SECTIONS } from '#resources/language/access.ts';
import type { Resource } from '#resources/language/define-resource.ts';
import { pointerTo, traitsOf } from '#resources/language/kinds/traits.ts';
import { rowsShape } from '#resources/language/rows.ts';
import { POINTED_AT } from '#resources/language/title-field.ts';
import { sectionTitle } from '#resources/language/words.ts';
import { type DefinitionObject, fieldsIn, isObject, type Path, textAt, valueAt } from '../state/definition-text.ts';
import { typedField } from '../state/field-changes.ts';

/** Choices at a place of a definition. */
export interface Option {
  value: string;
  label: string;
}

/** Keys that name fields, by themselves or within the key around them. */
const FIELD_KEYS = new Set(['requiredWith', 'porches', 'plan', 'field', 'people', 'person']);
/** Those of them that stand within a field; others are called the same there and are something else. */
const KEYS_WITHIN_FIELD = new Set(['requiredWith', 'porches', 'plan', 'field', 'person']);
const FIELD_KEYS_WITHIN: Readonly<Record<string, readonly string[]>> = {
  list: ['columns', 'search', 'board', 'group'],
  card: ['title', 'fields'],
  calendar: ['from', 'to'],
  notify: ['fields'],
  import: ['key'],
  '': ['building'],
};
/** Keys within the moves of a field that name its states. */
const STATE_KEYS = new Set(['from', 'to']);

/** Choices of an option of a field; null where it is typed. */
function choicesOfField(
  definition: DefinitionObject,
  path: Path,
  otherSections: readonly Resource[],
): readonly Option[] | null {
  const [, name = '', key = ''] = path;
  const field = typedField(fieldsIn(definition)[String(name)] ?? {});
  if (!field) return null;
  if (key === 'moves' && STATE_KEYS.has(String(path[4])) && path.length <= 6)
    return (traitsOf(field).choices?.(field) ?? []).map(({ value, label }) => ({ value, label: label ?? value }));
  if (path.length > 3) return null;
  if (key === 'initial' && traitsOf(field).hasPlainInitial && traitsOf(field).choices)
    return (traitsOf(field).choices?.(field) ?? []).map(({ value, label }) => ({ value, label: label ?? value }));
  if (key === 'to' && pointerTo(field, 'records')) return sectionsPointedAt(definition, otherSections);
  if (key === 'building') return fieldOptions(definition);
  const columns = key === 'totals' ? rowsShape(field)?.columns : undefined;
  if (columns) return Object.entries(columns).map(([value, { label }]) => ({ value, label: label ?? value }));
  return null;
}

/** Sections that records can refer to. */
function sectionsPointedAt(definition: DefinitionObject, otherSections: readonly Resource[]): Option[] {
  const ownName = { value: textAt(definition, ['name']), label: textAt(definition, ['words', 'plural']) };
  const builtIn = BUILT_IN.filter(({ name }) => (POINTED_AT as readonly string[]).includes(name));
  const sections = [...builtIn, ...otherSections.filter(({ generic, name }) => generic && name !== ownName.value)];
  return [...sections.map(({ name, words }) => ({ value: name, label: sectionTitle(words) })), ownName];
}

/** The fields of a section by their labels. */
const fieldOptions = (definition: DefinitionObject): Option[] =>
  Object.entries(fieldsIn(definition)).map(([value, { label }]) => ({ value, label: String(label ?? value) }));

/** The moves of all fields by their labels. */
const moveOptions = (definition: DefinitionObject): Option[] =>
  Object.values(fieldsIn(definition)).flatMap((one) => {
    const field = typedField(one);
    // While it is edited a field of states may have no list of moves.
    const moves = field && traitsOf(field).process && Array.isArray(one.moves) ? one.moves : [];
    return moves
      .filter(isObject)
      .map(({ name, label }) => ({ value: String(name ?? ''), label: String(label ?? name ?? '') }));
  });

/** Sections whose right can guard the section: its own, and those of the product. */
function rightSections(definition: DefinitionObject): Option[] {
  const ownName = textAt(definition, ['name']);
  const titles = new Map(BUILT_IN.map(({ name, words }) => [name, sectionTitle(words)] as const));
  return [ownName, ...SECTIONS].map((value) => ({
    value,
    label: value === ownName ? textAt(definition, ['words', 'plural']) || ownName : (titles.get(value) ?? value),
  }));
}

/** Choices at a place, besides those that the schema names; null where the value is typed. */
export function choicesAt(
  definition: DefinitionObject,
  path: Path,
  otherSections: readonly Resource[],
): readonly Option[] | null {
  const keys = path.filter((key) => typeof key === 'string');
  if (keys[0] === 'fields' && valueAt(definition, ['fields', String(path[1])])) {
    const choices = choicesOfField(definition, path, otherSections);
    if (choices) return choices;
    if (!KEYS_WITHIN_FIELD.has(keys.at(-1) ?? '')) return null;
  }
  const [key = '', above = ''] = keys.toReversed();
  if (key === 'moves' && above === 'notify') return moveOptions(definition);
  if (key === 'section' && keys.length === 1) return rightSections(definition);
  return FIELD_KEYS.has(key) || FIELD_KEYS_WITHIN[above]?.includes(key) ? fieldOptions(definition) : null;
}
