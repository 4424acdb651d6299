import * as z from 'zod';
import { dataUrlFormat } from '#resources/language/kinds/avatar.ts';
import { BYTES } from '#resources/limits.ts';

/** Accepted picture formats (PROF-15); the server detects the format from the bytes. */
export const AVATAR_MIMES = ['image/jpeg', 'image/png', 'image/webp', 'image/gif'] as const;

/** Maximum request body, bytes; base64 is a third larger than its content. */
export const AVATAR_BODY = Math.ceil(BYTES.avatar / 3) * 4 + 1024;

/** `POST /api/crm/avatar/` as JSON: a data URL (G-64). As multipart: the file in the field `avatar`. */
export const avatarBody = z.object({
  avatar: z
    .string({ error: 'validation.required' })
    .min(1, { message: 'validation.required', abort: true })
    .max(AVATAR_BODY, { message: 'validation.avatarTooLarge', abort: true })
    .refine((text) => dataUrlFormat(text) !== null, 'validation.image'),
});

/** `DELETE /api/crm/avatar/delete_current/`: the URL of the picture, which is ignored. */
export const avatarDeleteBody = z.object({ avatar: z.string().max(4096).nullish() }).nullish();

/** URL of the new picture, 400x400, valid for this session. */
export const avatarAnswer = z.object({ avatar: z.string() });
