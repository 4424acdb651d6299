/** Message from the push service worker to a window when a notification was clicked. */
export interface PushClick {
  type: 'push-click';
  link: string;
}

/** The path in a message of the service worker; null for any other message and for URLs of other sites. */
export function clickedLink(data: unknown): string | null {
  const { type, link } = (data ?? {}) as Partial<PushClick>;
  return type === 'push-click' && typeof link === 'string' && /^\/(?![/\\])/.test(link) ? link : null;
}
