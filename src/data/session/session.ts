/**
 * Typed access to the browser's storage between visits (CONST-02). No imports: the sign-in script,
 * which runs before everything else, uses it too.
 */

/** Keys of local storage; the names are the specification's. */
export const KEYS = {
  token: 'home-moderator',
  chatToken: 'chat-token',
  firebaseToken: 'firebase-token',
  role: 'role',
  keepLoggedIn: 'keep-logged-in',
  permissions: 'permissions',
  companyId: 'company-id',
  userId: 'user-id',
  checkedBuildings: 'checked-buildings',
} as const;

/** One remembered value. */
export interface StoredValue<Value> {
  /** The value, or null when there is none or it cannot be read. The same object until it changes. */
  get(): Value | null;
  /** Remembers a value; null forgets it. */
  set(value: Value | null): void;
}

/** The session of the chat service. */
export interface ChatToken {
  token: string;
  /** When it ends, ISO. */
  expires: string;
}

/** Key of the parts of the product that are on; ours, the specification has none. */
const FEATURES_KEY = 'features';

/** Key of the mark that this tab shows the console of another person, `src/data/session/view-as.ts`. */
export const VIEW_KEY = 'view-as';

/**
 * The storage of this tab: a view as another person keeps its own session in the tab alone, so that the person's own session
 * and other tabs stay signed in as they were.
 */
function place(): Storage {
  return globalThis.sessionStorage?.getItem(VIEW_KEY) ? sessionStorage : localStorage;
}

const listeners = new Set<() => void>();

/** Calls back after every change, in this tab or another one. Answers how to stop. */
export function onSessionChange(listener: () => void): () => void {
  if (listeners.size === 0) globalThis.addEventListener?.('storage', announce);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) globalThis.removeEventListener?.('storage', announce);
  };
}

function announce(): void {
  for (const listener of [...listeners]) listener();
}

function entry<Value>(key: string, read: (text: string) => Value | null, write: (value: Value) => string) {
  let cachedText: string | null = null;
  let value: Value | null = null;
  return {
    get() {
      const text = place().getItem(key);
      if (text !== cachedText) {
        cachedText = text;
        value = text === null ? null : read(text);
      }
      return value;
    },
    set(next) {
      const text = next === null ? null : write(next);
      const storage = place();
      if (text === storage.getItem(key)) return;
      if (text === null) storage.removeItem(key);
      else storage.setItem(key, text);
      announce();
    },
  } satisfies StoredValue<Value>;
}

const plain = (key: string): StoredValue<string> =>
  entry(
    key,
    (text) => text,
    (value) => value,
  );

/** JSON that passes the test; anything else counts as nothing remembered, as if the key were absent. */
function json<Value>(key: string, isValue: (parsed: unknown) => parsed is Value): StoredValue<Value> {
  const read = (text: string): Value | null => {
    let parsed: unknown;
    try {
      parsed = JSON.parse(text);
    } catch {
      return null;
    }
    return isValue(parsed) ? parsed : null;
  };
  return entry(key, read, (value) => JSON.stringify(value));
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Everything remembered, by name. */
export const session = {
  /** The moderator token; without one the visitor is signed out. */
  token: plain(KEYS.token),
  chatToken: json<ChatToken>(
    KEYS.chatToken,
    (value): value is ChatToken => isRecord(value) && typeof value.token === 'string',
  ),
  firebaseToken: plain(KEYS.firebaseToken),
  /** Role of the sign-in answer; stored only, rights come from `permissions` (AUTH-25). */
  role: plain(KEYS.role),
  keepLoggedIn: json<boolean>(KEYS.keepLoggedIn, (value): value is boolean => typeof value === 'boolean'),
  /** Levels by section (PERM-03). */
  permissions: json<Record<string, string>>(
    KEYS.permissions,
    (value): value is Record<string, string> =>
      isRecord(value) && Object.values(value).every((level) => typeof level === 'string'),
  ),
  /** Parts of the product that are on or off (EMP-47). */
  features: json<Record<string, boolean>>(
    FEATURES_KEY,
    (value): value is Record<string, boolean> =>
      isRecord(value) && Object.values(value).every((on) => typeof on === 'boolean'),
  ),
  companyId: plain(KEYS.companyId),
  userId: plain(KEYS.userId),
  /** Ids chosen in the building selector; null before the first choice (SHELL-29). */
  checkedBuildings: json<number[]>(
    KEYS.checkedBuildings,
    (value): value is number[] => Array.isArray(value) && value.every((id) => Number.isInteger(id)),
  ),
} as const;

/**
 * Forgets the person: everything but the building selection (CONST-09, CONST-11). In a tab that views the console as another person
 * it ends the view.
 */
export function clearSession(): void {
  for (const [name, item] of Object.entries(session)) if (name !== 'checkedBuildings') item.set(null);
  if (globalThis.sessionStorage?.getItem(VIEW_KEY)) sessionStorage.clear();
}
