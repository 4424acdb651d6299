import * as z from 'zod';
import { SECTION_NAME } from '#resources/language/names.ts';
import { ADDRESS } from '#resources/language/reserved-routes.ts';
import { capitalise } from '#resources/language/words.ts';
import type { BrokenFile } from '#resources/protocol/definitions/definitions.ts';

/** What can still be read about the section of a file with problems. */
export type Said = Omit<BrokenFile, 'file' | 'problems'>;

/** Longer ones are no title. */
const TITLE_MAX = 60;

/** The first name of a section in a text that is no JSON: `SECTION_NAME` without its anchors. */
const NAME_IN_TEXT = new RegExp(`"name"\\s*:\\s*"(${SECTION_NAME.source.replace(/^\^|\$$/g, '')})"`);

const words = z.object({ title: z.string().optional(), plural: z.string() });
/** Every part by itself: a problem in one leaves the others readable. */
const parts = z.object({
  name: z.string().regex(SECTION_NAME).optional().catch(undefined),
  was: z.string().regex(SECTION_NAME).optional().catch(undefined),
  words: words.optional().catch(undefined),
  routes: z
    .object({ list: z.string().regex(ADDRESS) })
    .optional()
    .catch(undefined),
  area: z.literal('settings').optional().catch(undefined),
  menu: z.literal(false).optional().catch(undefined),
});

/** Name, title and place of the section of a file that is wrong. @param source the text of the file; null when it could not be read */
export function saidIn(source: string | null): Said {
  const parts = readParts(source ?? '');
  const title = (parts.words?.title ?? parts.words?.plural ?? '').trim();
  const path = parts.routes?.list;
  return {
    name: parts.name ?? null,
    // A problem in the words, or no JSON at all: the section is called by its name.
    title: title !== '' && title.length <= TITLE_MAX ? capitalise(title) : null,
    ...(path ? { path } : {}),
    ...(parts.area ? { area: parts.area } : {}),
    ...(parts.menu === false ? { menu: parts.menu } : {}),
  };
}

/** The name that the section of a file had before, as its text says it; null for none. */
export const formerNameIn = (source: string): string | null => readParts(source).was ?? null;

function readParts(source: string): Partial<z.output<typeof parts>> {
  try {
    return parts.catch({} as z.output<typeof parts>).parse(JSON.parse(source.replace(/^\uFEFF/, '')));
  } catch {
    // A text that is no JSON is cut off or has a slip somewhere: the parts before and after it may be read by patterns.
    const list = /"routes"\s*:\s*\{[^{}]*"list"\s*:\s*"([^"]*)"/.exec(source)?.[1];
    return {
      name: NAME_IN_TEXT.exec(source)?.[1],
      ...(list !== undefined && ADDRESS.test(list) ? { routes: { list } } : {}),
      ...(/"area"\s*:\s*"settings"/.test(source) ? { area: 'settings' } : {}),
      ...(/"menu"\s*:\s*false/.test(source) ? { menu: false } : {}),
    };
  }
}
