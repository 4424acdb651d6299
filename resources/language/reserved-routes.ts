/** A path of the console; `//` is not allowed, because it would start another host's URL. */
export const CONSOLE_PATH = /^\/(?:[a-z0-9_-]+\/)*[a-z0-9_-]*$/;

/** Normalises a path for comparison, since the router treats `/cameras/` like `/cameras`. */
export const normalizePath = (path: string): string => `/${path.split('/').filter(Boolean).join('/')}`;

/** First path segments that the console or the server uses itself, so that no definition may take them. */
const RESERVED = {
  signIn: [
    'auth',
    'setup',
    'second-step',
    'registration',
    'confirmation',
    'password-creating',
    'password-change',
    'password-change-logged',
  ],
  shell: ['', 'profile', 'avatar', 'settings', 'definitions', 'chats', 'download-resident-form'],
  server: ['api', 'ws', 'v0', 'dev', 'docs', 'resources', 'assets'],
} as const;

/** Settings pages that are not made from definitions. */
const SETTINGS = ['company-profile', 'building-passport', 'access'];

/**
 * The owner of a reserved path (a key of `definitions.owner` in i18n); null if a definition may take it. Definitions may take
 * any other page under /settings.
 */
export function findRouteOwner(path: string): string | null {
  const [first = '', ...rest] = normalizePath(path).split('/').slice(1);
  if (first === 'settings' && rest.length) return SETTINGS.includes(rest.join('/')) ? 'shell' : null;
  for (const [owner, segments] of Object.entries(RESERVED)) {
    if ((segments as readonly string[]).includes(first)) return owner;
  }
  return null;
}
