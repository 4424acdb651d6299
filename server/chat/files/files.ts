// For its types: `isMultipart` and `parts` of a request.
import '@fastify/multipart';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';
import { BYTES } from '#resources/limits.ts';
import { chatPassAnswer } from '#resources/protocol/chat/chat.ts';
import type { ServerContext } from '#server/context.ts';
import { dropBytes, insertFile, keepFile, storedNames } from '#server/files/queries.ts';
import { sendFile } from '#server/files/send.ts';
import { cleanName } from '#server/files/sniff.ts';
import { ApiError, type ErrorCode, errorBody } from '#server/http/errors.ts';
import { route, type World } from '#server/http/route.ts';
import { chatApiKey, hasKey } from '../key.ts';
import { findChatFile } from '../queries/file-queries.ts';
import { chatErrorCode } from '../refusal-of.ts';
import { CODES, type Code, ctrl } from '../replies.ts';
import { personOfCall } from './call.ts';
import { chatType, fileExtension } from './file-type.ts';

/** A body over the limit is read so far and thrown away, so that the client hears the answer instead of a broken connection. */
const READ_ANYWAY = 4 * BYTES.chatFile;
/** How long an upload waits for a message that shows it, ms: what the answer says; it is swept later. */
const WAITS = 3_600_000;

const ACCESS = { kind: 'chat' } as const;

/** The address with the credentials of a user of the chat. */
async function addressFor(world: World, path: string): Promise<string> {
  const made = await world.send('POST', { url: '/api/authorized/chat-pass/' });
  const { login, password } = chatPassAnswer.parse(made);
  const secret = Buffer.from(`${login}:${password}`).toString('base64url');
  return `${path}?auth=basic&secret=${secret}`;
}

/** Refuses in the words of the protocol, and in ours for people. */
function refuse(reply: FastifyReply, code: Code, ours: ErrorCode): FastifyReply {
  const body = { ...ctrl({}, code), ...errorBody(ours, reply.request.id) };
  return reply.code(CODES[code][0]).type('application/json; charset=utf-8').send(JSON.stringify(body));
}

/** Failures that have a code of ours besides «unavailable». */
const OURS: Partial<Record<Code, ErrorCode>> = { internal: 'unexpected', malformed: 'malformed', noRoom: 'disk_full' };

/** Answers what fails on the way in the words of the protocol, too (A13): the client reads no others. */
async function answered(
  request: FastifyRequest,
  reply: FastifyReply,
  work: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>,
): Promise<FastifyReply> {
  try {
    return await work(request, reply);
  } catch (error) {
    const code = chatErrorCode(error);
    if (code === 'tooMany') {
      reply.header('retry-after', error instanceof ApiError ? Number(error.params.after) : 1);
      return refuse(reply, code, 'too_many_uploads');
    }
    request.log.error({ err: error }, 'a file of the chat failed');
    return refuse(reply, code, OURS[code] ?? 'unavailable');
  }
}

/** `/v0/file/u/` and `/v0/file/s/…` (A13). */
export function chatFiles(app: FastifyInstance, context: ServerContext): void {
  const { db, files, uploads, now } = context;
  const admitted = (request: FastifyRequest) =>
    hasKey(request, chatApiKey(context)) ? personOfCall(context, request) : 'badKey';

  route(app, {
    method: 'POST',
    url: '/v0/file/u/',
    summary: 'Загрузить файл для чата',
    access: ACCESS,
    form: { file: 'file' },
    bodyLimit: READ_ANYWAY,
    example: async (world) => ({
      url: `${await addressFor(world, '/v0/file/u/')}&apikey=${chatApiKey(context)}`,
      files: [{ field: 'file', name: 'смета.txt', bytes: Buffer.from('Смета') }],
    }),
    handle: ({ request, reply }) => answered(request, reply, take),
  });

  async function take(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const self = await admitted(request);
    if (self === 'badKey') return refuse(reply, 'badKey', 'no_right');
    if (typeof self === 'string') return refuse(reply, self, 'signed_out');
    const upload = await uploads.during(self.id, request, () => readUpload(request));
    if (typeof upload === 'string') return refuse(reply, upload, upload === 'tooLarge' ? 'too_large' : 'malformed');
    const mime = await chatType(upload.bytes, upload.name);
    // Pictures are shown as they were sent, with a thumbnail inside the message: none are made here.
    const file = { ...(await keepFile(files, upload.bytes, upload.name, 'application/octet-stream')), mime };
    try {
      const made = await db.transaction().execute((trx) => insertFile(trx, file, self.id, 'chat'));
      await file.again();
      const url = `/v0/file/s/${made.code}${fileExtension(mime, upload.name)}`;
      const expires = new Date(now().getTime() + WAITS);
      const answer = ctrl({ id: upload.id }, 'ok', { url, expires });
      return reply.type('application/json; charset=utf-8').send(JSON.stringify(answer));
    } catch (error) {
      await dropBytes(db, files, storedNames([file]));
      throw error;
    }
  }

  const serve = async (request: FastifyRequest, reply: FastifyReply, name: string) => {
    const self = await admitted(request);
    if (self === 'badKey') return refuse(reply, 'badKey', 'no_right');
    if (typeof self === 'string') return refuse(reply, self, 'signed_out');
    const code = /^([0-9a-f]{32})(\.[a-z0-9]{1,8})?$/.exec(name)?.[1];
    const file = code ? await findChatFile(db, self, code) : null;
    if (!file) return refuse(reply, 'notFound', 'not_found');
    const { asatt } = request.query as { asatt?: unknown };
    return sendFile(request, reply, file, (wanted) => files.read(file.sha256, wanted), asatt === '1');
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
      const call = `${await addressFor(world, '/v0/file/u/')}&apikey=${chatApiKey(context)}`;
      const sent = [{ field: 'file', name: 'смета.txt', bytes: Buffer.from('Смета') }];
      const made = uploaded.parse(await world.send('POST', { url: call, files: sent }));
      return { url: `${made.ctrl.params.url}?${call.split('?')[1]}` };
    },
    handle: ({ request, reply, params: { name } }) => answered(request, reply, () => serve(request, reply, name)),
  });
  // Its twin, which only tells whether it is there (A1).
  app.route<{ Params: z.output<typeof params> }>({
    method: 'HEAD',
    url,
    config: { access: ACCESS },
    schema: { params, hide: true },
    handler: (request, reply) => answered(request, reply, () => serve(request, reply, request.params.name)),
  });
  refuseOthers(app);
}

/** Other methods are refused in the words of the protocol (A13), and other addresses. */
function refuseOthers(app: FastifyInstance): void {
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

const uploaded = z.object({ ctrl: z.object({ params: z.object({ url: z.string() }) }) });

interface Upload {
  /** Of the call, as the client counts. */
  id?: string;
  name: string;
  bytes: Buffer;
}

/** Reads the form. The limit is on the whole body, as the real server has it. */
async function readUpload(request: FastifyRequest): Promise<Upload | 'tooLarge' | 'malformed'> {
  if (!request.isMultipart()) return 'malformed';
  const announced = Number(request.headers['content-length'] ?? 0);
  if (announced > READ_ANYWAY) return 'tooLarge';
  const upload: { id?: string; name?: string; bytes?: Buffer } = {};
  let size = 0;
  try {
    for await (const part of request.parts({ limits: { fileSize: READ_ANYWAY, files: 1 } })) {
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
    request.log.info({ err: error }, 'a form of the chat cannot be read');
    return 'malformed';
  }
  if (Math.max(size, announced) > BYTES.chatFile) return 'tooLarge';
  const { bytes, name, id } = upload;
  return bytes && name !== undefined ? { bytes, name, ...(id ? { id } : {}) } : 'malformed';
}
