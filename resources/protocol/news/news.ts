import * as z from 'zod';
import { scalarFields } from '#resources/language/scalar-fields.ts';
import { type AudienceTarget, targetShape } from '#resources/sections/kinds/news.ts';
import { news } from '#resources/sections/news.ts';
import { recordVersion } from '../versions.ts';
import { attachmentItem } from './attachments.ts';

const id = z.number().int();

const { shapes } = scalarFields(news);

/** The author: 'me' for the reader's own (NEWS-15), else first and last name. */
const author = z.object({ name: z.string(), avatar: z.string().nullable() });

/**
 * A picture: small enough for a tile, large enough for the carousel (API-14). Without the file as it came, which may say
 * where it was taken.
 */
const imageAttachment = attachmentItem.omit({ s3_file: true }).extend({
  medium: z.object({ file: z.string() }),
  large: z.object({ file: z.string() }),
});

/** One of the results of `GET /api/crm/news/`. */
const newsItem = z.object({
  id,
  ...shapes,
  author,
  is_own: z.boolean(),
  /** Whether all its recipients are the reader's: only then may they change or delete it. */
  is_all_places: z.boolean(),
  /** The recipients as a line of text, limited to what the reader may see (NEWS-62). */
  recipients: z.string(),
  /** When it was published, ISO in UTC; the feed goes by it. */
  date: z.string(),
  /**
   * When it is to be published, ISO in UTC, and the same in words; null once it is. A planned one is shown only to
   * readers with the right to write. Ours.
   */
  publish_at: z.string().nullable(),
  planned: z.string().nullable(),
  /** When it was last changed, ISO in UTC; equal to `date` when it never was. */
  date_edit: z.string(),
  image_attachments: z.array(imageAttachment),
  file_attachments: z.array(attachmentItem),
});
export type NewsItem = z.output<typeof newsItem>;

/**
 * `GET /api/crm/news/?buildings_id=…&page_size=20` (G-48), the newest first. `next` is a path; `previous` is always null:
 * a feed is read downwards.
 */
export const newsPage = z.object({
  /** All there are, whatever the page. */
  count: z.number().int(),
  next: z.string().nullable(),
  previous: z.null(),
  results: z.array(newsItem),
});

/** `GET /api/crm/news/{id}/` (API-14). */
export const newsOne = newsItem.extend({
  /** The recipients the reader may see. */
  target: z.custom<AudienceTarget>((value) => typeof value === 'object'),
  version: recordVersion.optional(),
});

/** The answer to changing an announcement (API-06, API-07); a new one has it in `data`. */
export const newsSaved = z.object({
  params: z.object({ id, ...shapes, attachments: z.array(id), publish_at: z.string().optional() }),
});
export const newsCreated = z.object({ data: newsSaved });

/** `POST /api/crm/news/reach/`: a target as it stands in the form, finished or not. */
export const reachBody = z.object({ target: targetShape });

const reached = {
  flats: z.number().int(),
  /** People, each once, however many flats they have. */
  residents: z.number().int(),
};

/** How many get an announcement; `parts` by entrance, floor, riser or building, empty when they are too many to list. */
export const reachAnswer = z.object({ ...reached, parts: z.array(z.object({ label: z.string(), ...reached })) });
export type ReachAnswer = z.output<typeof reachAnswer>;
