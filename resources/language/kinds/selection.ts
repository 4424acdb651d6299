import * as z from 'zod';
import { idOf, idsOf } from './ids.ts';
import { defineKind, idsRule } from './kind.ts';

const isLine = (item: unknown): item is { is_selected?: unknown } => typeof item === 'object' && item !== null;

/**
 * Some out of a list that the record itself brings: `[{id, name, is_selected, is_editable, buildings}]` comes, ids of the
 * ticked ones go (SET-38, SET-40).
 */
export const selection = defineKind({
  options: z.object({}),
  rule: (_options, missing) => idsRule(missing, 0),
  initial: () => [],
  read: (wire) =>
    Array.isArray(wire)
      ? wire.flatMap((item) => (isLine(item) && item.is_selected !== true ? [] : (idOf(item) ?? [])))
      : [],
  write: idsOf,
});
