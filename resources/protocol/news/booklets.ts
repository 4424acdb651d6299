import * as z from 'zod';

const id = z.number().int();
const file = z.object({ file: z.string() });
const cover = z.object({ medium: file, large: file });

/** Kinds of stories, those of their notifications (stories.md). */
const BOOKLET_SUBTYPES = ['rules', 'safety', 'muni', 'domcom'] as const;

/** One of `GET /api/crm/booklets/?buildings_id=…` (STORY-01). */
export const bookletItem = z.object({ id, title: z.string(), subtype: z.enum(BOOKLET_SUBTYPES), cover });

/** A frame. `duration` in ms; null: the viewer's default (STORY-08). */
const bookletFrame = z.object({
  id,
  title: z.string(),
  description: z.string(),
  duration: z.number().int().nullable(),
  /** `large.file` of a video is the video itself; it is served in parts (`Range`). */
  background_content: z.object({ type: z.enum(['image', 'video']), large: file }),
});

/** `GET /api/crm/booklets/{id}/` (API-15, STORY-03). `duration` in ms, of the frames that have none of their own. */
export const bookletOne = bookletItem.extend({
  duration: z.number().int().nullable(),
  frames: z.array(bookletFrame),
});
