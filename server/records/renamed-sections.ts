import type { FastifyInstance } from 'fastify';
import type { Catalogue } from './catalogue.ts';

const PARAMETER = ':resource';

/**
 * Redirects requests for a section's former name to the new one, after the guard has let them in. Not a permanent redirect: if
 * the name were given back, browsers that cached it would loop.
 */
export function followRenamedSections(app: FastifyInstance, catalogue: Catalogue): void {
  app.addHook('onRequest', async (request, reply) => {
    const { url = '', config } = request.routeOptions;
    if (config?.access?.kind !== 'definition') return;
    const { resource } = request.params as { resource: string };
    const renamed = catalogue.generic(resource) ? null : catalogue.findByFormerName(resource);
    if (!renamed) return;
    const start = url.indexOf(PARAMETER);
    const suffix = request.url.slice(start).replace(/^[^/?]*/, '');
    return reply.redirect(`${url.slice(0, start)}${renamed.name}${suffix}`, 307);
  });
}
