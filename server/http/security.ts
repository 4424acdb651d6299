import { createHash } from 'node:crypto';
import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import { route } from './route.ts';

/** Settings that the content security policy depends on. */
interface Policy {
  /** The built page as it is now, for the hashes of the scripts that stand in it; null without a built console. */
  page: { readonly text: string } | null;
  /** A staging server answers the calls: its pictures may lie on any host. */
  staging: boolean;
  /** Push goes through Firebase. */
  firebase: boolean;
}

/** Hashes of the scripts that stand in a page, for `script-src`. Data blocks are no scripts. */
function inlineScriptHashes(page: string): string[] {
  const scripts = [...page.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/gi)];
  return scripts
    .filter(
      ([, attributes = '']) => !/\ssrc\s*=/i.test(attributes) && !/\stype\s*=\s*["']?application\//i.test(attributes),
    )
    .map(([, , code = '']) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`);
}

/** Hashes of the page's scripts, asked for at every answer and counted when the page is another. */
function scriptHashes(page: { readonly text: string }): () => string {
  let cachedHashes = { text: '', hashes: '' };
  return () => {
    const { text } = page;
    if (text !== cachedHashes.text) cachedHashes = { text, hashes: inlineScriptHashes(text).join(' ') };
    return cachedHashes.hashes;
  };
}

const PUSH_HOSTS = ['https://fcmregistrations.googleapis.com', 'https://firebaseinstallations.googleapis.com'];

/** The directives. Frames may be any http(s) page: cameras are (CAM-02); they stand sandboxed. */
function directives({ page, staging, firebase }: Policy): Record<string, (string | (() => string))[]> {
  const anywhere = staging ? ['https:', 'http:'] : [];
  return {
    'default-src': ["'self'"],
    'script-src': ["'self'", ...(page ? [scriptHashes(page)] : [])],
    'script-src-attr': ["'none'"],
    // The component library writes its rules into style elements; a style can neither run nor send anything here.
    'style-src': ["'self'", "'unsafe-inline'"],
    'img-src': ["'self'", 'data:', 'blob:', ...anywhere],
    'media-src': ["'self'", 'blob:', ...anywhere],
    'font-src': ["'self'"],
    'connect-src': ["'self'", 'blob:', ...(firebase ? PUSH_HOSTS : [])],
    'worker-src': ["'self'", 'blob:'],
    'frame-src': ['http:', 'https:'],
    'frame-ancestors': ["'self'"],
    'form-action': ["'self'"],
    'base-uri': ["'self'"],
    'object-src': ["'none'"],
  };
}

/** Sets the security headers of every answer. */
export async function secure(app: FastifyInstance, policy: Policy): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives: directives(policy) },
    // Whether the site is under TLS is known to the proxy in front of it, not to us.
    strictTransportSecurity: false,
    crossOriginEmbedderPolicy: false,
    // Keyed by site or by origin is all the same to us, and Chromium warns wherever frames of both kinds meet.
    originAgentCluster: false,
    referrerPolicy: { policy: 'same-origin' },
  });
}

const DAY = 86_400_000;
/** How long the text may be believed, from the day it is asked for. */
const VALID = 180 * DAY;

/**
 * `/.well-known/security.txt` (RFC 9116): where to report a vulnerability. @param contact `mailto:`, `https:` or `tel:`
 * address
 */
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
