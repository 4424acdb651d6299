import * as z from 'zod';
import { defineKind, typeMessage } from './kind.ts';

const HEAD = /^data:image\/([a-z+.-]{1,20});base64,/;

/**
 * The picture format of a data URL, for example `png`; null for anything else. The text may be megabytes long, so no
 * backtracking pattern is run over all of it (stack overflow).
 */
export function dataUrlFormat(text: string): string | null {
  const head = HEAD.exec(text.slice(0, 64));
  if (!head) return null;
  const bytes = text.slice(head[0].length);
  const padding = bytes.indexOf('=');
  const body = padding < 0 ? bytes : bytes.slice(0, padding);
  const tail = padding < 0 ? '' : bytes.slice(padding);
  const isValid = body.length > 0 && !/[^A-Za-z0-9+/]/.test(body) && (tail === '' || tail === '=' || tail === '==');
  return isValid ? (head[1] ?? null) : null;
}

const FORMATS: ReadonlySet<string | null> = new Set(['png', 'jpeg', 'webp', 'gif']);

/** A person's picture: a URL when read, a data URL when written (G-64). */
export const avatar = defineKind({
  options: z.object({}),
  rule: (_options, missing) =>
    z
      .string(typeMessage(missing, 'validation.image'))
      .max(10_000_000, 'validation.avatarTooLarge')
      .refine((text) => /^(\/|https?:\/\/)/.test(text) || FORMATS.has(dataUrlFormat(text)), 'validation.image'),
  initial: () => null,
});
