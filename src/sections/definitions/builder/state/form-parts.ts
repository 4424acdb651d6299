import { type DefinitionObject, getRawFields, isObject, type Path, valueAt, withValue } from './definition-text.ts';

/** A section of the form as written in the definition. */
export interface FormSectionText {
  title: string;
  fields: readonly string[];
}

/** Path of the form's sections: `form` itself, its steps or its tabs. */
export function formPath({ form }: DefinitionObject): Path {
  if (isObject(form)) return 'tabs' in form ? ['form', 'tabs'] : ['form', 'steps'];
  return ['form'];
}

const names = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : [];

/** The sections of the form, in order. */
export function readFormSections(definition: DefinitionObject): FormSectionText[] {
  const sections = valueAt(definition, formPath(definition));
  return (Array.isArray(sections) ? sections : []).map((section) => ({
    title: isObject(section) && typeof section.title === 'string' ? section.title : '',
    fields: names(valueAt(section, ['fields'])),
  }));
}

/** Names of the fields that are in no section of the form. */
export function fieldsOutsideForm(definition: DefinitionObject): string[] {
  const formFields = new Set(readFormSections(definition).flatMap(({ fields }) => fields));
  return Object.keys(getRawFields(definition)).filter((name) => !formFields.has(name));
}

/** Position of a field: index of the form section (null for outside the form) and index inside it. */
interface FieldPosition {
  section: number | null;
  index: number;
}

/** Moves a field to another position of the form, or out of it; a section that becomes empty is kept. */
export function moveField(definition: DefinitionObject, name: string, to: FieldPosition): DefinitionObject {
  const path = formPath(definition);
  const parts = readFormSections(definition);
  let next = definition;
  for (const [index, { fields }] of parts.entries()) {
    const rest = fields.filter((one) => one !== name);
    if (index === to.section) rest.splice(to.index, 0, name);
    if (rest.join() !== fields.join()) next = withValue(next, [...path, index, 'fields'], rest);
  }
  if (!parts.length && to.section !== null) next = withValue(next, [...path, 0], { fields: [name] });
  return to.section === null ? reorderOutside(next, name, to.index) : next;
}

/** Reorders the definition's fields so that the field is at `index` among those outside the form, which follow that order. */
function reorderOutside(definition: DefinitionObject, name: string, index: number): DefinitionObject {
  const fields = getRawFields(definition);
  const neighbours = fieldsOutsideForm(definition).filter((one) => one !== name);
  const before = neighbours[index];
  const order = Object.keys(fields).filter((one) => one !== name);
  order.splice(before === undefined ? order.length : order.indexOf(before), 0, name);
  return { ...definition, fields: Object.fromEntries(order.map((one) => [one, fields[one]])) };
}

/** Adds an empty section with a title at the end of the form. */
export function withSection(definition: DefinitionObject, title: string): DefinitionObject {
  return withValue(definition, [...formPath(definition), readFormSections(definition).length], { title, fields: [] });
}

/** Removes a section of the form; its fields move to the section above, or below for the first. The last section is kept. */
export function withoutSection(definition: DefinitionObject, section: number): DefinitionObject {
  const path = formPath(definition);
  const parts = readFormSections(definition);
  const targetSection = section > 0 ? section - 1 : 1;
  const [removedFields, targetFields] = [parts[section]?.fields ?? [], parts[targetSection]?.fields ?? []];
  if (parts.length < 2) return definition;
  const merged = withValue(
    definition,
    [...path, targetSection, 'fields'],
    section > 0 ? [...targetFields, ...removedFields] : [...removedFields, ...targetFields],
  );
  return withValue(merged, [...path, section], undefined);
}
