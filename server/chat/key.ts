import type { FastifyReply, FastifyRequest } from 'fastify';
import { CHAT_API_KEY } from '#resources/protocol/chat/chat.ts';
import type { ServerContext } from '#server/context.ts';
import { CODES, ctrl } from './replies.ts';

/** API key that pages and requests must carry (A1). */
export const chatApiKey = ({ settings }: Pick<ServerContext, 'settings'>): string =>
  settings.chatApiKey ?? CHAT_API_KEY;

/** Whether a request carries the API key, in a header or in the URL (A13). */
export function hasChatKey(request: FastifyRequest, key: string): boolean {
  const { apikey } = request.query as { apikey?: unknown };
  return (request.headers['x-tinode-apikey'] ?? apikey) === key;
}

/** Answers 403 in the chat's wire format. */
export function replyBadKey(reply: FastifyReply): FastifyReply {
  return reply.code(CODES.badKey[0]).send(ctrl({}, 'badKey'));
}
