/** The message from the service worker of push to a window when its notification was clicked: the address to open. */
export interface PushClick {
  type: 'push-click';
  link: string;
}

/** The way a message of the service worker leads; null for any other message, and for a way out of this site. */
export function clickedLink(data: unknown): string | null {
  const { type, link } = (data ?? {}) as Partial<PushClick>;
  return type === 'push-click' && typeof link === 'string' && /^\/(?![/\\])/.test(link) ? link : null;
}
