import type { FastifyInstance } from 'fastify';

/** A line of the tree that Fastify prints: how deep, the part of the address, the methods. */
const LINE = /^((?:│ {3}| {4})*)[├└]── (.*?)(?: \((.*)\))?$/;

/**
 * The routes that Fastify itself answers, read from the tree of its router: `GET /api/crm/cameras/`, sorted. Without HEAD
 * and OPTIONS, which follow others.
 */
export function heldRoutes(app: FastifyInstance): string[] {
  const parts: string[] = [];
  const held: string[] = [];
  for (const line of app.printRoutes({ commonPrefix: false }).split('\n')) {
    const [, indent = '', part = '', methods = ''] = LINE.exec(line) ?? [];
    parts.length = indent.length / 4;
    parts.push(part);
    for (const method of methods.split(', ')) {
      if (method && method !== 'HEAD' && method !== 'OPTIONS') held.push(`${method} ${parts.join('')}`);
    }
  }
  return held.sort();
}
