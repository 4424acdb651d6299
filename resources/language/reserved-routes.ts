/** An address of the console: `//` would begin the name of another host. */
export const ADDRESS = /^\/(?:[a-z0-9_-]+\/)*[a-z0-9_-]*$/;

/** An address as it is compared with others: the router takes `/cameras/` for `/cameras`. */
export const plainAddress = (path: string): string => `/${path.split('/').filter(Boolean).join('/')}`;

/** First parts of addresses that the console or the server answers itself; no definition may sit there. */
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

/** Pages of the settings that are written by hand. */
const SETTINGS = ['company-profile', 'building-passport', 'access'];

/**
 * The owner of the address (a key of `definitions.owner` in i18n), when no definition may take it; other pages under
 * /settings are a definition's to have.
 */
export function reservedBy(path: string): string | null {
  const [first = '', ...rest] = plainAddress(path).split('/').slice(1);
  if (first === 'settings' && rest.length) return SETTINGS.includes(rest.join('/')) ? 'shell' : null;
  for (const [owner, parts] of Object.entries(RESERVED)) {
    if ((parts as readonly string[]).includes(first)) return owner;
  }
  return null;
}
