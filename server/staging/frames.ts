import WebSocket from 'ws';
import * as z from 'zod';
import { text } from '#i18n/text.ts';
import { PAGE } from '#resources/limits.ts';
import { COMPLAINT_TYPES } from '#resources/protocol/chat/complaints.ts';
import { type AskResult, type Deviation, describeFailure } from './ask.ts';
import { answerRecords, contractDeviations, unwrap } from './compare.ts';
import { at, unique } from './rules.ts';
import { complaint, complaintPreview } from './shapes.ts';

/** The socket of complaints (complaints.md). */
const COMPLAINTS = '/ws/complaints';
/** Bytes of one message that are read. */
const MOST = 8_388_608;

/** A message that asks for something and changes nothing, and what has to come back. */
interface ReadFrame {
  /** Its name in the report. */
  call: string;
  item: string;
  message(buildings: readonly number[]): object;
  answers(said: { type?: unknown; complaint_type?: unknown }): boolean;
  /** Differences of the answer from the documents. */
  compare(body: unknown): Deviation[];
}

const complaints = { form: 'list', shape: complaint, needs: ['type', 'description'] } as const;

/** The preview by type: keyed, under `data`, under `results`, or as a list (the specification leaves it open). */
function readPreviews(body: unknown): Record<string, unknown> | null {
  const under = [body, at(body, 'data'), at(body, 'results')];
  const list = under.find((one) => Array.isArray(one));
  if (list) return Object.fromEntries((list as unknown[]).map((one) => [String(at(one, 'type')), one]));
  const keyed = under.find((one) => COMPLAINT_TYPES.some((type) => at(one, type) !== undefined));
  return keyed ? (keyed as Record<string, unknown>) : null;
}

const previewShape = z.object(Object.fromEntries(COMPLAINT_TYPES.map((type) => [type, complaintPreview])));

const preview: ReadFrame = {
  call: `${COMPLAINTS} receive_preview_complaints`,
  item: 'COMPL-10',
  message: (buildings) => ({ type: 'receive_preview_complaints', buildings }),
  answers: ({ type }) => type === 'preview_complaints',
  compare: (body) => contractDeviations({ form: 'one', shape: previewShape }, readPreviews(body) ?? unwrap(body)),
};

/** `read_complaints` is not among them: it marks them as read. */
const READ_FRAMES: readonly ReadFrame[] = [
  preview,
  ...COMPLAINT_TYPES.map(
    (complaint_type): ReadFrame => ({
      call: `${COMPLAINTS} get_complaints ${complaint_type}`,
      item: 'COMPL-11',
      message: (buildings) => ({ type: 'get_complaints', complaint_type, buildings, page_size: PAGE.complaints }),
      // The documents do not say that the answer repeats the type.
      answers: (said) => said.type === 'get_complaints' && (said.complaint_type ?? complaint_type) === complaint_type,
      compare: (body) => [
        ...contractDeviations(complaints, unwrap(body)),
        ...unique({ ...NOTHING, records: answerRecords('list', unwrap(body)) ?? [] }),
      ],
    }),
  ),
];

const NOTHING = { body: null, query: new URLSearchParams(), found: new Map(), earlier: () => [] };

const spoken = z.object({ type: z.unknown(), complaint_type: z.unknown().optional() });

const trouble = (what: string): { trouble: Deviation } => ({ trouble: { what, effect: 'complaints' } });

/** Asks over an open socket. What else is said meanwhile is passed over. */
function askOver(socket: WebSocket, frame: ReadFrame, buildings: readonly number[], patience: number) {
  return new Promise<AskResult>((resolve) => {
    const end = (answer: AskResult) => {
      clearTimeout(timer);
      socket.off('message', hear).off('close', onClose);
      resolve(answer);
    };
    const hear = (data: WebSocket.RawData) => {
      let body: unknown;
      try {
        body = JSON.parse(String(data));
      } catch {
        return end(trouble(text('staging.noJson')));
      }
      const said = spoken.safeParse(body);
      if (said.success && frame.answers(said.data)) end({ body, status: 200, ms: 0 });
    };
    const onClose = (code: number) => end(trouble(text('staging.closed', { code })));
    const timer = setTimeout(() => end(trouble(text('staging.silent'))), patience);
    socket.on('message', hear).on('close', onClose);
    if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(frame.message(buildings)));
    else onClose(0);
  });
}

function opened(url: string, patience: number): Promise<WebSocket | { trouble: Deviation }> {
  return new Promise((resolve) => {
    const socket = new WebSocket(url, { handshakeTimeout: patience, maxPayload: MOST });
    socket.once('open', () => resolve(socket));
    socket.once('unexpected-response', (_, response) => {
      resolve(trouble(text('staging.noSocket', { status: response.statusCode ?? 0 })));
      socket.terminate();
    });
    socket.on('error', (error: NodeJS.ErrnoException) => {
      const late = /handshake has timed out/.test(error.message);
      const why = describeFailure(late ? { name: 'TimeoutError' } : { cause: { code: error.code ?? error.message } });
      resolve(trouble(why.what));
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
  buildings: readonly number[],
  patience: number,
): Promise<{ call: string; item: string; asked: AskResult; deviations: Deviation[] }[]> {
  const address = `${url.replace(/^http/, 'ws')}${COMPLAINTS}?token=${encodeURIComponent(token)}`;
  const socket = await opened(address, patience);
  if ('trouble' in socket) return [{ call: COMPLAINTS, item: 'COMPL-04', asked: socket, deviations: [] }];
  const results: { call: string; item: string; asked: AskResult; deviations: Deviation[] }[] = [];
  for (const frame of READ_FRAMES) {
    const answer = await askOver(socket, frame, buildings, patience);
    const deviations = 'trouble' in answer ? [] : frame.compare(answer.body);
    results.push({ call: frame.call, item: frame.item, asked: answer, deviations });
    if ('trouble' in answer && socket.readyState !== WebSocket.OPEN) break;
  }
  socket.terminate();
  return results;
}
