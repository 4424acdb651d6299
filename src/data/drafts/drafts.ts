/**
 * Drafts of forms: what was typed and not yet sent, kept in local storage so that it survives a closed tab, a lost
 * connection and an expired sign-in; signing out removes them. No passwords; bytes of files lie apart (draft-files.ts).
 */

import { currentTime } from '#resources/clock.ts';
import { isUnsendableDate } from '#resources/language/kinds/unfinished-date.ts';
import { trimEnd } from '#resources/trim-end.ts';
import { DRAFT_PREFIX, isForgotten, ownDrafts } from './own-drafts.ts';
import { isOtherOpenTab, TAB } from './tabs.ts';

/** Raised when the shape of what is stored changes; drafts of another version are dropped. */
const VERSION = 1;
/** Greatest size of one draft without its picture, characters; a longer one is not kept. */
const LONGEST = 64_000;
/** Greatest size of a picture that stands in a form as a data URL, characters: 400x400 pixels take a third of it. */
const PICTURE = 250_000;
/** Most drafts of forms at a time, small texts (of chats, of comments), and keys of calls; the oldest of their own kind give way. */
const MOST = { form: 20, small: 60, sent: 40 } as const;
/** Part of the key of a small text, before its place. */
const SMALL = '~';
/** Part of the key of a remembered call (sent-once.ts). */
const SENT = '^';
const DAY = 86_400_000;
/** Age at which a draft is dropped, ms. */
const OLDEST = 30 * DAY;

/** The typed values, by field, and when they were typed. */
export interface Draft {
  /** ms since 1970. */
  at: number;
  values: Readonly<Record<string, unknown>>;
  /** Former values of the same fields, for a form of a record that others may change meanwhile. */
  began?: Readonly<Record<string, unknown>>;
  /** The tab that has the form open; left out once the form was left. */
  tab?: string;
}

interface StoredDraft extends Draft {
  version: number;
}

/** The key of a form's draft: the person and the address of the form, so that drafts are offered to their own person only. */
export function draftKey(user: string, path: string, search: string): string {
  return `${ownDrafts(user)}${trimEnd(path, '/')}${search}`;
}

/** The key of a small text: it takes no room from the drafts of forms. @param place names it: `/chats?chat_id=grpA` */
export function smallKey(user: string, place: string): string {
  return `${ownDrafts(user)}${SMALL}${place}`;
}

/** The key of a remembered call. */
export function sentKey(user: string, call: string): string {
  return `${ownDrafts(user)}${SENT}${call}`;
}

/** The key of a form's draft while another open tab has one of the same form. */
const besideKey = (key: string): string => `${key} tab ${TAB}`;

/** The key of this tab's draft of a form: two tabs with one form keep separate drafts. */
export const ownKey = (key: string): string => (isOtherOpenTab(stored(key)?.tab) ? besideKey(key) : key);

/** The key of a form's newest draft that belongs to no other open tab; null for none. */
export function offeredKey(key: string): string | null {
  const places = [key, ...keys().filter((place) => place.startsWith(`${key} tab `)), asideKey(key)];
  const free = places.flatMap((place, order) => {
    const draft = readDraft(place);
    return draft && !isOtherOpenTab(draft.tab) ? [{ place, order, at: draft.at }] : [];
  });
  // A draft set aside was typed before the one under the form's own key.
  free.sort(
    (one, other) => Number(one.place === asideKey(key)) - Number(other.place === asideKey(key)) || other.at - one.at,
  );
  return free[0]?.place ?? null;
}

/** Forgets this tab's draft; one that another tab has stored there meanwhile stays. */
export function removeOwn(key: string): void {
  if (!isOtherOpenTab(stored(key)?.tab)) removeDraft(key);
}

/** The form was left: its draft is offered to whichever tab opens it next. */
export function releaseDraft(key: string): void {
  const draft = stored(key);
  if (draft?.tab !== TAB) return;
  const { tab: _, ...free } = draft;
  keep(key, JSON.stringify(free), draft.at);
}

/** The key of an offered draft, not answered yet, while something else is typed into the form. */
export function asideKey(key: string): string {
  return `${key} aside`;
}

function draftKind(key: string): keyof typeof MOST {
  const [, , place = ''] = key.split(':', 3);
  if (place.startsWith(SENT)) return 'sent';
  return place.startsWith(SMALL) ? 'small' : 'form';
}

function stored(key: string): StoredDraft | null {
  try {
    const parsed = JSON.parse(localStorage.getItem(key) ?? 'null') as Partial<StoredDraft> | null;
    const whole = parsed?.version === VERSION && typeof parsed.at === 'number' && typeof parsed.values === 'object';
    return whole && parsed.values !== null ? (parsed as StoredDraft) : null;
  } catch {
    // Not ours, or cut off: counts as none.
    return null;
  }
}

/** The draft of a form; null when there is none, or none that can be read or is young enough. */
export function readDraft(key: string, now: number = currentTime()): Draft | null {
  const draft = stored(key);
  if (!draft || now - draft.at >= OLDEST) return null;
  const { at, values, began, tab } = draft;
  return { at, values, ...(began ? { began } : {}), ...(tab ? { tab } : {}) };
}

/** Forgets a form's draft. */
export function removeDraft(key: string): void {
  localStorage.removeItem(key);
}

const keys = (): string[] => Object.keys(localStorage).filter((key) => key.startsWith(DRAFT_PREFIX));

/** Drops what is too old or unreadable, and the oldest of its kind, so that this one has room. */
function makeRoom(wanted: string, now: number): void {
  const kind = draftKind(wanted);
  const others = keys().filter((key) => key !== wanted && draftKind(key) === kind);
  const drafts = others.map((key) => ({ key, at: readDraft(key, now)?.at ?? 0 }));
  drafts.sort((a, b) => b.at - a.at);
  for (const [place, { key, at }] of drafts.entries()) if (at === 0 || place >= MOST[kind] - 1) removeDraft(key);
}

/** Sets aside a draft that is still offered: the text typed now takes its key. */
export function setAside(key: string): void {
  const text = localStorage.getItem(key);
  if (text !== null) keep(asideKey(key), text, currentTime());
}

/** Pictures in a stored draft. */
const PICTURES = /"data:image\/[^"]*"/g;

function keep(key: string, text: string, now: number): boolean {
  makeRoom(key, now);
  try {
    localStorage.setItem(key, text);
    return true;
  } catch {
    // The browser gives no more room. The form itself works without a draft.
    return false;
  }
}

/**
 * Keeps a form's draft.
 * @param began the former values of the fields, where the draft is of a record
 * @param tab the tab of the form, as long as that is open
 * @returns false when it is too long or the storage is full or closed; what was kept before stays then
 */
export function writeDraft(
  key: string,
  values: Readonly<Record<string, unknown>>,
  now: number = currentTime(),
  began?: Readonly<Record<string, unknown>>,
  tab?: string,
): boolean {
  const said = { ...(began ? { began } : {}), ...(tab ? { tab } : {}) };
  const text = JSON.stringify({ version: VERSION, at: now, values, ...said } satisfies StoredDraft);
  const words = text.replace(PICTURES, '').length;
  if (words > LONGEST || text.length > LONGEST + PICTURE || isForgotten(key)) return false;
  return keep(key, text, now);
}

const SECRET = /password|secret|token/i;

/** Whether a text is the bytes or the address of a file that cannot be kept; small pictures can. */
const isBytes = (text: string): boolean =>
  /^(data|blob):/i.test(text) && !(/^data:image\//i.test(text) && text.length <= PICTURE);

/** Whether a value is a file that is not on the server yet: its bytes exist in this page alone. */
export function isUnfinishedFile(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return 'status' in value && 'realName' in value && value.status !== 'done';
}

/**
 * The storable part of a value: texts, small pictures, numbers, yes and no, lists and plain objects of them; undefined for the
 * rest.
 */
export function keepable(value: unknown): unknown {
  if (typeof value === 'string') return isBytes(value) || isUnsendableDate(value) ? undefined : value;
  if (value === null || typeof value === 'boolean' || Number.isFinite(value)) return value;
  if (Array.isArray(value)) return value.map(keepable).filter((item) => item !== undefined);
  if (typeof value !== 'object' || isUnfinishedFile(value)) return undefined;
  const kind = Object.getPrototypeOf(value);
  if (kind !== Object.prototype && kind !== null) return undefined;
  const entries = Object.entries(value).flatMap(([name, item]) => {
    const part = SECRET.test(name) ? undefined : keepable(item);
    return part === undefined ? [] : [[name, part] as const];
  });
  return Object.fromEntries(entries);
}

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

const same = (a: unknown, b: unknown): boolean => (isEmpty(a) && isEmpty(b)) || JSON.stringify(a) === JSON.stringify(b);

/** The fields in which a form differs from its initial values, as far as they may be kept. */
export function changedValues(
  values: Readonly<Record<string, unknown>>,
  began: Readonly<Record<string, unknown>> | undefined,
): Record<string, unknown> {
  const kept = keepable(values) as Record<string, unknown>;
  const before = keepable(began ?? {}) as Record<string, unknown>;
  return Object.fromEntries(Object.entries(kept).filter(([name, value]) => !same(value, before[name])));
}
