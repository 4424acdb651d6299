import { currentFeatures } from '#console/data/session/features.ts';
import type { Resource } from '#resources/language/define-resource.ts';
import { hasAddition } from '#resources/language/features.ts';

/** Whether an update may contain a single field. Other servers are sent everything that an edit form sends. */
export const acceptsPartialUpdate = ({ api, generic }: Resource): boolean =>
  api.update === 'PATCH' || (generic && hasAddition(currentFeatures(), 'bulk'));
