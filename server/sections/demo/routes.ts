import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import type { ServerContext } from '#server/context.ts';
import { CAMERA_HEADERS, renderCameraPage } from '#server/demo/camera-page.ts';
import { ApiError } from '#server/http/errors.ts';
import { route } from '#server/http/route.ts';

/** Pages that the cameras of the demo company link to. */
export function demoRoutes(app: FastifyInstance, { settings, now }: ServerContext): void {
  if (!settings.demo) return;
  route(app, {
    method: 'GET',
    url: '/demo/cameras/:page',
    summary: 'Картинка камеры из учебной компании',
    access: { kind: 'public' },
    params: z.object({ page: z.string().regex(/^[a-z-]{1,40}\.html$/) }),
    example: () => ({ url: '/demo/cameras/yard.html' }),
    handle: async ({ params, reply }) => {
      const page = await renderCameraPage(params.page.replace(/\.html$/, ''), now(), settings.timeZone);
      if (!page) throw new ApiError('not_found');
      // The console frames this page and may be open under another host name of this machine.
      reply.removeHeader('x-frame-options');
      return reply.headers(CAMERA_HEADERS).send(page);
    },
  });
}
