import { useAddition } from '#console/data/session/features.ts';
import type { Resource } from '#resources/language/define-resource.ts';
import { traitsOf } from '#resources/language/kinds/traits.ts';

/**
 * Whether records of a section have moves that its server makes. In a file apart from the moves: most sections have none, and the
 * first page does not wait for them.
 */
export function useHasMoves({ generic, fields }: Resource): boolean {
  const isThere = useAddition('moves');
  return isThere && generic && Object.values(fields).some((field) => traitsOf(field).process !== undefined);
}
