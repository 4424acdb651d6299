import type { FieldInput, Resource } from './define-resource.ts';
import { formSections } from './form-sections.ts';
import { type Pointer, pointerOf } from './kinds/traits.ts';
import { sectionTitle } from './words.ts';

/** The subject of a card that shows the records which refer to it: a flat, or a record of a section. */
export type CardSubject = { to: 'unit' } | { to: 'records'; section: string };

/** Section of the buildings: their cards are those of its records. */
const BUILDINGS = 'settings-buildings';

/** Sections whose records are shown in the card of another section: residents in the card of their flat. */
const IN_OTHER_CARDS: readonly string[] = ['residents'];

/** Whether a card shows the records of a section. */
export const isShownInCard = ({ name, card }: Pick<Resource, 'name' | 'card'>): boolean =>
  card !== undefined || IN_OTHER_CARDS.includes(name);

const CARDS: { readonly [To in Pointer['to']]?: true } = { unit: true, building: true, buildings: true, records: true };

/** Whether there are cards of what the values of a kind point at. */
export const hasCard = (to: Pointer['to']): boolean => CARDS[to] === true;

/** The target of a field; null for one that refers to nothing with a card. */
export function cardSubject(field: FieldInput): CardSubject | null {
  const pointer = pointerOf(field);
  if (!pointer || !hasCard(pointer.to)) return null;
  if (pointer.to === 'unit') return { to: 'unit' };
  return { to: 'records', section: pointer.to === 'records' ? pointer.section : BUILDINGS };
}

/** A list of records on the card of what they refer to. */
export interface RelatedList {
  /** Where the records are. */
  resource: Resource;
  /** The field by which they refer. */
  name: string;
  field: FieldInput;
  label: string;
  /** Whether a button makes one. */
  create: boolean;
}

const isSame = (one: CardSubject, other: CardSubject): boolean =>
  one.to === 'records' && other.to === 'records' ? one.section === other.section : one.to === other.to;

/** The lists that definitions ask for on the cards of a subject. */
export function relatedLists(resources: readonly Resource[], subject: CardSubject): RelatedList[] {
  return resources.flatMap((resource) =>
    Object.entries(resource.fields).flatMap(([name, field]): RelatedList[] => {
      const target = field.related ? cardSubject(field) : null;
      if (!field.related || !target || !isSame(target, subject)) return [];
      const { label = sectionTitle(resource.words), create = false } = field.related;
      return [{ resource, name, field, label, create }];
    }),
  );
}

/** Whether a new record can begin with the field filled in: a create form asks for it. */
export const isAskedInForm = (resource: Pick<Resource, 'form' | 'routes' | 'locked'>, name: string): boolean =>
  resource.routes.create !== undefined &&
  !resource.locked?.has(name) &&
  formSections(resource).some(({ fields }) => fields.includes(name));

/** The value by which the field names this one record: `[id]` where it keeps a list. */
export function valueNaming(field: FieldInput, id: number): number | number[] {
  const pointer = pointerOf(field);
  return pointer?.to === 'buildings' || (pointer?.to === 'records' && pointer.several) ? [id] : id;
}
