import * as z from 'zod';
import { scalarFields } from '#resources/language/scalar-fields.ts';
import { type AudienceTarget, targetShape } from '#resources/sections/kinds/news.ts';
import { news } from '#resources/sections/news.ts';
import { recordVersion } from '../versions.ts';
import { attachmentItem } from './attachments.ts';

const id = z.number().int();

const { shapes } = scalarFields(news);

/** The author: 'me' for the reader's own announcements (NEWS-15), else first and last name. */
const author = z.object({ name: z.string(), avatar: z.string().nullable() });

/**
 * A picture in two sizes: for a tile and for the carousel (API-14). Without the original file, whose metadata may reveal where
 * it was taken.
 */
const imageAttachment = attachmentItem.omit({ s3_file: true }).extend({
  medium: z.object({ file: z.string() }),
  large: z.object({ file: z.string() }),
});

/** Item of `GET /api/crm/news/`. */
const newsItem = z.object({
  id,
  ...shapes,
  author,
  is_own: z.boolean(),
  /** Whether all its recipients are in the reader's reach, which is required for changing or deleting it. */
  is_all_places: z.boolean(),
  /** The recipients as text, limited to those the reader may see (NEWS-62). */
  recipients: z.string(),
  /** Publication time, ISO in UTC, by which the feed is sorted. */
  date: z.string(),
  /**
   * Planned publication time, ISO in UTC, and the same as text; null once published. Planned announcements are shown only to
   * readers with the right to write. Ours.
   */
  publish_at: z.string().nullable(),
  planned: z.string().nullable(),
  /** Time of the last change, ISO in UTC; equals `date` if it was never changed. */
  date_edit: z.string(),
  image_attachments: z.array(imageAttachment),
  file_attachments: z.array(attachmentItem),
});
export type NewsItem = z.output<typeof newsItem>;

/**
 * `GET /api/crm/news/?buildings_id=…&page_size=20` (G-48), newest first. `next` is a path; `previous` is always null, because a
 * feed is only read downwards.
 */
export const newsPage = z.object({
  /** Number of announcements on all pages. */
  count: z.number().int(),
  next: z.string().nullable(),
  previous: z.null(),
  results: z.array(newsItem),
});

/** `GET /api/crm/news/{id}/` (API-14). */
export const newsDetails = newsItem.extend({
  /** The recipients that the reader may see. */
  target: z.custom<AudienceTarget>((value) => typeof value === 'object'),
  version: recordVersion.optional(),
});

/** Response to changing an announcement (API-06, API-07); for a new one it is under `data`. */
export const newsSaved = z.object({
  params: z.object({ id, ...shapes, attachments: z.array(id), publish_at: z.string().optional() }),
});
export const newsCreated = z.object({ data: newsSaved });

/** `POST /api/crm/news/reach/`: the target in the form, possibly incomplete. */
export const reachBody = z.object({ target: targetShape });

const recipientCounts = {
  flats: z.number().int(),
  /** Number of people; each counts once, however many flats they have. */
  residents: z.number().int(),
};

/** Number of recipients of an announcement; `parts` by entrance, floor, riser or building, empty if there are too many. */
export const reachAnswer = z.object({
  ...recipientCounts,
  parts: z.array(z.object({ label: z.string(), ...recipientCounts })),
});
export type ReachAnswer = z.output<typeof reachAnswer>;
