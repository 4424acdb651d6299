import * as z from 'zod';
import { SECTION_NAME } from '#resources/language/names.ts';
import { CONSOLE_PATH } from '#resources/language/reserved-routes.ts';
import { capitalise } from '#resources/language/words.ts';
import type { BrokenFile } from '#resources/protocol/definitions/definitions.ts';

/** What can still be read about the section of a file with problems, for the list of problems. */
export type SectionHeader = Omit<BrokenFile, 'file' | 'problems'>;

/** Longest title accepted, characters. */
const TITLE_MAX = 60;

/** Finds the section name in invalid JSON: `SECTION_NAME` without its anchors. */
const NAME_IN_TEXT = new RegExp(`"name"\\s*:\\s*"(${SECTION_NAME.source.replace(/^\^|\$$/g, '')})"`);

const words = z.object({ title: z.string().optional(), plural: z.string() });
/** Each part has its own fallback, so that a problem in one leaves the others readable. */
const headerShape = z.object({
  name: z.string().regex(SECTION_NAME).optional().catch(undefined),
  was: z.string().regex(SECTION_NAME).optional().catch(undefined),
  words: words.optional().catch(undefined),
  routes: z
    .object({ list: z.string().regex(CONSOLE_PATH) })
    .optional()
    .catch(undefined),
  area: z.literal('settings').optional().catch(undefined),
  menu: z.literal(false).optional().catch(undefined),
});

/**
 * Reads name, title and place of the section from a file with problems.
 * @param source the text of the file; null if it could not be read
 */
export function readSectionHeader(source: string | null): SectionHeader {
  const header = parseHeader(source ?? '');
  const title = (header.words?.title ?? header.words?.plural ?? '').trim();
  const path = header.routes?.list;
  return {
    name: header.name ?? null,
    // Without a readable title the section's name is shown.
    title: title !== '' && title.length <= TITLE_MAX ? capitalise(title) : null,
    ...(path ? { path } : {}),
    ...(header.area ? { area: header.area } : {}),
    ...(header.menu === false ? { menu: header.menu } : {}),
  };
}

/** The former name (`was`) of the section in a file; null for none. */
export const readFormerName = (source: string): string | null => parseHeader(source).was ?? null;

function parseHeader(source: string): Partial<z.output<typeof headerShape>> {
  try {
    return headerShape.catch({} as z.output<typeof headerShape>).parse(JSON.parse(source.replace(/^\uFEFF/, '')));
  } catch {
    // Invalid JSON is usually truncated or has a typo, so some parts may be found by patterns.
    const list = /"routes"\s*:\s*\{[^{}]*"list"\s*:\s*"([^"]*)"/.exec(source)?.[1];
    return {
      name: NAME_IN_TEXT.exec(source)?.[1],
      ...(list !== undefined && CONSOLE_PATH.test(list) ? { routes: { list } } : {}),
      ...(/"area"\s*:\s*"settings"/.test(source) ? { area: 'settings' } : {}),
      ...(/"menu"\s*:\s*false/.test(source) ? { menu: false } : {}),
    };
  }
}
