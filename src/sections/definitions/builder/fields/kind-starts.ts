import { text } from '#i18n/console-text.ts';
import { KIND_GUIDE } from '#resources/language/kind-guide.ts';
import type { KindName } from '#resources/language/kinds/registry.ts';
import { getBuildingField, getPointerTo } from '#resources/language/kinds/traits.ts';
import type { DefinitionObject } from '../state/definition-text.ts';
import { addField, findBuildingField, findFilesField, typedField } from '../state/field-changes.ts';
import { sectionNameFor } from '../state/latin-names.ts';
import { kindSchema } from './option-schema.ts';
import '#i18n/definition-builder-texts.ts';

type Options = Readonly<Record<string, unknown>>;

/** A label and the name made from it. */
function withName(label: string) {
  return { name: sectionNameFor(label, () => false), label };
}

function makeOption(number: number) {
  const { name, label } = withName(text('sectionBuilder.start.option', { number }));
  return { value: name, label };
}

function makeStates() {
  const [openState, doneState] = [
    withName(text('sectionBuilder.start.open')),
    withName(text('sectionBuilder.start.done')),
  ];
  return {
    states: [
      { value: openState.name, label: openState.label, colour: 'info' },
      { value: doneState.name, label: doneState.label, colour: 'success', final: true },
    ],
    moves: [{ ...withName(text('sectionBuilder.start.finish')), from: [openState.name], to: doneState.name }],
  };
}

/** Initial options for kinds whose documented example is too specific. */
const INITIAL_OPTIONS: Readonly<Partial<Record<KindName, () => Options>>> = {
  choice: () => ({ options: [makeOption(1), makeOption(2)] }),
  state: makeStates,
  'auto-number': () => ({ template: '{number}' }),
};

/** Initial values of the options that a kind requires. */
export function requiredOptions(kind: KindName): Options {
  const { required = [] } = kindSchema(kind);
  const example: Options = { ...KIND_GUIDE[kind].example };
  const requiredValues = required.filter((key) => key !== 'kind').map((key) => [key, example[key]] as const);
  return { ...Object.fromEntries(requiredValues), ...INITIAL_OPTIONS[kind]?.() };
}

/** The label of a kind. */
export const kindLabel = (kind: KindName): string => text(`sectionBuilder.kinds.${kind}`);

/** Kind of the field that `building` of a flat or an entrance refers to. */
const BUILDING_KIND: KindName = 'building';
/** Kind of the field that `plan` of a `point` refers to. */
const FILES_KIND: KindName = 'files';

/**
 * Adds a field of a kind from the palette; a kind that depends on a building or a plan also adds that field if there is none.
 * @param section index of the form section; the last one by default
 */
export function addFieldOfKind(definition: DefinitionObject, kind: KindName, section?: number) {
  const field = { kind, label: kindLabel(kind), ...requiredOptions(kind) };
  const fieldInput = typedField(field);
  if (fieldInput && getPointerTo(fieldInput, 'picture')) {
    const files = findFilesField(definition);
    if (files !== null) return addField(definition, { ...field, plan: files }, section);
    const withFiles = addField(
      definition,
      { kind: FILES_KIND, label: text('sectionBuilder.start.plan'), only: 'images' },
      section,
    );
    return addField(withFiles.definition, { ...field, plan: withFiles.name }, section);
  }
  if (!fieldInput || getBuildingField(fieldInput) === null) return addField(definition, field, section);
  const building = findBuildingField(definition);
  if (building !== null) return addField(definition, { ...field, building }, section);
  const buildingField = { kind: BUILDING_KIND, label: text('sectionBuilder.start.building') };
  const added = addField(definition, buildingField, section);
  return addField(added.definition, { ...field, building: added.name }, section);
}

/** Changes the kind of a field, keeping the options that both kinds have. */
export function withKind(field: Options, kind: KindName, definition: DefinitionObject): Options {
  const { properties = {} } = kindSchema(kind);
  const commonOptions = Object.entries(field).filter(([key]) => key in properties && key !== 'kind');
  const next: Options = { kind, ...requiredOptions(kind), ...Object.fromEntries(commonOptions) };
  const fieldInput = typedField(next);
  const building = findBuildingField(definition);
  if (fieldInput && getBuildingField(fieldInput) !== null && building !== null) return { ...next, building };
  const files = findFilesField(definition);
  return fieldInput && getPointerTo(fieldInput, 'picture') && files !== null ? { ...next, plan: files } : next;
}
