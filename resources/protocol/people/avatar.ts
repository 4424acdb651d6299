import * as z from 'zod';
import { dataUrlFormat } from '#resources/language/kinds/avatar.ts';
import { BYTES } from '#resources/limits.ts';

/** Kinds of pictures that are taken (PROF-15). What a picture is decide its bytes. */
export const AVATAR_MIMES = ['image/jpeg', 'image/png', 'image/webp', 'image/gif'] as const;

/** Greatest body of the call, bytes: base64 is a third longer than what it carries. */
export const AVATAR_BODY = Math.ceil(BYTES.avatar / 3) * 4 + 1024;

/** `POST /api/crm/avatar/` as JSON: a data URL (G-64). As multipart: the file in the field `avatar`. */
export const avatarBody = z.object({
  avatar: z
    .string({ error: 'validation.required' })
    .min(1, { message: 'validation.required', abort: true })
    .max(AVATAR_BODY, { message: 'validation.avatarTooLarge', abort: true })
    .refine((text) => dataUrlFormat(text) !== null, 'validation.image'),
});

/** `DELETE /api/crm/avatar/delete_current/`: the address of the picture, which is ignored. */
export const avatarDeleteBody = z.object({ avatar: z.string().max(4096).nullish() }).nullish();

/** The new picture, 400x400, as an address for this session. */
export const avatarAnswer = z.object({ avatar: z.string() });
