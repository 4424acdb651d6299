/** First parts of addresses that the console or the server answers itself; no definition may sit there. */
const RESERVED = {
  signIn: ['auth', 'registration', 'confirmation', 'password-creating', 'password-change', 'password-change-logged'],
  shell: ['', 'profile', 'avatar', 'settings', 'definitions', 'chats', 'download-resident-form'],
  server: ['api', 'ws', 'v0', 'dev', 'docs', 'resources', 'assets'],
} as const;

/** Who owns the address (a key of `definitions.owner` in i18n), when no definition may take it; pages under /settings are a definition's to have. */
export function reservedBy(path: string): string | null {
  const [first = '', ...rest] = path.split('/').slice(1);
  if (first === 'settings' && rest.some((part) => part !== '')) return null;
  for (const [owner, parts] of Object.entries(RESERVED)) {
    if ((parts as readonly string[]).includes(first)) return owner;
  }
  return null;
}
