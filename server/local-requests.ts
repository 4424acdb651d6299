import { chmod, rm } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import { join, resolve } from 'node:path';
import * as z from 'zod';
import { text } from '#i18n/text.ts';
import { sha256Of } from '#server/files/sha256.ts';
import { StartError } from '#server/start-error.ts';

/** A socket's path may be no longer, bytes. */
const LONGEST = 100;
/** Largest body of a call, bytes. */
const BODY = 16_384;

const refused = z.object({ refusal: z.string() });

/** Socket on which the process that holds a data folder takes commands of this machine; null when the folder's path is too long. */
function socketPathIn(dataDir: string): string | null {
  const folder = resolve(dataDir);
  if (process.platform === 'win32') return `\\\\.\\pipe\\upravdom-${sha256Of(Buffer.from(folder)).slice(0, 24)}`;
  const path = join(folder, 'backup.sock');
  return Buffer.byteLength(path) <= LONGEST ? path : null;
}

/** The known requests by name: each takes the text that was sent and answers with the text to print. */
type LocalWork = Readonly<Record<string, (said: unknown) => Promise<object>>>;

/**
 * Hears commands of this machine, such as `npm run backup`, in the process that holds the embedded database, which no other process can open.
 * Only the user of the process reaches the socket.
 * @param log takes what fails for no reason that has a sentence
 * @returns how to stop; a command that is being carried out then is refused
 * @throws StartError with a sentence where nothing can be heard: the folder's path is too long, its file system has no sockets
 */
export async function hearLocalRequests(
  dataDir: string,
  work: LocalWork,
  log: (error: unknown) => void,
): Promise<() => Promise<void>> {
  const path = socketPathIn(dataDir);
  if (!path) throw new StartError(text('backup.deaf', { reason: text('backup.longPath', { max: LONGEST }) }));
  const server = createServer((call, answer) => {
    const parts: Buffer[] = [];
    let size = 0;
    call.on('data', (part: Buffer) => {
      size += part.length;
      if (size <= BODY) parts.push(part);
    });
    call.on('end', () => {
      const say = (status: number, body: object) =>
        answer.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
      Promise.resolve()
        .then(() => {
          if (size > BODY) throw new StartError(text('admin.tooLong', { max: BODY / 1024 }));
          const name = (call.url ?? '').slice(1);
          const named = Object.hasOwn(work, name) ? work[name] : undefined;
          if (!named) throw new StartError(text('admin.noCommand', { name: name.slice(0, 40) }));
          return named(JSON.parse(Buffer.concat(parts).toString()));
        })
        .then(
          (made) => say(200, made),
          (error: unknown) => {
            if (error instanceof StartError) return say(400, { refusal: error.message });
            log(error);
            return say(500, {
              refusal: text('admin.failed', { reason: error instanceof Error ? error.message : String(error) }),
            });
          },
        );
    });
  });
  try {
    // Left by a killed process: the folder's lock says that no process listens there.
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
 * Asks the process that holds a data folder for something.
 * @param stopped key of what is said where that process ends meanwhile
 * @returns what it answered; null when no process hears there
 * @throws StartError with what it refused it with
 */
export async function askLocally(dataDir: string, name: string, message: object, stopped: string): Promise<unknown> {
  const socketPath = socketPathIn(dataDir);
  if (!socketPath) return null;
  const answer = await new Promise<{ status: number; text: string } | null>((resolve, reject) => {
    const call = request({ socketPath, method: 'POST', path: `/${name}`, agent: false }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text: Buffer.concat(parts).toString() }));
      response.on('error', failed);
    });
    const failed = (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ECONNREFUSED') resolve(null);
      else if (error.code === 'ECONNRESET') reject(new StartError(text(stopped), { cause: error }));
      else reject(error);
    };
    call.on('error', failed);
    call.end(JSON.stringify(message));
  });
  if (!answer) return null;
  const body: unknown = JSON.parse(answer.text);
  if (answer.status !== 200) throw new StartError(refused.parse(body).refusal);
  return body;
}
