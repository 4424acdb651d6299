import * as z from 'zod';
import { COMMENT_LENGTH_MAX } from './comment-bounds.ts';

const id = z.number().int();

/** A comment on a record (ours, `comments`). */
export const recordComment = z.object({
  id,
  /** ISO in UTC. */
  at: z.string(),
  /** Author. */
  by: z.object({ user: id, name: z.string() }),
  message: z.string(),
});
export type RecordComment = z.output<typeof recordComment>;

/**
 * `GET /api/records/{section}/{id}/comments/?before=`: comments on a record, newest first. `before`: id for the next page; null
 * at the end. `follows`: whether the reader is notified of comments and moves of this record.
 */
export const recordComments = z.object({
  results: z.array(recordComment),
  before: id.nullable(),
  follows: z.boolean(),
});
export type RecordComments = z.output<typeof recordComments>;

/** `POST` to the same path: responds with 201 and the new comment. */
export const recordCommentBody = z.object({
  message: z
    .string({ error: 'validation.notText' })
    .trim()
    .min(1, 'validation.required')
    .max(COMMENT_LENGTH_MAX, 'validation.tooLong'),
});

/** `PUT /api/records/{section}/{id}/following/`: follows or unfollows a record; responds with the new state. */
export const recordFollowing = z.object({ follows: z.boolean({ error: 'validation.required' }) });
