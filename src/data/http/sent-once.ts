/**
 * Keys of creating calls (`Idempotency-Key`): a call repeated unchanged after its answer was lost
 * keeps its key, and the server answers it as the first time instead of creating twice. The keys are kept beside the
 * drafts, so that a form that was loaded anew and filled from its draft has them too.
 */

import { currentTime } from '#resources/clock.ts';
import { ONCE_KEY } from '#resources/once-key.ts';
import { readDraft, removeDraft, sentKey, writeDraft } from '../drafts/drafts.ts';
import { randomId } from '../random-id.ts';
import { session } from '../session/session.ts';
import { viewedAs } from '../session/view-as.ts';
import { RequestError } from './request-error.ts';

/** Refusals for want of a right or by a limit of calls, which tell nothing about an earlier try of the same call. */
const UNDECIDED: ReadonlySet<number> = new Set([401, 403, 408, 425, 429]);

/**
 * Age after which the same text counts as a new record, ms: a retry comes sooner. A little less than
 * the server remembers a key.
 */
const RETRY_MS = 14 * 60_000;

/** A key, and when the call went out first, ms since 1970. */
type Attempt = Readonly<{ key: string; since: number }>;

/** Unanswered calls, where the browser keeps no drafts. */
const pending = new Map<string, Attempt>();

/** A short hash of a text; where two texts have the same one, the server tells them apart and refuses the second. */
function digest(text: string): string {
  let [low, high] = [2_166_136_261, 40_389];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    low = Math.imul(low ^ code, 16_777_619);
    high = Math.imul(high ^ code, 2_246_822_507) + low;
  }
  return [low, high].map((part) => (part >>> 0).toString(36)).join('');
}

/** The key of a recent unanswered call from this place, else a new key. */
function sentFrom(place: string, now: number): Attempt {
  const { key, since } = readDraft(place)?.values ?? pending.get(place) ?? {};
  const known = typeof key === 'string' && typeof since === 'number' && since <= now && now - since < RETRY_MS;
  return known ? { key, since } : { key: randomId(), since: now };
}

/** Whether the server has answered for good, so that the same text sent once more is meant to be another record. */
const isFinal = (error: unknown): boolean =>
  error instanceof RequestError && error.status >= 400 && error.status < 500 && !UNDECIDED.has(error.status);

/**
 * Makes a creating call under its key. Another origin gets none, since it would have to allow the header first, and neither
 * does a console viewed as another person: nothing is written then.
 * @param path where to; `body` what is sent
 * @param call makes the call with these headers
 */
export async function sentOnce<Result>(
  path: string,
  body: unknown,
  call: (headers: Readonly<Record<string, string>>) => Promise<Result>,
): Promise<Result> {
  if (viewedAs() !== null || new URL(path, location.href).origin !== location.origin) return call({});
  const place = sentKey(session.userId.get() ?? '', `${path} ${digest(JSON.stringify(body))}`);
  const attempt = sentFrom(place, currentTime());
  const forget = () => {
    pending.delete(place);
    removeDraft(place);
  };
  if (!writeDraft(place, attempt)) pending.set(place, attempt);
  try {
    const answer = await call({ [ONCE_KEY]: `"${attempt.key}"` });
    forget();
    return answer;
  } catch (error) {
    if (isFinal(error)) forget();
    throw error;
  }
}
