/**
 * Drafts of forms in local storage: unsent input that survives a closed tab, a lost connection and an expired sign-in; signing
 * out removes them. Never contains passwords; files are stored separately (draft-files.ts).
 */

import { currentTime } from '#resources/clock.ts';
import { isUnsendableDate } from '#resources/language/kinds/unfinished-date.ts';
import { trimEnd } from '#resources/trim-end.ts';
import { DRAFT_PREFIX, isForgotten, userDraftPrefix } from './own-drafts.ts';
import { isOtherOpenTab, TAB } from './tabs.ts';

/** Increase it when the stored shape changes; drafts of other versions are dropped. */
const VERSION = 1;
/** Maximum size of a draft without its pictures, characters; a larger one is not stored. */
const MAX_LENGTH = 64_000;
/** Maximum size of one picture, and roughly of all pictures of a draft, characters; 400x400 pixels take a third of it. */
const MAX_PICTURE_LENGTH = 250_000;
/**
 * Maximum number of form drafts, of small texts (chats, comments), and of idempotency keys; the oldest of each kind are removed.
 */
const MAX_COUNT = { form: 20, small: 60, sent: 40 } as const;
/** Marker in the key of a small text. */
const SMALL_MARKER = '~';
/** Marker in the storage key of an idempotency key (send-once.ts). */
const SENT_MARKER = '^';
const DAY = 86_400_000;
/** Age at which a draft is dropped, ms. */
const MAX_AGE_MS = 30 * DAY;

/** The typed values by field, and when they were typed. */
export interface Draft {
  /** ms since 1970. */
  at: number;
  values: Readonly<Record<string, unknown>>;
  /** Initial values of the same fields, for a form of a record that others may change meanwhile. */
  initialValues?: Readonly<Record<string, unknown>>;
  /** Tab in which the form is open; left out once the form is closed. */
  tab?: string;
}

interface StoredDraft extends Omit<Draft, 'initialValues'> {
  version: number;
  /** `initialValues`; this name is kept so that drafts stored earlier can be read. */
  began?: Readonly<Record<string, unknown>>;
}

/**
 * Key of the draft of a form: contains the person, so that drafts are offered only to their author, and the address of the form.
 */
export function draftKey(user: string, path: string, search: string): string {
  return `${userDraftPrefix(user)}${trimEnd(path, '/')}${search}`;
}

/**
 * Key of a small text; it does not count towards the limit of form drafts.
 * @param place identifies it, e.g. `/chats?chat_id=grpA`
 */
export function smallKey(user: string, place: string): string {
  return `${userDraftPrefix(user)}${SMALL_MARKER}${place}`;
}

/** Storage key under which the idempotency key of a call is kept. */
export function sentKey(user: string, call: string): string {
  return `${userDraftPrefix(user)}${SENT_MARKER}${call}`;
}

/** Key used when another open tab already has a draft of the same form. */
const tabKey = (key: string): string => `${key} tab ${TAB}`;

/** Key of the draft of this tab: two tabs with the same form keep separate drafts. */
export const tabDraftKey = (key: string): string => (isOtherOpenTab(readStored(key)?.tab) ? tabKey(key) : key);

/**
 * Key of the draft to offer: the newest, and one set aside only if there is no other. Drafts of other open tabs are not offered; null
 * if none remains.
 */
export function offeredKey(key: string): string | null {
  const candidateKeys = [key, ...draftKeys().filter((place) => place.startsWith(`${key} tab `)), asideKey(key)];
  const free = candidateKeys.flatMap((place) => {
    const draft = readDraft(place);
    return draft && !isOtherOpenTab(draft.tab) ? [{ place, at: draft.at }] : [];
  });
  // A draft set aside is older than the one under the key of the form.
  free.sort(
    (one, other) => Number(one.place === asideKey(key)) - Number(other.place === asideKey(key)) || other.at - one.at,
  );
  return free[0]?.place ?? null;
}

/** Removes the draft of this tab; one that another tab has stored there meanwhile stays. */
export function removeTabDraft(key: string): void {
  if (!isOtherOpenTab(readStored(key)?.tab)) removeDraft(key);
}

/** Called when the form is closed: its draft is offered to the tab that opens the form next. */
export function releaseDraft(key: string): void {
  const draft = readStored(key);
  if (draft?.tab !== TAB) return;
  const { tab: _, ...free } = draft;
  storeText(key, JSON.stringify(free), draft.at);
}

/** Key to which `setDraftAside` copies the offered draft. */
export function asideKey(key: string): string {
  return `${key} aside`;
}

function draftKind(key: string): keyof typeof MAX_COUNT {
  const [, , place = ''] = key.split(':', 3);
  if (place.startsWith(SENT_MARKER)) return 'sent';
  return place.startsWith(SMALL_MARKER) ? 'small' : 'form';
}

function readStored(key: string): StoredDraft | null {
  try {
    const parsed = JSON.parse(localStorage.getItem(key) ?? 'null') as Partial<StoredDraft> | null;
    const isValid = parsed?.version === VERSION && typeof parsed.at === 'number' && typeof parsed.values === 'object';
    return isValid && parsed.values !== null ? (parsed as StoredDraft) : null;
  } catch {
    // Not our format, or truncated: treated as missing.
    return null;
  }
}

/** Reads the draft of a form; null when it is missing, unreadable or too old. */
export function readDraft(key: string, now: number = currentTime()): Draft | null {
  const draft = readStored(key);
  if (!draft || now - draft.at >= MAX_AGE_MS) return null;
  const { at, values, began: initialValues, tab } = draft;
  return { at, values, ...(initialValues ? { initialValues } : {}), ...(tab ? { tab } : {}) };
}

/** Removes the draft of a form. */
export function removeDraft(key: string): void {
  localStorage.removeItem(key);
}

const draftKeys = (): string[] => Object.keys(localStorage).filter((key) => key.startsWith(DRAFT_PREFIX));

/** Removes drafts that are too old or unreadable, and the oldest of the same kind, to make room for this one. */
function makeRoom(newKey: string, now: number): void {
  const kind = draftKind(newKey);
  const others = draftKeys().filter((key) => key !== newKey && draftKind(key) === kind);
  const drafts = others.map((key) => ({ key, at: readDraft(key, now)?.at ?? 0 }));
  drafts.sort((a, b) => b.at - a.at);
  for (const [index, { key, at }] of drafts.entries()) if (at === 0 || index >= MAX_COUNT[kind] - 1) removeDraft(key);
}

/** Copies the offered draft to another key, so that new input does not overwrite it. */
export function setDraftAside(key: string): void {
  const text = localStorage.getItem(key);
  if (text !== null) storeText(asideKey(key), text, currentTime());
}

/** Pictures in a stored draft. */
const PICTURES = /"data:image\/[^"]*"/g;

function storeText(key: string, text: string, now: number): boolean {
  makeRoom(key, now);
  try {
    localStorage.setItem(key, text);
    return true;
  } catch {
    // Storage is full; the form itself works without a draft.
    return false;
  }
}

/**
 * Stores the draft of a form.
 * @param initialValues initial values of the fields, if the form edits a record
 * @param tab tab of the form while it is open
 * @returns false when it is too large, the storage is full or unavailable, or the person has signed out; the stored draft is then
 * not changed
 */
export function writeDraft(
  key: string,
  values: Readonly<Record<string, unknown>>,
  now: number = currentTime(),
  initialValues?: Readonly<Record<string, unknown>>,
  tab?: string,
): boolean {
  const optionalParts = { ...(initialValues ? { began: initialValues } : {}), ...(tab ? { tab } : {}) };
  const text = JSON.stringify({ version: VERSION, at: now, values, ...optionalParts } satisfies StoredDraft);
  const textLength = text.replace(PICTURES, '').length;
  if (textLength > MAX_LENGTH || text.length > MAX_LENGTH + MAX_PICTURE_LENGTH || isForgotten(key)) return false;
  return storeText(key, text, now);
}

const SECRET = /password|secret|token/i;

/** Whether a text is a data or blob URL that cannot be stored; small pictures can. */
const isFileUrl = (text: string): boolean =>
  /^(data|blob):/i.test(text) && !(/^data:image\//i.test(text) && text.length <= MAX_PICTURE_LENGTH);

/** Whether a value is a file that is not uploaded yet: its content exists only in this page. */
export function isUnfinishedFile(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return 'status' in value && 'realName' in value && value.status !== 'done';
}

/**
 * The part of a value that can be stored: texts, small pictures, numbers, booleans, null, and lists and plain objects of these;
 * undefined for anything else. Unfinished dates and keys that contain password, secret or token are left out.
 */
export function toStorable(value: unknown): unknown {
  if (typeof value === 'string') return isFileUrl(value) || isUnsendableDate(value) ? undefined : value;
  if (value === null || typeof value === 'boolean' || Number.isFinite(value)) return value;
  if (Array.isArray(value)) return value.map(toStorable).filter((item) => item !== undefined);
  if (typeof value !== 'object' || isUnfinishedFile(value)) return undefined;
  const kind = Object.getPrototypeOf(value);
  if (kind !== Object.prototype && kind !== null) return undefined;
  const entries = Object.entries(value).flatMap(([name, item]) => {
    const part = SECRET.test(name) ? undefined : toStorable(item);
    return part === undefined ? [] : [[name, part] as const];
  });
  return Object.fromEntries(entries);
}

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

const isEqual = (a: unknown, b: unknown): boolean =>
  (isEmpty(a) && isEmpty(b)) || JSON.stringify(a) === JSON.stringify(b);

/** The storable fields whose values differ from the initial values of the form. */
export function changedValues(
  values: Readonly<Record<string, unknown>>,
  initialValues: Readonly<Record<string, unknown>> | undefined,
): Record<string, unknown> {
  const storable = toStorable(values) as Record<string, unknown>;
  const initial = toStorable(initialValues ?? {}) as Record<string, unknown>;
  return Object.fromEntries(Object.entries(storable).filter(([name, value]) => !isEqual(value, initial[name])));
}
