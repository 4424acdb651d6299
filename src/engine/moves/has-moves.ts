import { useServerFeature } from '#console/data/session/features.ts';
import type { Resource } from '#resources/language/define-resource.ts';
import { getTraits } from '#resources/language/kinds/traits.ts';

/**
 * Whether the server supports moves of records of a section. In a separate module, so that the first page need not load the
 * moves, which most sections lack.
 */
export function useHasMoves({ generic, fields }: Resource): boolean {
  const isSupported = useServerFeature('moves');
  return isSupported && generic && Object.values(fields).some((field) => getTraits(field).process !== undefined);
}
