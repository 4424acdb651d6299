import { BUILT_IN } from '#resources/built-in.ts';
import { SECTIONS } from '#resources/language/access.ts';
import type { Resource } from '#resources/language/define-resource.ts';
import { getPointerTo, getTraits } from '#resources/language/kinds/traits.ts';
import { rowsShape } from '#resources/language/rows.ts';
import { REFERENCEABLE_SECTIONS } from '#resources/language/title-field.ts';
import { sectionTitle } from '#resources/language/words.ts';
import { type DefinitionObject, getRawFields, isObject, type Path, textAt, valueAt } from '../state/definition-text.ts';
import { typedField } from '../state/field-changes.ts';

/** A choice of an option in a definition. */
export interface Option {
  value: string;
  label: string;
}

/** Keys whose value is the name of a field, or a list of names, whatever their parent key is. */
const FIELD_KEYS = new Set(['requiredWith', 'porches', 'plan', 'field', 'people', 'person']);
/** Those of `FIELD_KEYS` that mean a field inside a field too; the others mean something else there. */
const KEYS_WITHIN_FIELD = new Set(['requiredWith', 'porches', 'plan', 'field', 'person']);
const FIELD_KEYS_WITHIN: Readonly<Record<string, readonly string[]>> = {
  list: ['columns', 'search', 'board', 'group'],
  card: ['title', 'fields'],
  calendar: ['from', 'to'],
  notify: ['fields'],
  import: ['key'],
  '': ['building'],
};
/** Keys inside `moves` whose value is the name of a state. */
const STATE_KEYS = new Set(['from', 'to']);

/** Choices for an option of a field; null if its value is typed. */
function fieldOptionChoices(
  definition: DefinitionObject,
  path: Path,
  otherSections: readonly Resource[],
): readonly Option[] | null {
  const [, name = '', key = ''] = path;
  const field = typedField(getRawFields(definition)[String(name)] ?? {});
  if (!field) return null;
  if (key === 'moves' && STATE_KEYS.has(String(path[4])) && path.length <= 6)
    return (getTraits(field).choices?.(field) ?? []).map(({ value, label }) => ({ value, label: label ?? value }));
  if (path.length > 3) return null;
  if (key === 'initial' && getTraits(field).hasPlainInitial && getTraits(field).choices)
    return (getTraits(field).choices?.(field) ?? []).map(({ value, label }) => ({ value, label: label ?? value }));
  if (key === 'to' && getPointerTo(field, 'records')) return referenceTargets(definition, otherSections);
  if (key === 'building') return fieldOptions(definition);
  const columns = key === 'totals' ? rowsShape(field)?.columns : undefined;
  if (columns) return Object.entries(columns).map(([value, { label }]) => ({ value, label: label ?? value }));
  return null;
}

/** Sections that a reference can point to. */
function referenceTargets(definition: DefinitionObject, otherSections: readonly Resource[]): Option[] {
  const thisSection = { value: textAt(definition, ['name']), label: textAt(definition, ['words', 'plural']) };
  const builtIn = BUILT_IN.filter(({ name }) => (REFERENCEABLE_SECTIONS as readonly string[]).includes(name));
  const sections = [...builtIn, ...otherSections.filter(({ generic, name }) => generic && name !== thisSection.value)];
  return [...sections.map(({ name, words }) => ({ value: name, label: sectionTitle(words) })), thisSection];
}

/** The fields of the section as choices. */
const fieldOptions = (definition: DefinitionObject): Option[] =>
  Object.entries(getRawFields(definition)).map(([value, { label }]) => ({ value, label: String(label ?? value) }));

/** The moves of all fields as choices. */
const moveOptions = (definition: DefinitionObject): Option[] =>
  Object.values(getRawFields(definition)).flatMap((one) => {
    const field = typedField(one);
    // While being edited, a state field may have no list of moves yet.
    const moves = field && getTraits(field).process && Array.isArray(one.moves) ? one.moves : [];
    return moves
      .filter(isObject)
      .map(({ name, label }) => ({ value: String(name ?? ''), label: String(label ?? name ?? '') }));
  });

/** Sections whose rights can protect this section: itself and the built-in ones. */
function rightSections(definition: DefinitionObject): Option[] {
  const thisName = textAt(definition, ['name']);
  const titles = new Map(BUILT_IN.map(({ name, words }) => [name, sectionTitle(words)] as const));
  return [thisName, ...SECTIONS].map((value) => ({
    value,
    label: value === thisName ? textAt(definition, ['words', 'plural']) || thisName : (titles.get(value) ?? value),
  }));
}

/** Choices at a path that come from the definition or other sections, not from the schema; null if the value is typed. */
export function choicesAt(
  definition: DefinitionObject,
  path: Path,
  otherSections: readonly Resource[],
): readonly Option[] | null {
  const keys = path.filter((key) => typeof key === 'string');
  if (keys[0] === 'fields' && valueAt(definition, ['fields', String(path[1])])) {
    const choices = fieldOptionChoices(definition, path, otherSections);
    if (choices) return choices;
    if (!KEYS_WITHIN_FIELD.has(keys.at(-1) ?? '')) return null;
  }
  const [key = '', parentKey = ''] = keys.toReversed();
  if (key === 'moves' && parentKey === 'notify') return moveOptions(definition);
  if (key === 'section' && keys.length === 1) return rightSections(definition);
  return FIELD_KEYS.has(key) || FIELD_KEYS_WITHIN[parentKey]?.includes(key) ? fieldOptions(definition) : null;
}
