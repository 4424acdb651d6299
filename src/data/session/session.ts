/**
 * Typed access to the data stored between visits (CONST-02). No imports, because the sign-in script, which runs first, includes
 * this file.
 */

/** Keys of local storage; the names are those of the specification. */
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

/** One stored value. */
export interface StoredValue<Value> {
  /** The value; null when it is missing or invalid. The same object until it changes. */
  get(): Value | null;
  /** Stores a value; null removes it. */
  set(value: Value | null): void;
}

/** Token of the chat service. */
export interface ChatToken {
  token: string;
  /** Expiry, ISO. */
  expires: string;
}

/** Key of the feature flags; our addition to the specification. */
const FEATURES_KEY = 'features';

/** Key that is set while this tab views the console as another person (`src/data/session/view-as.ts`). */
export const VIEW_KEY = 'view-as';

/** Storage in use: viewing as another person uses session storage, so that the own session and other tabs are not affected. */
function activeStorage(): Storage {
  return globalThis.sessionStorage?.getItem(VIEW_KEY) ? sessionStorage : localStorage;
}

const listeners = new Set<() => void>();

/** Subscribes to changes in this tab or another one; returns the unsubscribe function. */
export function onSessionChange(listener: () => void): () => void {
  if (listeners.size === 0) globalThis.addEventListener?.('storage', notifyListeners);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) globalThis.removeEventListener?.('storage', notifyListeners);
  };
}

function notifyListeners(): void {
  for (const listener of [...listeners]) listener();
}

function storedEntry<Value>(key: string, read: (text: string) => Value | null, write: (value: Value) => string) {
  let cachedText: string | null = null;
  let value: Value | null = null;
  return {
    get() {
      const text = activeStorage().getItem(key);
      if (text !== cachedText) {
        cachedText = text;
        value = text === null ? null : read(text);
      }
      return value;
    },
    set(next) {
      const text = next === null ? null : write(next);
      const storage = activeStorage();
      if (text === storage.getItem(key)) return;
      if (text === null) storage.removeItem(key);
      else storage.setItem(key, text);
      notifyListeners();
    },
  } satisfies StoredValue<Value>;
}

const storedText = (key: string): StoredValue<string> =>
  storedEntry(
    key,
    (text) => text,
    (value) => value,
  );

/** A JSON value that is validated; an invalid one is treated as missing. */
function storedJson<Value>(key: string, isValue: (parsed: unknown) => parsed is Value): StoredValue<Value> {
  const read = (text: string): Value | null => {
    let parsed: unknown;
    try {
      parsed = JSON.parse(text);
    } catch {
      return null;
    }
    return isValue(parsed) ? parsed : null;
  };
  return storedEntry(key, read, (value) => JSON.stringify(value));
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** All stored values by name. */
export const session = {
  /** The session token; without one the visitor is signed out. */
  token: storedText(KEYS.token),
  chatToken: storedJson<ChatToken>(
    KEYS.chatToken,
    (value): value is ChatToken => isRecord(value) && typeof value.token === 'string',
  ),
  firebaseToken: storedText(KEYS.firebaseToken),
  /** Role from the sign-in answer. Rights come from `permissions` (AUTH-25); only `field-rights.ts` falls back to the role. */
  role: storedText(KEYS.role),
  keepLoggedIn: storedJson<boolean>(KEYS.keepLoggedIn, (value): value is boolean => typeof value === 'boolean'),
  /** Levels by section (PERM-03). */
  permissions: storedJson<Record<string, string>>(
    KEYS.permissions,
    (value): value is Record<string, string> =>
      isRecord(value) && Object.values(value).every((level) => typeof level === 'string'),
  ),
  /** Feature flags (EMP-47). */
  features: storedJson<Record<string, boolean>>(
    FEATURES_KEY,
    (value): value is Record<string, boolean> =>
      isRecord(value) && Object.values(value).every((on) => typeof on === 'boolean'),
  ),
  companyId: storedText(KEYS.companyId),
  userId: storedText(KEYS.userId),
  /** Ids chosen in the building selector; null before the first choice (SHELL-29). */
  checkedBuildings: storedJson<number[]>(
    KEYS.checkedBuildings,
    (value): value is number[] => Array.isArray(value) && value.every((id) => Number.isInteger(id)),
  ),
} as const;

/**
 * Clears the session except for the building selection (CONST-09, CONST-11). In a tab that views as another person it ends the
 * view.
 */
export function clearSession(): void {
  for (const [name, item] of Object.entries(session)) if (name !== 'checkedBuildings') item.set(null);
  if (globalThis.sessionStorage?.getItem(VIEW_KEY)) sessionStorage.clear();
}
