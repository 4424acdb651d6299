import * as z from 'zod';

const file = z.object({ file: z.string() });

/**
 * An uploaded file (API-14). URLs work in `<img src>` and in links as long as the session they were issued to (until log-out or
 * suspension).
 */
export const attachmentItem = z.object({
  id: z.number().int(),
  /** File name. */
  name: z.string(),
  /** Bytes. */
  size: z.number().int(),
  mime: z.string(),
  /** Small preview; null if there is none. */
  preview_url: z.string().nullable(),
  /** Larger previews; null for files that are not pictures. */
  medium: file.nullable(),
  large: file.nullable(),
  /** The original file. */
  s3_file: file,
});
export type AttachmentItem = z.output<typeof attachmentItem>;

/** `POST /api/authorized/attachments/` responds with 201 and one item for each file (ATT-02). */
export const attachmentsAnswer = z.array(attachmentItem);
