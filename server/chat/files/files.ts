// For its types: adds `isMultipart` and `parts` to requests.
import '@fastify/multipart';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';
import { BYTES } from '#resources/limits.ts';
import { chatPassAnswer } from '#resources/protocol/chat/chat.ts';
import type { ServerContext } from '#server/context.ts';
import { byteNames, deleteStoredBytes, insertFile, saveUpload } from '#server/files/queries.ts';
import { sendFile } from '#server/files/send.ts';
import { cleanName } from '#server/files/sniff.ts';
import { ApiError, type ErrorCode, errorBody } from '#server/http/errors.ts';
import { route, type World } from '#server/http/route.ts';
import { chatApiKey, hasChatKey } from '../key.ts';
import { findChatFile } from '../queries/file-queries.ts';
import { chatRefusalCode } from '../refusal-code.ts';
import { CODES, type Code, ctrl } from '../replies.ts';
import { authenticateFileRequest } from './call.ts';
import { detectChatFileType, fileExtension } from './file-type.ts';

/**
 * A body over the limit is read up to this size and discarded, so that the client gets the answer instead of a broken connection.
 */
const DISCARDED_BODY_MAX = 4 * BYTES.chatFile;
/** Time announced to the client until an unused upload expires, ms; the clean-up deletes it later. */
const UPLOAD_TTL_MS = 3_600_000;

const ACCESS = { kind: 'chat' } as const;

/** URL with the credentials of a chat user, for the route examples. */
async function urlWithCredentials(world: World, path: string): Promise<string> {
  const passResponse = await world.send('POST', { url: '/api/authorized/chat-pass/' });
  const { login, password } = chatPassAnswer.parse(passResponse);
  const secret = Buffer.from(`${login}:${password}`).toString('base64url');
  return `${path}?auth=basic&secret=${secret}`;
}

/** Refuses with the chat protocol's error and our own. */
function refuse(reply: FastifyReply, code: Code, ownCode: ErrorCode): FastifyReply {
  const body = { ...ctrl({}, code), ...errorBody(ownCode, reply.request.id) };
  return reply.code(CODES[code][0]).type('application/json; charset=utf-8').send(JSON.stringify(body));
}

/** Our error codes of failures; any other is `unavailable`. */
const OWN_ERROR_CODES: Partial<Record<Code, ErrorCode>> = {
  internal: 'unexpected',
  malformed: 'malformed',
  noRoom: 'disk_full',
};

/** Converts errors into answers of the chat protocol (A13), the only ones that the client understands. */
async function withChatErrors(
  request: FastifyRequest,
  reply: FastifyReply,
  work: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>,
): Promise<FastifyReply> {
  try {
    return await work(request, reply);
  } catch (error) {
    const code = chatRefusalCode(error);
    if (code === 'tooMany') {
      reply.header('retry-after', error instanceof ApiError ? Number(error.params.after) : 1);
      return refuse(reply, code, 'too_many_uploads');
    }
    request.log.error({ err: error }, 'chat file request failed');
    return refuse(reply, code, OWN_ERROR_CODES[code] ?? 'unavailable');
  }
}

/** Routes of chat files: `/v0/file/u/` and `/v0/file/s/…` (A13). */
export function chatFileRoutes(app: FastifyInstance, context: ServerContext): void {
  const { db, files, uploads, now } = context;
  const authenticate = (request: FastifyRequest) =>
    hasChatKey(request, chatApiKey(context)) ? authenticateFileRequest(context, request) : 'badKey';

  route(app, {
    method: 'POST',
    url: '/v0/file/u/',
    summary: 'Загрузить файл для чата',
    access: ACCESS,
    form: { file: 'file' },
    bodyLimit: DISCARDED_BODY_MAX,
    example: async (world) => ({
      url: `${await urlWithCredentials(world, '/v0/file/u/')}&apikey=${chatApiKey(context)}`,
      files: [{ field: 'file', name: 'смета.txt', bytes: Buffer.from('Смета') }],
    }),
    handle: ({ request, reply }) => withChatErrors(request, reply, receiveUpload),
  });

  async function receiveUpload(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const userOrRefusal = await authenticate(request);
    if (userOrRefusal === 'badKey') return refuse(reply, 'badKey', 'no_right');
    if (typeof userOrRefusal === 'string') return refuse(reply, userOrRefusal, 'signed_out');
    const upload = await uploads.runUpload(userOrRefusal.id, request, () => readUpload(request));
    if (typeof upload === 'string') return refuse(reply, upload, upload === 'tooLarge' ? 'too_large' : 'malformed');
    const mime = await detectChatFileType(upload.bytes, upload.name);
    // No thumbnails are made: a chat message already contains a thumbnail, and the file must stay unchanged.
    const file = { ...(await saveUpload(files, upload.bytes, upload.name, 'application/octet-stream')), mime };
    try {
      const created = await db.transaction().execute((trx) => insertFile(trx, file, userOrRefusal.id, 'chat'));
      await file.restoreIfSwept();
      const url = `/v0/file/s/${created.code}${fileExtension(mime, upload.name)}`;
      const expires = new Date(now().getTime() + UPLOAD_TTL_MS);
      const answer = ctrl({ id: upload.id }, 'ok', { url, expires });
      return reply.type('application/json; charset=utf-8').send(JSON.stringify(answer));
    } catch (error) {
      await deleteStoredBytes(db, files, byteNames([file]));
      throw error;
    }
  }

  const serve = async (request: FastifyRequest, reply: FastifyReply, name: string) => {
    const userOrRefusal = await authenticate(request);
    if (userOrRefusal === 'badKey') return refuse(reply, 'badKey', 'no_right');
    if (typeof userOrRefusal === 'string') return refuse(reply, userOrRefusal, 'signed_out');
    const code = /^([0-9a-f]{32})(\.[a-z0-9]{1,8})?$/.exec(name)?.[1];
    const file = code ? await findChatFile(db, userOrRefusal, code) : null;
    if (!file) return refuse(reply, 'notFound', 'not_found');
    const { asatt } = request.query as { asatt?: unknown };
    return sendFile(request, reply, file, (range) => files.read(file.sha256, range), asatt === '1');
  };
  const url = '/v0/file/s/:name';
  const params = z.object({ name: z.string().max(60) });
  route(app, {
    method: 'GET',
    url,
    summary: 'Файл из чата',
    access: ACCESS,
    params,
    example: async (world) => {
      const call = `${await urlWithCredentials(world, '/v0/file/u/')}&apikey=${chatApiKey(context)}`;
      const uploadFiles = [{ field: 'file', name: 'смета.txt', bytes: Buffer.from('Смета') }];
      const uploadedFile = uploadAnswer.parse(await world.send('POST', { url: call, files: uploadFiles }));
      return { url: `${uploadedFile.ctrl.params.url}?${call.split('?')[1]}` };
    },
    handle: ({ request, reply, params: { name } }) => withChatErrors(request, reply, () => serve(request, reply, name)),
  });
  // HEAD: only tells whether the file exists (A1).
  app.route<{ Params: z.output<typeof params> }>({
    method: 'HEAD',
    url,
    config: { access: ACCESS },
    schema: { params, hide: true },
    handler: (request, reply) => withChatErrors(request, reply, () => serve(request, reply, request.params.name)),
  });
  refuseOtherRoutes(app);
}

/** Answers other methods and paths with errors of the chat protocol (A13). */
function refuseOtherRoutes(app: FastifyInstance): void {
  app.register(
    async (scope) => {
      scope.setNotFoundHandler((request, reply) =>
        /^\/v0\/file\/(u\/|s\/[^/?]+)(\?|$)/.test(request.url)
          ? refuse(reply, 'notAllowed', 'not_found')
          : refuse(reply, 'notFound', 'not_found'),
      );
    },
    { prefix: '/v0/file' },
  );
}

const uploadAnswer = z.object({ ctrl: z.object({ params: z.object({ url: z.string() }) }) });

interface Upload {
  /** Id of the request, assigned by the client. */
  id?: string;
  name: string;
  bytes: Buffer;
}

/** Reads the upload form. The limit applies to the declared body size and to the file bytes read. */
async function readUpload(request: FastifyRequest): Promise<Upload | 'tooLarge' | 'malformed'> {
  if (!request.isMultipart()) return 'malformed';
  const contentLength = Number(request.headers['content-length'] ?? 0);
  if (contentLength > DISCARDED_BODY_MAX) return 'tooLarge';
  const upload: { id?: string; name?: string; bytes?: Buffer } = {};
  let size = 0;
  try {
    for await (const part of request.parts({ limits: { fileSize: DISCARDED_BODY_MAX, files: 1 } })) {
      if (part.type !== 'file') {
        if (part.fieldname === 'id' && typeof part.value === 'string') upload.id = part.value.slice(0, 64);
        continue;
      }
      const chunks: Buffer[] = [];
      for await (const chunk of part.file) {
        size += (chunk as Buffer).length;
        if (size <= BYTES.chatFile) chunks.push(chunk as Buffer);
      }
      if (part.fieldname !== 'file') continue;
      upload.name = cleanName(part.filename ?? '') || 'file';
      upload.bytes = Buffer.concat(chunks);
    }
  } catch (error) {
    request.log.info({ err: error }, 'chat upload form cannot be read');
    return 'malformed';
  }
  if (Math.max(size, contentLength) > BYTES.chatFile) return 'tooLarge';
  const { bytes, name, id } = upload;
  return bytes && name !== undefined ? { bytes, name, ...(id ? { id } : {}) } : 'malformed';
}
