import type { FastifyInstance } from 'fastify';
import { route } from './route.ts';

const DAY = 86_400_000;
/** How long the text may be believed, from the day it is asked for. */
const VALID = 180 * DAY;

/** `/.well-known/security.txt` (RFC 9116): whom to tell of a hole. @param contact `mailto:`, `https:` or `tel:` address */
export function securityText(app: FastifyInstance, contact: string, now: () => Date): void {
  const url = '/.well-known/security.txt';
  route(app, {
    method: 'GET',
    url,
    summary: 'Кому сообщать об уязвимостях (RFC 9116)',
    access: { kind: 'public' },
    example: () => ({ url }),
    handle: ({ reply }) => {
      const day = Math.floor(now().getTime() / DAY) * DAY;
      const expires = new Date(day + VALID).toISOString();
      const text = `Contact: ${contact}\nExpires: ${expires}\nPreferred-Languages: ru, en\n`;
      return reply.type('text/plain; charset=utf-8').send(text);
    },
  });
}
