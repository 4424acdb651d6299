import WebSocket from 'ws';
import * as z from 'zod';
import { text } from '#i18n/text.ts';
import { PAGE } from '#resources/limits.ts';
import { COMPLAINT_TYPES, complaintMessage } from '#resources/protocol/complaints.ts';
import { type Asked, troubleOf } from './ask.ts';

/** The socket of complaints (A§7, B§4). */
export const COMPLAINTS = '/ws/complaints';

/** A message that asks for something and changes nothing, and what has to come back. */
export interface ReadFrame {
  /** What the report calls it. */
  call: string;
  message(buildings: readonly (string | number)[]): object;
  answers(said: { type?: unknown; complaint_type?: unknown }): boolean;
  shape: z.ZodType;
}

const preview: ReadFrame = {
  call: `${COMPLAINTS} receive_preview_complaints`,
  message: (buildings) => ({ type: 'receive_preview_complaints', buildings }),
  answers: ({ type }) => type === 'preview_complaints',
  shape: complaintMessage,
};

/** `read_complaints` is not among them: it marks them as read. */
export const READ_FRAMES: readonly ReadFrame[] = [
  preview,
  ...COMPLAINT_TYPES.map(
    (complaint_type): ReadFrame => ({
      call: `${COMPLAINTS} get_complaints ${complaint_type}`,
      message: (buildings) => ({ type: 'get_complaints', complaint_type, buildings, page_size: PAGE.complaints }),
      answers: (said) => said.type === 'get_complaints' && said.complaint_type === complaint_type,
      shape: complaintMessage,
    }),
  ),
];

const spoken = z.object({ type: z.unknown(), complaint_type: z.unknown().optional() });

/** Asks over an open socket. What else is said meanwhile is passed over. */
function askOver(socket: WebSocket, frame: ReadFrame, buildings: readonly (string | number)[], patience: number) {
  return new Promise<Asked>((resolve) => {
    const end = (asked: Asked) => {
      clearTimeout(timer);
      socket.off('message', hear).off('close', closed);
      resolve(asked);
    };
    const hear = (data: WebSocket.RawData) => {
      let body: unknown;
      try {
        body = JSON.parse(String(data));
      } catch {
        return end({ trouble: text('staging.noJson') });
      }
      const said = spoken.safeParse(body);
      if (said.success && frame.answers(said.data)) end({ body });
    };
    const closed = (code: number) => end({ trouble: text('staging.closed', { code }) });
    const timer = setTimeout(() => end({ trouble: text('staging.silent') }), patience);
    socket.on('message', hear).on('close', closed);
    if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(frame.message(buildings)));
    else closed(0);
  });
}

function opened(url: string, patience: number): Promise<WebSocket | { trouble: string }> {
  return new Promise((resolve) => {
    const socket = new WebSocket(url, { handshakeTimeout: patience });
    socket.once('open', () => resolve(socket));
    socket.once('unexpected-response', (_, response) => {
      resolve({ trouble: text('staging.noSocket', { status: response.statusCode ?? 0 }) });
      socket.terminate();
    });
    socket.on('error', (error: NodeJS.ErrnoException) => {
      const late = /handshake has timed out/.test(error.message);
      resolve({
        trouble: troubleOf(late ? { name: 'TimeoutError' } : { cause: { code: error.code ?? error.message } }),
      });
    });
  });
}

/**
 * Asks everything over one socket, one after the other. Never throws for what the other server does.
 * @param token as the contract has it, in the query
 */
export async function askFrames(
  url: string,
  token: string,
  buildings: readonly (string | number)[],
  patience: number,
): Promise<{ frame: ReadFrame; asked: Asked }[]> {
  const address = `${url.replace(/^http/, 'ws')}${COMPLAINTS}?token=${encodeURIComponent(token)}`;
  const socket = await opened(address, patience);
  if ('trouble' in socket) return READ_FRAMES.slice(0, 1).map((frame) => ({ frame, asked: socket }));
  const found: { frame: ReadFrame; asked: Asked }[] = [];
  for (const frame of READ_FRAMES) {
    const asked = await askOver(socket, frame, buildings, patience);
    found.push({ frame, asked });
    if ('trouble' in asked && socket.readyState !== WebSocket.OPEN) break;
  }
  socket.terminate();
  return found;
}
