import * as z from 'zod';
import { defineKind, unless } from './kind.ts';

/** A person's picture: an address when read, a data URL of an image when written (G-64). */
export const avatar = defineKind({
  options: z.object({}),
  rule: (_options, missing) =>
    z
      .string(unless(missing, 'validation.image'))
      .max(10_000_000, 'validation.avatarTooLarge')
      .regex(/^data:image\/(png|jpeg|webp|gif);base64,[A-Za-z0-9+/=]+$|^(\/|https?:\/\/)/, 'validation.image'),
  initial: () => null,
});
