/** Addresses that a message may lead to or show: whatever else a sender writes stays text (chat-protocol.md A8). */

const LINK = /^(https?:\/\/[^\s/]|mailto:[^\s@]+@|tel:\+?[\d(])/i;
/** Of this server: one slash, and no control characters or backslashes, which browsers read as slashes. */
const LOCAL = /^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/;
const PICTURES = ['image/jpeg', 'image/jpg', 'image/gif', 'image/png', 'image/svg+xml'] as const;

/** The address of a link: `http`, `https`, `mailto` and `tel` only; null for any other. */
export function safeLink(address: unknown): string | null {
  if (typeof address !== 'string') return null;
  const trimmed = address.trim();
  return LINK.test(trimmed) && URL.canParse(trimmed) ? trimmed : null;
}

/** The address of an uploaded file: on this server, or `http(s)`; null for any other. */
export function safeFile(address: unknown): string | null {
  if (typeof address !== 'string') return null;
  if (LOCAL.test(address)) return address;
  return /^https?:/i.test(address) ? safeLink(address) : null;
}

/** Whether a picture of this kind is taken and shown (CHAT-15): jpeg, gif, png, svg. */
export function isPicture(mime: unknown): mime is string {
  return PICTURES.some((known) => known === mime);
}

/** The address of a picture that came inside of a message, base64; it is only ever shown as an image, where SVG runs nothing. */
export function inlinePicture(mime: unknown, base64: unknown): string | null {
  if (!isPicture(mime) || typeof base64 !== 'string' || !/^[A-Za-z0-9+/]+=*$/.test(base64)) return null;
  return `data:${mime};base64,${base64}`;
}
