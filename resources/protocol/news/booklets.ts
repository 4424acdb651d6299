import * as z from 'zod';

const id = z.number().int();
const file = z.object({ file: z.string() });
const cover = z.object({ medium: file, large: file });

/** Types of stories, the same as in their notifications (stories.md). */
const BOOKLET_SUBTYPES = ['rules', 'safety', 'muni', 'domcom'] as const;

/** Item of `GET /api/crm/booklets/?buildings_id=…` (STORY-01). */
export const bookletItem = z.object({ id, title: z.string(), subtype: z.enum(BOOKLET_SUBTYPES), cover });

/** A frame. `duration` in ms; null: the viewer's default (STORY-08). */
const bookletFrame = z.object({
  id,
  title: z.string(),
  description: z.string(),
  duration: z.number().int().nullable(),
  /** For a video `large.file` is the video itself, served with `Range` support. */
  background_content: z.object({ type: z.enum(['image', 'video']), large: file }),
});

/** `GET /api/crm/booklets/{id}/` (API-15, STORY-03). `duration`: ms, for frames without their own. */
export const bookletDetails = bookletItem.extend({
  duration: z.number().int().nullable(),
  frames: z.array(bookletFrame),
});
