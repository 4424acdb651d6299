import type { FastifyInstance } from 'fastify';
import type { Catalogue } from './catalogue.ts';

const PARAMETER = ':resource';

/**
 * Redirects calls of a section by its former name to the new one; the guard has let them in by then. Not for good: a name may be given
 * back, and what a browser keeps for ever would then lead round in a circle.
 */
export function followRenamedSections(app: FastifyInstance, catalogue: Catalogue): void {
  app.addHook('onRequest', async (request, reply) => {
    const { url = '', config } = request.routeOptions;
    if (config?.access?.kind !== 'definition') return;
    const { resource } = request.params as { resource: string };
    const renamed = catalogue.generic(resource) ? null : catalogue.formerly(resource);
    if (!renamed) return;
    const start = url.indexOf(PARAMETER);
    const rest = request.url.slice(start).replace(/^[^/?]*/, '');
    return reply.redirect(`${url.slice(0, start)}${renamed.name}${rest}`, 307);
  });
}
