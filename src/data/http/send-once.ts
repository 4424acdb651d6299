/**
 * Idempotency keys of creating calls (`Idempotency-Key`): a call that is repeated unchanged after its answer was lost keeps its
 * key, so the server does not create a second record. The keys are stored with the drafts, so that a form restored from its draft
 * after a reload uses the same key.
 */

import { currentTime } from '#resources/clock.ts';
import { IDEMPOTENCY_KEY_HEADER } from '#resources/once-key.ts';
import { readDraft, removeDraft, sentKey, writeDraft } from '../drafts/drafts.ts';
import { randomId } from '../random-id.ts';
import { session } from '../session/session.ts';
import { viewedAs } from '../session/view-as.ts';
import { RequestError } from './request-error.ts';

/** Statuses for missing rights or rate limits, which tell nothing about an earlier attempt of the same call. */
const UNDECIDED_STATUSES: ReadonlySet<number> = new Set([401, 403, 408, 425, 429]);

/** Age after which the same body counts as a new record, ms. Slightly less than the server remembers a key. */
const RETRY_MS = 14 * 60_000;

/** A key, and when the call was first made, ms since 1970. */
type Attempt = Readonly<{ key: string; since: number }>;

/** Keys of unanswered calls that could not be stored with the drafts. */
const pending = new Map<string, Attempt>();

/** A short hash of a text; on a collision the server notices the different body and refuses the call. */
function digest(text: string): string {
  let [low, high] = [2_166_136_261, 40_389];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    low = Math.imul(low ^ code, 16_777_619);
    high = Math.imul(high ^ code, 2_246_822_507) + low;
  }
  return [low, high].map((part) => (part >>> 0).toString(36)).join('');
}

/** The key of a recent unanswered call with the same body, else a new key. */
function findAttempt(storageKey: string, now: number): Attempt {
  const { key, since } = readDraft(storageKey)?.values ?? pending.get(storageKey) ?? {};
  const isRecent = typeof key === 'string' && typeof since === 'number' && since <= now && now - since < RETRY_MS;
  return isRecent ? { key, since } : { key: randomId(), since: now };
}

/** Whether the answer is final, so that sending the same body again means another record. */
const isFinal = (error: unknown): boolean =>
  error instanceof RequestError && error.status >= 400 && error.status < 500 && !UNDECIDED_STATUSES.has(error.status);

/**
 * Makes a creating call with an idempotency key. Calls to another origin get none, because it would have to allow the header
 * first; nor do calls while viewing as another person, which write nothing.
 * @param path of the call
 * @param body to be sent
 * @param call makes the call with these headers
 */
export async function sendOnce<Result>(
  path: string,
  body: unknown,
  call: (headers: Readonly<Record<string, string>>) => Promise<Result>,
): Promise<Result> {
  if (viewedAs() !== null || new URL(path, location.href).origin !== location.origin) return call({});
  const storageKey = sentKey(session.userId.get() ?? '', `${path} ${digest(JSON.stringify(body))}`);
  const attempt = findAttempt(storageKey, currentTime());
  const forget = () => {
    pending.delete(storageKey);
    removeDraft(storageKey);
  };
  if (!writeDraft(storageKey, attempt)) pending.set(storageKey, attempt);
  try {
    const answer = await call({ [IDEMPOTENCY_KEY_HEADER]: `"${attempt.key}"` });
    forget();
    return answer;
  } catch (error) {
    if (isFinal(error)) forget();
    throw error;
  }
}
