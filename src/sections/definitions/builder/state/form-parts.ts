import { type DefinitionObject, fieldsIn, isObject, type Path, valueAt, withValue } from './definition-text.ts';

/** A section of the form as the file says it. */
export interface FormPart {
  title: string;
  fields: readonly string[];
}

/** Where the sections of the form stand: in `form` itself, its steps or its tabs. */
export function formPath({ form }: DefinitionObject): Path {
  if (isObject(form)) return 'tabs' in form ? ['form', 'tabs'] : ['form', 'steps'];
  return ['form'];
}

const names = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : [];

/** The sections of the form, in order. */
export function formParts(definition: DefinitionObject): FormPart[] {
  const sections = valueAt(definition, formPath(definition));
  return (Array.isArray(sections) ? sections : []).map((section) => ({
    title: isObject(section) && typeof section.title === 'string' ? section.title : '',
    fields: names(valueAt(section, ['fields'])),
  }));
}

/** Fields that no section of the form asks for. */
export function outsideForm(definition: DefinitionObject): string[] {
  const asked = new Set(formParts(definition).flatMap(({ fields }) => fields));
  return Object.keys(fieldsIn(definition)).filter((name) => !asked.has(name));
}

/** Where a field stands: in which section of the form, `null` for none of them, and at which place there. */
interface FieldPlace {
  section: number | null;
  index: number;
}

/** Takes a field to another place of the form, or out of it. An empty section stays for what is put there next. */
export function movedField(definition: DefinitionObject, name: string, to: FieldPlace): DefinitionObject {
  const path = formPath(definition);
  const parts = formParts(definition);
  let next = definition;
  for (const [at, { fields }] of parts.entries()) {
    const rest = fields.filter((one) => one !== name);
    if (at === to.section) rest.splice(to.index, 0, name);
    if (rest.join() !== fields.join()) next = withValue(next, [...path, at, 'fields'], rest);
  }
  if (!parts.length && to.section !== null) next = withValue(next, [...path, 0], { fields: [name] });
  return to.section === null ? inOrder(next, name, to.index) : next;
}

/** The fields outside of the form stand in the order of the definition. */
function inOrder(definition: DefinitionObject, name: string, index: number): DefinitionObject {
  const fields = fieldsIn(definition);
  const neighbours = outsideForm(definition).filter((one) => one !== name);
  const before = neighbours[index];
  const order = Object.keys(fields).filter((one) => one !== name);
  order.splice(before === undefined ? order.length : order.indexOf(before), 0, name);
  return { ...definition, fields: Object.fromEntries(order.map((one) => [one, fields[one]])) };
}

/** Puts a section with a title at the end of the form. */
export function withSection(definition: DefinitionObject, title: string): DefinitionObject {
  return withValue(definition, [...formPath(definition), formParts(definition).length], { title, fields: [] });
}

/** Takes a section out of the form; its fields go to the one above it, or to what is then the first. */
export function withoutSection(definition: DefinitionObject, section: number): DefinitionObject {
  const path = formPath(definition);
  const parts = formParts(definition);
  const heir = section > 0 ? section - 1 : 1;
  const [own, other] = [parts[section]?.fields ?? [], parts[heir]?.fields ?? []];
  if (parts.length < 2) return definition;
  const given = withValue(definition, [...path, heir, 'fields'], section > 0 ? [...other, ...own] : [...own, ...other]);
  return withValue(given, [...path, section], undefined);
}
