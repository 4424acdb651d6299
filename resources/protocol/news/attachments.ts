import * as z from 'zod';

const file = z.object({ file: z.string() });

/**
 * An uploaded file (API-14). Addresses work as they are in `<img src>` and in a link, for the session they were
 * given to; they die with it (log-out, suspension).
 */
export const attachmentItem = z.object({
  id: z.number().int(),
  /** The file's own name. */
  name: z.string(),
  /** Bytes. */
  size: z.number().int(),
  mime: z.string(),
  /** Small picture; null when there is none to show. */
  preview_url: z.string().nullable(),
  /** Larger pictures; null when it is no picture. */
  medium: file.nullable(),
  large: file.nullable(),
  /** The file as it came. */
  s3_file: file,
});
export type AttachmentItem = z.output<typeof attachmentItem>;

/** `POST /api/authorized/attachments/` answers 201 with one item for each file (ATT-02). */
export const attachmentsAnswer = z.array(attachmentItem);
