import { text } from '#i18n/console-text.ts';
import { KIND_GUIDE } from '#resources/language/kind-guide.ts';
import type { KindName } from '#resources/language/kinds/registry.ts';
import { buildingFieldOf, pointerTo } from '#resources/language/kinds/traits.ts';
import type { DefinitionObject } from '../state/definition-text.ts';
import { addedField, buildingFieldIn, filesFieldIn, typedField } from '../state/field-changes.ts';
import { sectionNameFor } from '../state/latin-names.ts';
import { kindSchema } from './option-schema.ts';
import '#i18n/definition-builder-texts.ts';

type Options = Readonly<Record<string, unknown>>;

/** A text, and the name that follows it until another one is given. */
function labelled(label: string) {
  return { name: sectionNameFor(label, () => false), label };
}

function option(number: number) {
  const { name, label } = labelled(text('sectionBuilder.start.option', { number }));
  return { value: name, label };
}

function states() {
  const [openState, doneState] = [
    labelled(text('sectionBuilder.start.open')),
    labelled(text('sectionBuilder.start.done')),
  ];
  return {
    states: [
      { value: openState.name, label: openState.label, colour: 'info' },
      { value: doneState.name, label: doneState.label, colour: 'success', final: true },
    ],
    moves: [{ ...labelled(text('sectionBuilder.start.finish')), from: [openState.name], to: doneState.name }],
  };
}

/** Initial options of a field where the example of its kind is too particular. */
const STARTS: Readonly<Partial<Record<KindName, () => Options>>> = {
  choice: () => ({ options: [option(1), option(2)] }),
  state: states,
  'auto-number': () => ({ template: '{number}' }),
};

/** The options without which a field of the kind is none. */
export function requiredOptions(kind: KindName): Options {
  const { required = [] } = kindSchema(kind);
  const example: Options = { ...KIND_GUIDE[kind].example };
  const needed = required.filter((key) => key !== 'kind').map((key) => [key, example[key]] as const);
  return { ...Object.fromEntries(needed), ...STARTS[kind]?.() };
}

/** The label of a kind. */
export const kindLabel = (kind: KindName): string => text(`sectionBuilder.kinds.${kind}`);

/** Kinds whose fields lie in a building, whose key names the field of that. */
const BUILDING_KIND: KindName = 'building';
/** The kind of the field that a point stands on the pictures of. */
const FILES_KIND: KindName = 'files';

/**
 * Adds a field of a kind from the palette. What lies in a building, or on a plan, gets a field for that, where the section has none.
 * @param section of the form; the last one when left out
 */
export function addedKind(definition: DefinitionObject, kind: KindName, section?: number) {
  const field = { kind, label: kindLabel(kind), ...requiredOptions(kind) };
  const fieldInput = typedField(field);
  if (fieldInput && pointerTo(fieldInput, 'picture')) {
    const files = filesFieldIn(definition);
    if (files !== null) return addedField(definition, { ...field, plan: files }, section);
    const withFiles = addedField(
      definition,
      { kind: FILES_KIND, label: text('sectionBuilder.start.plan'), only: 'images' },
      section,
    );
    return addedField(withFiles.definition, { ...field, plan: withFiles.name }, section);
  }
  if (!fieldInput || buildingFieldOf(fieldInput) === null) return addedField(definition, field, section);
  const building = buildingFieldIn(definition);
  if (building !== null) return addedField(definition, { ...field, building }, section);
  const start = { kind: BUILDING_KIND, label: text('sectionBuilder.start.building') };
  const added = addedField(definition, start, section);
  return addedField(added.definition, { ...field, building: added.name }, section);
}

/** The same field as another kind: what both kinds have stays. */
export function withKind(field: Options, kind: KindName, definition: DefinitionObject): Options {
  const { properties = {} } = kindSchema(kind);
  const kept = Object.entries(field).filter(([key]) => key in properties && key !== 'kind');
  const next: Options = { kind, ...requiredOptions(kind), ...Object.fromEntries(kept) };
  const fieldInput = typedField(next);
  const building = buildingFieldIn(definition);
  if (fieldInput && buildingFieldOf(fieldInput) !== null && building !== null) return { ...next, building };
  const files = filesFieldIn(definition);
  return fieldInput && pointerTo(fieldInput, 'picture') && files !== null ? { ...next, plan: files } : next;
}
