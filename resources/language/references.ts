import type { FieldInput, Resource } from './define-resource.ts';
import type { DeletionRule } from './kinds/reference.ts';
import { pointerTo } from './kinds/traits.ts';
import { wireName } from './wire-keys.ts';

/** Levels of a tree that are looked through for a circle. */
export const TREE_DEPTH = 100;

/** The effect on a record of the deletion of the one that its field refers to; null for none. */
export const deletionRule = (field: FieldInput): DeletionRule | null => pointerTo(field, 'records')?.onDelete ?? null;

/** Whether the references of a field make a tree. */
export const isTree = (field: FieldInput): boolean => pointerTo(field, 'records')?.tree === true;

/** A field whose records a deletion concerns. */
export interface Referrer {
  resource: Resource;
  name: string;
  /** The name on the wire. */
  wire: string;
  rule: DeletionRule;
  /** The section that it refers to. */
  to: string;
  /** It refers to several records. */
  several: boolean;
}

/** The fields of some definitions that say what the deletion of what they refer to does. */
export const everyReferrer = (resources: readonly Resource[]): Referrer[] =>
  resources.flatMap((resource) =>
    Object.entries(resource.fields).flatMap(([name, field]): Referrer[] => {
      const pointer = pointerTo(field, 'records');
      if (!resource.generic || !pointer?.onDelete) return [];
      const { onDelete, section, several } = pointer;
      return [{ resource, name, wire: wireName(name, field), rule: onDelete, to: section, several }];
    }),
  );

/** Whether the deletion of a record of a section may concern others. */
export const isReferredTo = (resources: readonly Resource[], { name }: Pick<Resource, 'name'>): boolean =>
  everyReferrer(resources).some(({ to }) => to === name);

/**
 * The sections that the deletion of a record of one may concern, that one among them: those whose fields say what it does to
 * them, and what refers to the records that are deleted with it.
 */
export function linkedSections(resources: readonly Resource[], section: Resource): Resource[] {
  const referrers = everyReferrer(resources);
  const sections = new Map([[section.name, section]]);
  const expanded = new Set([section.name]);
  const open = [section.name];
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    const target = name;
    for (const { resource, rule } of referrers.filter(({ to }) => to === target)) {
      sections.set(resource.name, resource);
      if (rule !== 'cascade' || expanded.has(resource.name)) continue;
      expanded.add(resource.name);
      open.push(resource.name);
    }
  }
  return [...sections.values()];
}
