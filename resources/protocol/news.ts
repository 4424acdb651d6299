import * as z from 'zod';
import { type AudienceTarget, targetShape } from '../language/kinds/audience.ts';
import { attachmentItem } from './attachments.ts';
import { recordVersion } from './versions.ts';

const id = z.number().int();

/** Spellings a record may carry; `warn` is `alert` and `advert` is `adv` (G-07). */
export const NEWS_TYPES = ['info', 'accident', 'alert', 'report', 'adv', 'warn', 'advert'] as const;

/** Who wrote it: 'me' for the reader's own (NEWS-15), else first and last name. */
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
  title: z.string(),
  description: z.string(),
  type: z.enum(NEWS_TYPES),
  author,
  is_own: z.boolean(),
  /** Whether all its recipients are the reader's: only then may he change or delete it. */
  is_all_places: z.boolean(),
  /** Whom it is for, as a line of text, of what the reader may see (NEWS-62). */
  recipients: z.string(),
  /** When it was published, ISO in UTC; the feed goes by it. */
  date: z.string(),
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

/** What a changed announcement answers (API-06, API-07); a new one has it in `data`. */
export const newsSaved = z.object({
  params: z.object({ id, title: z.string(), description: z.string(), type: z.string(), attachments: z.array(id) }),
});
export const newsCreated = z.object({ data: newsSaved });

/** `POST /api/crm/news/reach/`: a target as it stands in the form, finished or not. */
export const reachBody = z.object({ target: targetShape });

const reached = {
  flats: z.number().int(),
  /** People, each once, however many flats he has. */
  residents: z.number().int(),
};

/** How many get an announcement; `parts` by entrance, floor, riser or building, empty when they are too many to list. */
export const reachAnswer = z.object({ ...reached, parts: z.array(z.object({ label: z.string(), ...reached })) });
export type ReachAnswer = z.output<typeof reachAnswer>;
