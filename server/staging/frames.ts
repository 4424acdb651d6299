import WebSocket from 'ws';
import * as z from 'zod';
import { text } from '#i18n/text.ts';
import { PAGE } from '#resources/limits.ts';
import { COMPLAINT_TYPES } from '#resources/protocol/chat/complaints.ts';
import { type CallResult, type Deviation, describeFailure } from './ask.ts';
import { answerRecords, contractDeviations, unwrap } from './compare.ts';
import { getPath, noDuplicateIds } from './rules.ts';
import { complaint, complaintPreview } from './shapes.ts';

/** Path of the complaints socket (docs/specification/complaints.md). */
const COMPLAINTS = '/ws/complaints';
/** Largest message read, bytes. */
const MESSAGE_MAX_BYTES = 8_388_608;

/** A read-only message, and the check of its answer. */
interface ReadFrame {
  /** Name of the call in the report. */
  call: string;
  specificationItem: string;
  message(buildings: readonly number[]): object;
  isAnswer(said: { type?: unknown; complaint_type?: unknown }): boolean;
  /** Deviations of the answer from the documents. */
  compare(body: unknown): Deviation[];
}

const complaints = { form: 'list', shape: complaint, needs: ['type', 'description'] } as const;

/** Reads the previews as an object or a list, bare or under `data` or `results`, since the specification names no shape. */
function readPreviews(body: unknown): Record<string, unknown> | null {
  const wrappers = [body, getPath(body, 'data'), getPath(body, 'results')];
  const list = wrappers.find((one) => Array.isArray(one));
  if (list) return Object.fromEntries((list as unknown[]).map((one) => [String(getPath(one, 'type')), one]));
  const keyed = wrappers.find((one) => COMPLAINT_TYPES.some((type) => getPath(one, type) !== undefined));
  return keyed ? (keyed as Record<string, unknown>) : null;
}

const previewShape = z.object(Object.fromEntries(COMPLAINT_TYPES.map((type) => [type, complaintPreview])));

const preview: ReadFrame = {
  call: `${COMPLAINTS} receive_preview_complaints`,
  specificationItem: 'COMPL-10',
  message: (buildings) => ({ type: 'receive_preview_complaints', buildings }),
  isAnswer: ({ type }) => type === 'preview_complaints',
  compare: (body) => contractDeviations({ form: 'one', shape: previewShape }, readPreviews(body) ?? unwrap(body)),
};

/** Without `read_complaints`, which would mark complaints as read. */
const READ_FRAMES: readonly ReadFrame[] = [
  preview,
  ...COMPLAINT_TYPES.map(
    (complaint_type): ReadFrame => ({
      call: `${COMPLAINTS} get_complaints ${complaint_type}`,
      specificationItem: 'COMPL-11',
      message: (buildings) => ({ type: 'get_complaints', complaint_type, buildings, page_size: PAGE.complaints }),
      // The documents do not require the answer to repeat the type.
      isAnswer: (said) => said.type === 'get_complaints' && (said.complaint_type ?? complaint_type) === complaint_type,
      compare: (body) => [
        ...contractDeviations(complaints, unwrap(body)),
        ...noDuplicateIds({ ...EMPTY_INPUT, records: answerRecords('list', unwrap(body)) ?? [] }),
      ],
    }),
  ),
];

const EMPTY_INPUT = { body: null, query: new URLSearchParams(), found: new Map(), earlier: () => [] };

const messageShape = z.object({ type: z.unknown(), complaint_type: z.unknown().optional() });

const failure = (what: string): { trouble: Deviation } => ({ trouble: { what, effect: 'complaints' } });

/** Sends a message over an open socket and waits for its answer; other messages are ignored. */
function exchange(socket: WebSocket, frame: ReadFrame, buildings: readonly number[], timeoutMs: number) {
  return new Promise<CallResult>((resolve) => {
    const finish = (answer: CallResult) => {
      clearTimeout(timer);
      socket.off('message', onMessage).off('close', onClose);
      resolve(answer);
    };
    const onMessage = (data: WebSocket.RawData) => {
      let body: unknown;
      try {
        body = JSON.parse(String(data));
      } catch {
        return finish(failure(text('staging.noJson')));
      }
      const said = messageShape.safeParse(body);
      if (said.success && frame.isAnswer(said.data)) finish({ body, status: 200, ms: 0 });
    };
    const onClose = (code: number) => finish(failure(text('staging.closed', { code })));
    const timer = setTimeout(() => finish(failure(text('staging.silent'))), timeoutMs);
    socket.on('message', onMessage).on('close', onClose);
    if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(frame.message(buildings)));
    else onClose(0);
  });
}

function openSocket(url: string, timeoutMs: number): Promise<WebSocket | { trouble: Deviation }> {
  return new Promise((resolve) => {
    const socket = new WebSocket(url, { handshakeTimeout: timeoutMs, maxPayload: MESSAGE_MAX_BYTES });
    socket.once('open', () => resolve(socket));
    socket.once('unexpected-response', (_, response) => {
      resolve(failure(text('staging.noSocket', { status: response.statusCode ?? 0 })));
      socket.terminate();
    });
    socket.on('error', (error: NodeJS.ErrnoException) => {
      const isTimeout = /handshake has timed out/.test(error.message);
      const deviation = describeFailure(
        isTimeout ? { name: 'TimeoutError' } : { cause: { code: error.code ?? error.message } },
      );
      resolve(failure(deviation.what));
    });
  });
}

/**
 * Sends all messages over one socket, one after the other; never throws because of the other server.
 * @param token sent in the query, as the contract requires
 */
export async function checkFrames(
  url: string,
  token: string,
  buildings: readonly number[],
  timeoutMs: number,
): Promise<{ call: string; specificationItem: string; result: CallResult; deviations: Deviation[] }[]> {
  const address = `${url.replace(/^http/, 'ws')}${COMPLAINTS}?token=${encodeURIComponent(token)}`;
  const socket = await openSocket(address, timeoutMs);
  if ('trouble' in socket) return [{ call: COMPLAINTS, specificationItem: 'COMPL-04', result: socket, deviations: [] }];
  const results: { call: string; specificationItem: string; result: CallResult; deviations: Deviation[] }[] = [];
  for (const frame of READ_FRAMES) {
    const answer = await exchange(socket, frame, buildings, timeoutMs);
    const deviations = 'trouble' in answer ? [] : frame.compare(answer.body);
    results.push({ call: frame.call, specificationItem: frame.specificationItem, result: answer, deviations });
    if ('trouble' in answer && socket.readyState !== WebSocket.OPEN) break;
  }
  socket.terminate();
  return results;
}
