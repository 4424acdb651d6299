import { createHash } from 'node:crypto';
import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import { route } from './route.ts';

/** What the content security policy depends on. */
interface Policy {
  /** The current built page, for the hashes of its inline scripts; null without a built console. */
  page: { readonly text: string } | null;
  /** A staging server answers the API; its pictures may be on any host. */
  staging: boolean;
  /** Push is sent through Firebase. */
  firebase: boolean;
}

/** Hashes of inline scripts for `script-src`; data blocks are not scripts. */
function inlineScriptHashes(page: string): string[] {
  const scripts = [...page.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/gi)];
  return scripts
    .filter(
      ([, attributes = '']) => !/\ssrc\s*=/i.test(attributes) && !/\stype\s*=\s*["']?application\//i.test(attributes),
    )
    .map(([, , code = '']) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`);
}

/** Returns the hashes of the page's scripts, recomputed only when the page has changed. */
function scriptHashes(page: { readonly text: string }): () => string {
  let cachedHashes = { text: '', hashes: '' };
  return () => {
    const { text } = page;
    if (text !== cachedHashes.text) cachedHashes = { text, hashes: inlineScriptHashes(text).join(' ') };
    return cachedHashes.hashes;
  };
}

const PUSH_HOSTS = ['https://fcmregistrations.googleapis.com', 'https://firebaseinstallations.googleapis.com'];

/** CSP directives. Frames may show any http(s) page because cameras are such pages (CAM-02); they are sandboxed. */
function cspDirectives({ page, staging, firebase }: Policy): Record<string, (string | (() => string))[]> {
  const anywhere = staging ? ['https:', 'http:'] : [];
  return {
    'default-src': ["'self'"],
    'script-src': ["'self'", ...(page ? [scriptHashes(page)] : [])],
    'script-src-attr': ["'none'"],
    // The component library inserts style elements; with this policy a style can neither run code nor send data.
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

/** Sets the security headers of all responses. */
export async function setSecurityHeaders(app: FastifyInstance, policy: Policy): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives: cspDirectives(policy) },
    // Only the proxy in front of us knows whether the site uses TLS.
    strictTransportSecurity: false,
    crossOriginEmbedderPolicy: false,
    // We do not need origin-keyed agents, and Chromium warns when frames of both kinds meet.
    originAgentCluster: false,
    referrerPolicy: { policy: 'same-origin' },
  });
}

const DAY = 86_400_000;
/** Validity of security.txt, counted from the day of the request, ms. */
const VALIDITY_MS = 180 * DAY;

/** `/.well-known/security.txt` (RFC 9116): where to report a vulnerability. @param contact `mailto:`, `https:` or `tel:` URL */
export function securityTextRoute(app: FastifyInstance, contact: string, now: () => Date): void {
  const url = '/.well-known/security.txt';
  route(app, {
    method: 'GET',
    url,
    summary: 'Кому сообщать об уязвимостях (RFC 9116)',
    access: { kind: 'public' },
    example: () => ({ url }),
    handle: ({ reply }) => {
      const day = Math.floor(now().getTime() / DAY) * DAY;
      const expires = new Date(day + VALIDITY_MS).toISOString();
      const text = `Contact: ${contact}\nExpires: ${expires}\nPreferred-Languages: ru, en\n`;
      return reply.type('text/plain; charset=utf-8').send(text);
    },
  });
}
