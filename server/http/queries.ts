import * as z from 'zod';
import { ID_MAX } from '#resources/language/kinds/kind.ts';

/** Schema of an id in a query. */
export const queryId = z
  .string()
  .regex(/^[1-9]\d{0,9}$/, 'validation.number')
  .transform(Number)
  .pipe(z.number().max(ID_MAX, 'validation.unknown'));

/**
 * Schema of ids in a query: comma-separated, also repeated (API-08). Null when there are none. Building ids out of reach are no
 * error: lists contain only what is in reach.
 */
export const queryIds = z
  .union([z.string(), z.array(z.string())])
  .optional()
  .transform((value) => [value ?? []].flat().flatMap((part) => part.split(',').filter((item) => item.trim() !== '')))
  .pipe(z.array(z.string().trim().pipe(queryId)).max(10_000, 'validation.tooMany'))
  .transform((ids) => (ids.length ? [...new Set(ids)] : null));
