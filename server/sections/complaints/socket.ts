import type { FastifyInstance } from 'fastify';
import { type ComplaintMessage, complaintRequest } from '#resources/protocol/chat/complaints.ts';
import { CLOSE } from '#resources/protocol/live.ts';
import { audit } from '#server/access/audit.ts';
import { callerAddress } from '#server/access/caller.ts';
import { findSession } from '#server/access/find-reader.ts';
import type { ServerContext } from '#server/context.ts';
import type { Connection } from '#server/live/connection.ts';
import { socketRoute } from '#server/live/socket-route.ts';
import { type ComplaintViewer, findComplaint, listComplaints, markRead, previewComplaints } from './queries.ts';

/** An open socket, with its reader and the buildings they asked for last. */
interface ComplaintListener {
  connection: Connection;
  session: number;
  user: number;
  buildings: readonly number[] | null;
  /** IP address from which the socket was opened, for the audit log. */
  address: string | null;
  /** End of the queue: messages are handled one after the other. */
  turn: Promise<void>;
}

/** `/ws/complaints` (COMPL-*): previews, lists, read marks, and new complaints as they arrive. */
export function complaintsSocket(app: FastifyInstance, context: ServerContext): void {
  const { bus } = context;
  const listeners = new Set<ComplaintListener>();
  const logFailure = (error: unknown) => app.log.error({ err: error }, 'complaints socket failed');
  const enqueue = (listener: ComplaintListener, work: (reader: ComplaintViewer) => Promise<void>) => {
    listener.turn = listener.turn
      .then(async () => {
        const reader = await findActiveReader(context, listener);
        if (reader) await work(reader);
      })
      .catch((error: unknown) => {
        logFailure(error);
        // It is unknown which messages were missed, so the client has to reconnect and request everything again.
        listener.connection.close(CLOSE.failed, 'failed');
      });
    return listener.turn;
  };
  const unsubscribers = [
    bus.subscribe('complaint', ({ id }) => {
      for (const listening of listeners)
        enqueue(listening, (reader) => sendNewComplaint(context, listening, reader, id));
    }),
    bus.subscribe('complaints-read', ({ user }) => {
      for (const listening of listeners) {
        if (listening.user === user) enqueue(listening, (reader) => sendPreview(context, listening, reader));
      }
    }),
  ];
  app.addHook('onClose', async () => {
    for (const unsubscribe of unsubscribers) unsubscribe();
  });
  socketRoute(app, context, {
    url: '/ws/complaints',
    summary: 'Жалобы, благодарности и идеи жителей',
    access: { kind: 'staff', scope: 'none' },
    open: (connection, reader) => {
      const { user, token } = reader;
      const listening: ComplaintListener = {
        connection,
        session: token.id,
        user,
        buildings: null,
        address: callerAddress(),
        turn: Promise.resolve(),
      };
      listeners.add(listening);
      connection.socket.on('close', () => listeners.delete(listening));
      const handleMessage = (received: string) => () =>
        enqueue(listening, (currentReader) => handleRequest(context, app, listening, currentReader, received));
      connection.listen(handleMessage, logFailure);
    },
  });
}

/** The reader with their current rights; null, and the socket is closed, if they no longer have access. */
async function findActiveReader(
  { db, now, guard, settings }: ServerContext,
  { connection, session }: ComplaintListener,
): Promise<ComplaintViewer | null> {
  if (!connection.isOpen) return null;
  const reader = await findSession(db, session, now(), guard.extraSections());
  if (reader?.status !== 'active' || reader.role === 'resident') connection.close(CLOSE.signedOut, 'signed out');
  else return { ...reader, services: settings.featureServices };
  return null;
}

function send({ connection }: ComplaintListener, message: ComplaintMessage): void {
  connection.send(JSON.stringify(message));
}

async function handleRequest(
  context: ServerContext,
  app: FastifyInstance,
  listening: ComplaintListener,
  reader: ComplaintViewer,
  text: string,
) {
  const message = complaintRequest.safeParse(parseJson(text));
  if (!message.success) {
    app.log.info({ issues: message.error.issues.length }, 'unknown message on the complaints socket');
    return;
  }
  const { db, now, bus } = context;
  const { data } = message;
  if (data.type === 'receive_preview_complaints') {
    listening.buildings = data.buildings;
    return sendPreview(context, listening, reader);
  }
  if (data.type === 'get_complaints') {
    const { complaint_type, buildings, page_size: limit, before = null } = data;
    listening.buildings = buildings;
    const results = await listComplaints(db, reader, { type: complaint_type, buildings, limit, before });
    return send(listening, { type: 'get_complaints', complaint_type, results });
  }
  await db.transaction().execute(async (trx) => {
    const read = await markRead(trx, reader, data.complaints_list, now());
    const auditEntry = { user: reader.user, action: 'read', resource: 'complaints', record: null, after: { read } };
    const request = `socket of session ${reader.token.id}`;
    if (read.length) await audit(trx, { ...auditEntry, request, address: listening.address });
    await bus.publish(trx, 'complaints-read', { user: reader.user });
  });
}

async function sendPreview(
  { db }: ServerContext,
  listening: ComplaintListener,
  reader: ComplaintViewer,
): Promise<void> {
  send(listening, { type: 'preview_complaints', results: await previewComplaints(db, reader, listening.buildings) });
}

/** Sends a new complaint to a reader, if it belongs to the buildings they look at (COMPL-12). */
async function sendNewComplaint(
  { db }: ServerContext,
  listening: ComplaintListener,
  reader: ComplaintViewer,
  id: number,
): Promise<void> {
  const complaint = await findComplaint(db, reader, id, listening.buildings);
  if (complaint) send(listening, { type: 'new_complaint', complaint });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
