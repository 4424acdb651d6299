import type { FastifyReply, FastifyRequest } from 'fastify';
import { CHAT_API_KEY } from '#resources/protocol/chat/chat.ts';
import type { ServerContext } from '#server/context.ts';
import { CODES, ctrl } from './replies.ts';

/** The key that pages and addresses must carry (A1). */
export const chatApiKey = ({ settings }: Pick<ServerContext, 'settings'>): string =>
  settings.chatApiKey ?? CHAT_API_KEY;

/** Whether a call carries the key, in a header or its address (A13). */
export function hasKey(request: FastifyRequest, key: string): boolean {
  const { apikey } = request.query as { apikey?: unknown };
  return (request.headers['x-tinode-apikey'] ?? apikey) === key;
}

/** 403 in the words of the protocol. */
export function refuseKey(reply: FastifyReply): FastifyReply {
  return reply.code(CODES.badKey[0]).send(ctrl({}, 'badKey'));
}
