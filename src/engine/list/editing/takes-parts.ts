import { featuresNow } from '#console/data/session/features.ts';
import type { Resource } from '#resources/language/define-resource.ts';
import { has } from '#resources/language/features.ts';

/** Whether a change may name one field of a record alone. A server that does not say so is sent all that an edit form sends. */
export const takesParts = ({ api, generic }: Resource): boolean =>
  api.update === 'PATCH' || (generic && has(featuresNow(), 'bulk'));
