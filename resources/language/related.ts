import type { FieldInput, Resource } from './define-resource.ts';
import { formSections } from './form-sections.ts';
import { getPointer, type Pointer } from './kinds/traits.ts';
import { sectionTitle } from './words.ts';

/** The subject of a card that lists the records referring to it: a flat, or a record of a section. */
export type CardSubject = { to: 'unit' } | { to: 'records'; section: string };

/** Section of the buildings, whose records' cards are the cards of buildings. */
const BUILDINGS = 'settings-buildings';

/** Sections whose records are shown in another section's card: residents in the card of their flat. */
const SHOWN_IN_OTHER_CARDS: readonly string[] = ['residents'];

/** Whether a card shows the records of a section. */
export const isShownInCard = ({ name, card }: Pick<Resource, 'name' | 'card'>): boolean =>
  card !== undefined || SHOWN_IN_OTHER_CARDS.includes(name);

const HAS_CARD: { readonly [To in Pointer['to']]?: true } = {
  unit: true,
  building: true,
  buildings: true,
  records: true,
};

/** Whether targets of this type have cards. */
export const hasCard = (to: Pointer['to']): boolean => HAS_CARD[to] === true;

/** The card subject that a field refers to; null if it refers to nothing with a card. */
export function cardSubject(field: FieldInput): CardSubject | null {
  const pointer = getPointer(field);
  if (!pointer || !hasCard(pointer.to)) return null;
  if (pointer.to === 'unit') return { to: 'unit' };
  return { to: 'records', section: pointer.to === 'records' ? pointer.section : BUILDINGS };
}

/** A list of referring records on a card. */
export interface RelatedList {
  /** Section of the listed records. */
  resource: Resource;
  /** Name of their reference field. */
  name: string;
  field: FieldInput;
  label: string;
  /** Whether a create button is shown. */
  create: boolean;
}

const isSameSubject = (one: CardSubject, other: CardSubject): boolean =>
  one.to === 'records' && other.to === 'records' ? one.section === other.section : one.to === other.to;

/** The lists for the card of a subject. */
export function relatedLists(resources: readonly Resource[], subject: CardSubject): RelatedList[] {
  return resources.flatMap((resource) =>
    Object.entries(resource.fields).flatMap(([name, field]): RelatedList[] => {
      const target = field.related ? cardSubject(field) : null;
      if (!field.related || !target || !isSameSubject(target, subject)) return [];
      const { label = sectionTitle(resource.words), create = false } = field.related;
      return [{ resource, name, field, label, create }];
    }),
  );
}

/** Whether a create form has the field, so that it can be prefilled. */
export const isInCreateForm = (resource: Pick<Resource, 'form' | 'routes' | 'locked'>, name: string): boolean =>
  resource.routes.create !== undefined &&
  !resource.locked?.has(name) &&
  formSections(resource).some(({ fields }) => fields.includes(name));

/** The field value that refers to one record; `[id]` if the field has a list. */
export function referenceTo(field: FieldInput, id: number): number | number[] {
  const pointer = getPointer(field);
  return pointer?.to === 'buildings' || (pointer?.to === 'records' && pointer.isMultiple) ? [id] : id;
}
