import type { FieldInput, Resource } from './define-resource.ts';
import type { DeletionRule } from './kinds/reference.ts';
import { getPointerTo } from './kinds/traits.ts';
import { wireName } from './wire-keys.ts';

/** Maximum depth when a tree is searched for a cycle. */
export const TREE_DEPTH = 100;

/** What happens to a record when the record its field refers to is deleted; null if nothing. */
export const deletionRule = (field: FieldInput): DeletionRule | null =>
  getPointerTo(field, 'records')?.onDelete ?? null;

/** Whether the references of a field form a tree. */
export const isTree = (field: FieldInput): boolean => getPointerTo(field, 'records')?.tree === true;

/** A reference field with an on-delete rule. */
export interface DeletionReference {
  resource: Resource;
  name: string;
  /** Wire name of the field. */
  wire: string;
  rule: DeletionRule;
  /** Referenced section. */
  to: string;
  /** Whether it refers to several records. */
  isMultiple: boolean;
}

/** All reference fields that have an on-delete rule. */
export const findDeletionReferences = (resources: readonly Resource[]): DeletionReference[] =>
  resources.flatMap((resource) =>
    Object.entries(resource.fields).flatMap(([name, field]): DeletionReference[] => {
      const pointer = getPointerTo(field, 'records');
      if (!resource.generic || !pointer?.onDelete) return [];
      const { onDelete, section, isMultiple: several } = pointer;
      return [{ resource, name, wire: wireName(name, field), rule: onDelete, to: section, isMultiple: several }];
    }),
  );

/** Whether deleting a record of a section may affect other records. */
export const isReferredTo = (resources: readonly Resource[], { name }: Pick<Resource, 'name'>): boolean =>
  findDeletionReferences(resources).some(({ to }) => to === name);

/** The section itself and all sections that deleting its record may affect, directly or through cascades. */
export function linkedSections(resources: readonly Resource[], section: Resource): Resource[] {
  const referrers = findDeletionReferences(resources);
  const sections = new Map([[section.name, section]]);
  const expanded = new Set([section.name]);
  const pending = [section.name];
  for (let name = pending.pop(); name !== undefined; name = pending.pop()) {
    const target = name;
    for (const { resource, rule } of referrers.filter(({ to }) => to === target)) {
      sections.set(resource.name, resource);
      if (rule !== 'cascade' || expanded.has(resource.name)) continue;
      expanded.add(resource.name);
      pending.push(resource.name);
    }
  }
  return [...sections.values()];
}
