import type { KindName } from './kinds/registry.ts';

/**
 * What the generic storage sorts and searches by. Apart from the kinds, so that a list can know it without their rules.
 */

/** Kinds whose stored value has an order that somebody would look for; of what is kept by id only the number is there. */
export const SORTED: ReadonlySet<KindName> = new Set<KindName>([
  'text',
  'long-text',
  'choice',
  'phone',
  'link',
  'checkbox',
  'number',
  'money',
  'date',
  'month',
  'meter',
  'level',
]);

/** Kinds whose stored value is what a person reads and types. */
export const SEARCHED: ReadonlySet<KindName> = new Set<KindName>([
  'text',
  'long-text',
  'link',
  'phone',
  'number',
  'meter',
]);

/** Kinds of which a list offers to choose from one value to another. */
export const RANGED: ReadonlySet<KindName> = new Set<KindName>(['number', 'money', 'date']);
