/**
 * Drafts of forms: what was typed and not yet sent, kept in local storage so that it survives a closed tab, a lost
 * connection and an expired sign-in. No passwords, no bytes of files.
 */

/** Raised when the shape of what is stored changes; drafts of another version are dropped. */
const VERSION = 1;
const PREFIX = 'draft:';
/** Greatest size of one draft, characters; a longer one is not kept. */
const LONGEST = 64_000;
/** Most drafts at a time; the oldest give way. */
const MOST = 20;
const DAY = 86_400_000;
/** Age at which a draft is dropped, ms. */
const OLDEST = 30 * DAY;

/** What was typed, by field, and when. */
export interface Draft {
  /** ms since 1970. */
  at: number;
  values: Readonly<Record<string, unknown>>;
}

interface Stored extends Draft {
  version: number;
}

/** The key of a form's draft: the person and the address of the form, so that nobody is offered another one's. */
export function draftKey(user: string, path: string, search: string): string {
  return `${PREFIX}${user}:${path.replace(/\/+$/, '')}${search}`;
}

function stored(key: string): Stored | null {
  try {
    const parsed = JSON.parse(localStorage.getItem(key) ?? 'null') as Partial<Stored> | null;
    const whole = parsed?.version === VERSION && typeof parsed.at === 'number' && typeof parsed.values === 'object';
    return whole && parsed.values !== null ? (parsed as Stored) : null;
  } catch {
    // Not ours, or cut off: as good as none.
    return null;
  }
}

/** The draft of a form; null when there is none, or none that can be read or is young enough. */
export function readDraft(key: string, now: number = Date.now()): Draft | null {
  const draft = stored(key);
  return draft && now - draft.at < OLDEST ? { at: draft.at, values: draft.values } : null;
}

/** Forgets a form's draft. */
export function removeDraft(key: string): void {
  localStorage.removeItem(key);
}

const keys = (): string[] => Object.keys(localStorage).filter((key) => key.startsWith(PREFIX));

/** Drops what is too old or unreadable, and the oldest, so that one more has room. */
function makeRoom(now: number): void {
  const drafts = keys().map((key) => ({ key, at: readDraft(key, now)?.at ?? 0 }));
  drafts.sort((a, b) => b.at - a.at);
  for (const [place, { key, at }] of drafts.entries()) if (at === 0 || place >= MOST - 1) removeDraft(key);
}

/**
 * Keeps a form's draft.
 * @returns false when it is too long or the storage is full or closed; what was kept before is gone then
 */
export function writeDraft(key: string, values: Readonly<Record<string, unknown>>, now: number = Date.now()): boolean {
  const text = JSON.stringify({ version: VERSION, at: now, values } satisfies Stored);
  removeDraft(key);
  if (text.length > LONGEST) return false;
  makeRoom(now);
  try {
    localStorage.setItem(key, text);
    return true;
  } catch {
    // The browser gives no more room. The form itself works without a draft.
    return false;
  }
}

const SECRET = /password|secret|token/i;

/** Whether a value is a file that is not on the server yet: its bytes are nowhere but in this page. */
function isUnfinishedFile(value: object): boolean {
  return 'status' in value && 'realName' in value && value.status !== 'done';
}

/** What of a value may be kept: texts, numbers, yes and no, lists and plain objects of them; undefined for the rest. */
export function keepable(value: unknown): unknown {
  if (typeof value === 'string') return /^(data|blob):/i.test(value) ? undefined : value;
  if (value === null || typeof value === 'boolean' || Number.isFinite(value)) return value;
  if (Array.isArray(value)) return value.map(keepable).filter((item) => item !== undefined);
  if (typeof value !== 'object' || isUnfinishedFile(value)) return undefined;
  const kind = Object.getPrototypeOf(value);
  if (kind !== Object.prototype && kind !== null) return undefined;
  const kept = Object.entries(value).flatMap(([name, item]) => {
    const part = SECRET.test(name) ? undefined : keepable(item);
    return part === undefined ? [] : [[name, part] as const];
  });
  return Object.fromEntries(kept);
}

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

const same = (a: unknown, b: unknown): boolean => (isEmpty(a) && isEmpty(b)) || JSON.stringify(a) === JSON.stringify(b);

/** The fields in which a form differs from what it began with, as far as they may be kept. */
export function changedValues(
  values: Readonly<Record<string, unknown>>,
  began: Readonly<Record<string, unknown>> | undefined,
): Record<string, unknown> {
  const kept = keepable(values) as Record<string, unknown>;
  const before = keepable(began ?? {}) as Record<string, unknown>;
  return Object.fromEntries(Object.entries(kept).filter(([name, value]) => !same(value, before[name])));
}
