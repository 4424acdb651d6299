import type * as z from 'zod';
import type { StagingEffect } from '#i18n/ru/staging.ts';
import type { Find } from './finds.ts';
import type { Rule } from './rules.ts';

/** One read-only call of the specification; `{name}` in the URL is replaced by the value found under that name. */
export interface ReadCall {
  name: string;
  /** Specification item that its deviations are reported under. */
  item: string;
  url: string;
  /** `one`: a single record; `list`: a whole list, bare or as a page (G-68); `page`: pages by number; `feed`: pages by `next`. */
  form: 'one' | 'list' | 'page' | 'feed';
  /** Documented keys of a record; additional keys are no deviation. */
  shape: z.ZodType;
  /** Top-level keys without which the console cannot show the record. */
  needs?: readonly string[];
  /** The console's reaction if another key is missing; default: an empty place. */
  effects?: Readonly<Record<string, StagingEffect>>;
  rules?: readonly Rule[];
  finds?: Readonly<Record<string, Find>>;
  /** Body of a POST that only reads; without it the call is a GET. */
  body?: object;
  /** Name of a found value to use as URL, such as `next` of a page. */
  follows?: string;
  /** Expected error status; the body of the answer is not read. */
  refusal?: { status: number; effect: StagingEffect; token?: string };
}
