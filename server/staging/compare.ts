import * as z from 'zod';
import { problemText } from '#i18n/definition-problem.ts';
import type { StagingEffect } from '#i18n/ru/staging.ts';
import { text } from '#i18n/text.ts';
import { problemsOf } from '#resources/language/definition-problem.ts';
import type { Deviation } from './ask.ts';
import type { ReadCall } from './calls.ts';
import { id } from './shapes.ts';

const nextPage = z.string().nullable();
/** A page of readings (READ-08). */
const page = z.object({ count: id, previous: nextPage, next: nextPage, number: id, page_size: id });
/** A page with a `next` link (API-09). */
const feed = z.object({ next: nextPage });

/** The content of `data` where an answer has such a key (G-46, G-68). */
export function unwrap(body: unknown): unknown {
  return typeof body === 'object' && body !== null && 'data' in body ? body.data : body;
}

const listed = z.union([z.array(z.unknown()), z.looseObject({ results: z.array(z.unknown()) })]);

/** The records of an answer: a list, or the `results` of a page (G-68); of a single record that one; null where there are none. */
export function answerRecords(form: ReadCall['form'], body: unknown): readonly unknown[] | null {
  if (form === 'one') return [body];
  const read = listed.safeParse(body);
  if (!read.success) return null;
  return Array.isArray(read.data) ? read.data : read.data.results;
}

/** The same fault of many records is one line with their number. */
class Faults {
  readonly #found = new Map<string, { what: string; effect: StagingEffect; count: number }>();

  add(error: z.ZodError, value: unknown, prefix: string, effectOf: (key: string) => StagingEffect): void {
    for (const problem of problemsOf(error, value)) {
      const [key = ''] = problem.place.split('.');
      const inner = problem.place.replace(/(^|\.)\d+(?=\.|$)/g, '$1[]');
      const place = [prefix, inner].filter(Boolean).join('.');
      const name = `${place} ${problem.code} ${problem.params.expected ?? ''}`;
      const known = this.#found.get(name);
      if (known) known.count += 1;
      else this.#found.set(name, { what: problemText({ ...problem, place }), effect: effectOf(key), count: 1 });
    }
  }

  get all(): Deviation[] {
    return [...this.#found.values()].map(({ what, effect, count }) => ({
      what: count > 1 ? text('staging.times', { what, count }) : what,
      effect,
    }));
  }
}

/** Differences of an answer from the documents, key by key; keys that they do not name are no difference. */
export function contractDeviations(
  call: Pick<ReadCall, 'form' | 'shape' | 'needs' | 'effects'>,
  body: unknown,
): Deviation[] {
  const { form, shape, needs = [], effects = {} } = call;
  const faults = new Faults();
  const records = answerRecords(form, body);
  if (records === null) {
    const isObject = typeof body === 'object' && body !== null;
    const { error } = (isObject ? z.object({ results: z.array(z.unknown()) }) : z.array(z.unknown())).safeParse(body);
    if (error) faults.add(error, body, '', () => 'page');
    return faults.all;
  }
  const envelope = { one: null, list: null, page, feed }[form];
  // A plain list instead of a page is allowed (G-68); `rules.ts` checks whether it is complete.
  const { error } = (!Array.isArray(body) && envelope?.safeParse(body)) || {};
  if (error) faults.add(error, body, '', (key) => effects[key] ?? 'blank');
  const lost = form === 'one' ? 'page' : 'lost';
  for (const record of records) {
    const read = shape.safeParse(record);
    if (read.success) continue;
    const place = form === 'one' ? '' : '[]';
    faults.add(read.error, record, place, (key) =>
      key === '' || needs.includes(key) ? lost : (effects[key] ?? 'blank'),
    );
  }
  return faults.all;
}
