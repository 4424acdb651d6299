import { chmod, rm } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import { join, resolve } from 'node:path';
import * as z from 'zod';
import { text } from '#i18n/text.ts';
import { sha256Of } from '#server/files/sha256.ts';
import { StartError } from '#server/start-error.ts';

/** Maximum length of a socket path, bytes. */
const SOCKET_PATH_MAX = 100;
/** Maximum size of a request body, bytes. */
const BODY_MAX = 16_384;

const refusalSchema = z.object({ refusal: z.string() });

/** Path of the socket for commands from this machine; null when the data folder's path is too long for a socket. */
function socketPathIn(dataDir: string): string | null {
  const folder = resolve(dataDir);
  if (process.platform === 'win32') return `\\\\.\\pipe\\upravdom-${sha256Of(Buffer.from(folder)).slice(0, 24)}`;
  const path = join(folder, 'backup.sock');
  return Buffer.byteLength(path) <= SOCKET_PATH_MAX ? path : null;
}

/** Handlers by request name: each takes the parsed request body and returns the response body. */
type LocalHandlers = Readonly<Record<string, (requestBody: unknown) => Promise<object>>>;

/**
 * Accepts commands from this machine, such as `npm run backup`, in the process that holds the embedded database, because no other
 * process can open it. Only the user who runs the server can reach the socket.
 * @param log called with unexpected errors
 * @returns stops listening and cuts off running commands
 * @throws StartError when no socket can be opened: the folder's path is too long, or its file system has no sockets
 */
export async function listenForLocalRequests(
  dataDir: string,
  handlers: LocalHandlers,
  log: (error: unknown) => void,
): Promise<() => Promise<void>> {
  const path = socketPathIn(dataDir);
  if (!path) throw new StartError(text('backup.deaf', { reason: text('backup.longPath', { max: SOCKET_PATH_MAX }) }));
  const server = createServer((call, reply) => {
    const chunks: Buffer[] = [];
    let size = 0;
    call.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= BODY_MAX) chunks.push(chunk);
    });
    call.on('end', () => {
      const respond = (status: number, body: object) =>
        reply.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
      Promise.resolve()
        .then(() => {
          if (size > BODY_MAX) throw new StartError(text('admin.tooLong', { max: BODY_MAX / 1024 }));
          const name = (call.url ?? '').slice(1);
          const handler = Object.hasOwn(handlers, name) ? handlers[name] : undefined;
          if (!handler) throw new StartError(text('admin.noCommand', { name: name.slice(0, 40) }));
          return handler(JSON.parse(Buffer.concat(chunks).toString()));
        })
        .then(
          (result) => respond(200, result),
          (error: unknown) => {
            if (error instanceof StartError) return respond(400, { refusal: error.message });
            log(error);
            return respond(500, {
              refusal: text('admin.failed', { reason: error instanceof Error ? error.message : String(error) }),
            });
          },
        );
    });
  });
  try {
    // A leftover of a killed process: we hold the folder's lock, so no other process is listening there.
    if (process.platform !== 'win32') await rm(path, { force: true });
    await new Promise<void>((done, fail) => {
      server.once('error', fail);
      server.listen(path, done);
    });
    if (process.platform !== 'win32') await chmod(path, 0o600);
  } catch (error) {
    server.close();
    throw new StartError(text('backup.deaf', { reason: (error as Error).message }), { cause: error });
  }
  server.unref();
  return () =>
    new Promise((done) => {
      server.close(() => done());
      server.closeAllConnections();
    });
}

/**
 * Sends a request to the process that holds a data folder.
 * @param stoppedKey i18n key of the error when that process exits before it responds
 * @returns the response body; null when no process listens there
 * @throws StartError with the error message of that process
 */
export async function sendLocalRequest(
  dataDir: string,
  name: string,
  message: object,
  stoppedKey: string,
): Promise<unknown> {
  const socketPath = socketPathIn(dataDir);
  if (!socketPath) return null;
  const answer = await new Promise<{ status: number; text: string } | null>((resolve, reject) => {
    const call = request({ socketPath, method: 'POST', path: `/${name}`, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() }));
      response.on('error', onError);
    });
    const onError = (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ECONNREFUSED') resolve(null);
      else if (error.code === 'ECONNRESET') reject(new StartError(text(stoppedKey), { cause: error }));
      else reject(error);
    };
    call.on('error', onError);
    call.end(JSON.stringify(message));
  });
  if (!answer) return null;
  const body: unknown = JSON.parse(answer.text);
  if (answer.status !== 200) throw new StartError(refusalSchema.parse(body).refusal);
  return body;
}
