/** URLs that a message may link to or load; anything else stays text (chat-protocol.md A8). */

const LINK = /^(https?:\/\/[^\s/]|mailto:[^\s@]+@|tel:\+?[\d(])/i;
/** A path on this server: one slash, no control characters, no backslashes, which browsers treat as slashes. */
const LOCAL = /^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/;
const PICTURE_TYPES = ['image/jpeg', 'image/jpg', 'image/gif', 'image/png', 'image/svg+xml'] as const;

/** The URL of a link if it is `http`, `https`, `mailto` or `tel`; else null. */
export function safeLink(address: unknown): string | null {
  if (typeof address !== 'string') return null;
  const trimmed = address.trim();
  return LINK.test(trimmed) && URL.canParse(trimmed) ? trimmed : null;
}

/** The URL of a file if it is on this server or `http(s)`; else null. */
export function safeFile(address: unknown): string | null {
  if (typeof address !== 'string') return null;
  if (LOCAL.test(address)) return address;
  return /^https?:/i.test(address) ? safeLink(address) : null;
}

/** Whether pictures of this type can be sent and shown (CHAT-15): jpeg, gif, png, svg. */
export function isPicture(mime: unknown): mime is string {
  return PICTURE_TYPES.some((type) => type === mime);
}

/** `data:` URL of a picture embedded in a message; only used as an image, where SVG cannot run scripts. */
export function inlinePicture(mime: unknown, base64: unknown): string | null {
  if (!isPicture(mime) || typeof base64 !== 'string' || !/^[A-Za-z0-9+/]+=*$/.test(base64)) return null;
  return `data:${mime};base64,${base64}`;
}
