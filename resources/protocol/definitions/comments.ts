import * as z from 'zod';
import { COMMENT_LENGTH } from './comment-bounds.ts';

const id = z.number().int();

/** A comment on a record (ours, `comments`). */
export const recordComment = z.object({
  id,
  /** ISO in UTC. */
  at: z.string(),
  /** Its author. */
  by: z.object({ user: id, name: z.string() }),
  message: z.string(),
});
export type RecordComment = z.output<typeof recordComment>;

/**
 * `GET /api/records/{section}/{id}/comments/?before=`: comments on a record, the newest first. `before`: the id to go on with; null at
 * the end. `follows`: whether the caller is notified of comments and moves of this record.
 */
export const recordComments = z.object({
  results: z.array(recordComment),
  before: id.nullable(),
  follows: z.boolean(),
});
export type RecordComments = z.output<typeof recordComments>;

/** `POST` to the same address: answers 201 with the new comment. */
export const recordCommentBody = z.object({
  message: z
    .string({ error: 'validation.notText' })
    .trim()
    .min(1, 'validation.required')
    .max(COMMENT_LENGTH, 'validation.tooLong'),
});

/** `PUT /api/records/{section}/{id}/following/`: follows a record, or does so no more; answers what holds then. */
export const recordFollowing = z.object({ follows: z.boolean({ error: 'validation.required' }) });
