/** First parts of addresses that the console or the server answers itself; no definition may sit there. */
const RESERVED = {
  'the sign-in pages': [
    'auth',
    'registration',
    'confirmation',
    'password-creating',
    'password-change',
    'password-change-logged',
  ],
  'the shell': ['', 'profile', 'avatar', 'settings'],
  'the server': ['api', 'ws', 'v0', 'dev', 'docs', 'resources', 'assets'],
} as const;

/** Who owns the address, when no definition may take it; pages under /settings are a definition's to have. */
export function reservedBy(path: string): string | null {
  const [first = '', ...rest] = path.split('/').slice(1);
  if (first === 'settings' && rest.some((part) => part !== '')) return null;
  for (const [owner, parts] of Object.entries(RESERVED)) {
    if ((parts as readonly string[]).includes(first)) return owner;
  }
  return null;
}
