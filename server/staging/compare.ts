import * as z from 'zod';
import { problemText } from '#i18n/definition-problem.ts';
import type { StagingEffect } from '#i18n/ru/staging.ts';
import { text } from '#i18n/text.ts';
import { convertZodError } from '#resources/language/definition-problem.ts';
import type { Deviation } from './ask.ts';
import type { ReadCall } from './read-call.ts';
import { id } from './shapes.ts';

const nextPage = z.string().nullable();
/** A page of readings (READ-08). */
const page = z.object({ count: id, previous: nextPage, next: nextPage, number: id, page_size: id });
/** A page with a `next` link (API-09). */
const feed = z.object({ next: nextPage });

/** The content of `data`, if an answer is wrapped in it (G-46, G-68). */
export function unwrap(body: unknown): unknown {
  return typeof body === 'object' && body !== null && 'data' in body ? body.data : body;
}

const listShape = z.union([z.array(z.unknown()), z.looseObject({ results: z.array(z.unknown()) })]);

/** The records of an answer: a list, the `results` of a page (G-68), or the single record; null for none of these. */
export function answerRecords(form: ReadCall['form'], body: unknown): readonly unknown[] | null {
  if (form === 'one') return [body];
  const parsed = listShape.safeParse(body);
  if (!parsed.success) return null;
  return Array.isArray(parsed.data) ? parsed.data : parsed.data.results;
}

/** Collects deviations; the same one in many records becomes one line with a count. */
class DeviationCollector {
  readonly #deviations = new Map<string, { what: string; effect: StagingEffect; count: number }>();

  add(error: z.ZodError, value: unknown, prefix: string, effectOf: (key: string) => StagingEffect): void {
    for (const problem of convertZodError(error, value)) {
      const [key = ''] = problem.place.split('.');
      const inner = problem.place.replace(/(^|\.)\d+(?=\.|$)/g, '$1[]');
      const problemPath = [prefix, inner].filter(Boolean).join('.');
      const name = `${problemPath} ${problem.code} ${problem.params.expected ?? ''}`;
      const existing = this.#deviations.get(name);
      if (existing) existing.count += 1;
      else
        this.#deviations.set(name, {
          what: problemText({ ...problem, place: problemPath }),
          effect: effectOf(key),
          count: 1,
        });
    }
  }

  get all(): Deviation[] {
    return [...this.#deviations.values()].map(({ what, effect, count }) => ({
      what: count > 1 ? text('staging.times', { what, count }) : what,
      effect,
    }));
  }
}

/** Deviations of an answer from the documents, key by key; undocumented keys are allowed. */
export function contractDeviations(
  call: Pick<ReadCall, 'form' | 'shape' | 'needs' | 'effects'>,
  body: unknown,
): Deviation[] {
  const { form, shape, needs = [], effects = {} } = call;
  const collector = new DeviationCollector();
  const records = answerRecords(form, body);
  if (records === null) {
    const isObject = typeof body === 'object' && body !== null;
    const { error } = (isObject ? z.object({ results: z.array(z.unknown()) }) : z.array(z.unknown())).safeParse(body);
    if (error) collector.add(error, body, '', () => 'page');
    return collector.all;
  }
  const envelope = { one: null, list: null, page, feed }[form];
  // A plain list instead of a page is allowed (G-68); `rules.ts` checks whether it is complete.
  const { error } = (!Array.isArray(body) && envelope?.safeParse(body)) || {};
  if (error) collector.add(error, body, '', (key) => effects[key] ?? 'blank');
  const missingEffect = form === 'one' ? 'page' : 'lost';
  for (const record of records) {
    const parsed = shape.safeParse(record);
    if (parsed.success) continue;
    const recordPath = form === 'one' ? '' : '[]';
    collector.add(parsed.error, record, recordPath, (key) =>
      key === '' || needs.includes(key) ? missingEffect : (effects[key] ?? 'blank'),
    );
  }
  return collector.all;
}
