import * as z from 'zod';
import { PAGE } from '#resources/limits.ts';
import { COMPLAINT_TYPES } from '../enums.ts';

export { COMPLAINT_TYPES };

export type ComplaintType = (typeof COMPLAINT_TYPES)[number];

/** Length of a complaint, characters; ours. */
export const COMPLAINT_TEXT = { min: 3, max: 2_000 } as const;

const id = z.number().int();
const type = z.enum(COMPLAINT_TYPES);
const ids = z.array(id.min(1).max(2_147_483_647)).max(10_000);
/** Missing or empty: every building in reach. */
const buildings = ids.nullish().transform((list) => (list?.length ? list : null));

/**
 * Frames that a client sends to `/ws/complaints` (COMPL-05…08): JSON with `type`. An unknown type is logged without a response.
 */
export const complaintRequest = z.discriminatedUnion('type', [
  z.object({ type: z.literal('receive_preview_complaints'), buildings }),
  z.object({
    type: z.literal('get_complaints'),
    complaint_type: type,
    buildings,
    page_size: id.min(1).max(PAGE.max).default(PAGE.complaints),
    /** Ours: only complaints before this one, for the next page. */
    before: id.min(1).max(2_147_483_647).optional(),
  }),
  z.object({ type: z.literal('read_complaints'), complaints_list: ids }),
]);
export type ComplaintRequest = z.input<typeof complaintRequest>;

/** A complaint (COMPL-11). */
const complaintItem = z.object({
  id,
  type,
  creator: z.object({
    /** Id of the person, for their edit form. */
    user: id,
    first_name: z.string(),
    last_name: z.string(),
    avatar: z.string().nullable(),
    /** Chat id, for writing to them. */
    chat_id: z.string().nullable(),
  }),
  description: z.string(),
  /** ISO in UTC. */
  creation_date: z.string(),
  building: z.object({ id, street: z.string(), number: z.string() }),
  porch: z.object({ id, number: id }),
  is_read: z.boolean(),
  /** Ours: the newest request created from it. */
  task: id.nullable().optional(),
});
export type ComplaintItem = z.output<typeof complaintItem>;

/** One type of the preview (COMPL-10). */
const complaintPreview = z.object({
  type,
  last_complaint: complaintItem.nullable(),
  unread_count: id,
});

/**
 * Frames that the server sends (complaints.md). `preview_complaints` is also sent after `read_complaints`, to every socket of
 * the person. `receive_new_complaint` is accepted and ignored (COMPL-13).
 */
const complaintMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('preview_complaints'), results: z.array(complaintPreview) }),
  z.object({ type: z.literal('get_complaints'), complaint_type: type, results: z.array(complaintItem) }),
  z.object({ type: z.literal('new_complaint'), complaint: complaintItem }),
  z.object({ type: z.literal('receive_new_complaint') }),
]);
export type ComplaintMessage = z.input<typeof complaintMessage>;
