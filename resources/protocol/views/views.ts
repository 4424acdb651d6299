import * as z from 'zod';
import { VIEW_LIMITS } from './view-bounds.ts';

/** Named views of lists (our addition `views`, G-69). */
export const VIEWS_PATH = '/api/authorized/views/';

const id = z.number().int();

const savedView = z.object({
  id,
  /** Name of the definition of the list. */
  list: z.string(),
  name: z.string(),
  /** Query string of the list's URL, without `?`: filters, sort, layout. */
  query: z.string(),
  /** Whether it is shared with every reader of the list. */
  shared: z.boolean(),
  /** Whether it is the caller's own; otherwise `by` is the author's name. */
  own: z.boolean(),
  by: z.string(),
});
export type SavedView = z.output<typeof savedView>;

/** `GET`: the caller's own views of all lists, and the shared ones of lists open to them, by name. */
export const viewsAnswer = z.object({ results: z.array(savedView) });

/** `POST`: creates a view, or replaces the caller's own one with the same name. */
export const viewBody = z.object({
  list: z
    .string()
    .max(60, 'validation.tooLong')
    .regex(/^[a-z][a-z0-9-]*$/, 'validation.choice'),
  name: z
    .string({ error: 'validation.required' })
    .trim()
    .min(1, 'validation.required')
    .max(VIEW_LIMITS.name, 'validation.tooLong'),
  query: z.string().max(VIEW_LIMITS.query, 'validation.tooLong'),
  shared: z.boolean().default(false),
});
export type ViewBody = z.input<typeof viewBody>;

/** Response of `POST`. */
export const viewSaved = z.object({ params: savedView });
