import type { FastifyInstance } from 'fastify';
import { type ComplaintMessage, complaintRequest } from '#resources/protocol/chat/complaints.ts';
import { CLOSE } from '#resources/protocol/live.ts';
import { audit } from '#server/access/audit.ts';
import { callerAddress } from '#server/access/caller.ts';
import { findSession } from '#server/access/look-up.ts';
import type { ServerContext } from '#server/context.ts';
import type { Connection } from '#server/live/connection.ts';
import { socketRoute } from '#server/live/socket-route.ts';
import { type ComplaintViewer, listComplaints, markRead, oneComplaint, previewComplaints } from './queries.ts';

/** An open socket: its reader, and the buildings they asked for last. */
interface Listening {
  connection: Connection;
  session: number;
  user: number;
  buildings: readonly number[] | null;
  /** Where the socket was opened from. */
  address: string | null;
  /** Messages are handled one after the other. */
  turn: Promise<void>;
}

/** `/ws/complaints` (COMPL-*): previews, lists, marks of reading, and what residents leave, as it comes. */
export function complaintsSocket(app: FastifyInstance, context: ServerContext): void {
  const { bus } = context;
  const listeners = new Set<Listening>();
  const failed = (error: unknown) => app.log.error({ err: error }, 'complaints cannot be sent');
  const queue = (listening: Listening, work: (reader: ComplaintViewer) => Promise<void>) => {
    listening.turn = listening.turn
      .then(async () => {
        const reader = await present(context, listening);
        if (reader) await work(reader);
      })
      .catch((error: unknown) => {
        failed(error);
        // It is not known which messages were missed, so the client has to reconnect and ask for everything anew.
        listening.connection.close(CLOSE.failed, 'failed');
      });
    return listening.turn;
  };
  const stops = [
    bus.subscribe('complaint', ({ id }) => {
      for (const listening of listeners) queue(listening, (reader) => tellNew(context, listening, reader, id));
    }),
    bus.subscribe('complaints-read', ({ user }) => {
      for (const listening of listeners) {
        if (listening.user === user) queue(listening, (reader) => tellPreview(context, listening, reader));
      }
    }),
  ];
  app.addHook('onClose', async () => {
    for (const stop of stops) stop();
  });
  socketRoute(app, context, {
    url: '/ws/complaints',
    summary: 'Жалобы, благодарности и идеи жителей',
    access: { kind: 'staff', scope: 'none' },
    open: (connection, reader) => {
      const { user, token } = reader;
      const listening: Listening = {
        connection,
        session: token.id,
        user,
        buildings: null,
        address: callerAddress(),
        turn: Promise.resolve(),
      };
      listeners.add(listening);
      connection.socket.on('close', () => listeners.delete(listening));
      const take = (said: string) => () => queue(listening, (now) => answer(context, app, listening, now, said));
      connection.listen(take, failed);
    },
  });
}

/** The reader, by the rights of now; null without the right, and then the socket closes. */
async function present(
  { db, now, guard, settings }: ServerContext,
  { connection, session }: Listening,
): Promise<ComplaintViewer | null> {
  if (!connection.isOpen) return null;
  const reader = await findSession(db, session, now(), guard.extraSections());
  if (reader?.status !== 'active' || reader.role === 'resident') connection.close(CLOSE.signedOut, 'signed out');
  else return { ...reader, services: settings.featureServices };
  return null;
}

function say({ connection }: Listening, message: ComplaintMessage): void {
  connection.send(JSON.stringify(message));
}

async function answer(
  context: ServerContext,
  app: FastifyInstance,
  listening: Listening,
  reader: ComplaintViewer,
  text: string,
) {
  const message = complaintRequest.safeParse(parsed(text));
  if (!message.success) {
    app.log.info({ issues: message.error.issues.length }, 'a message to the complaints is not known');
    return;
  }
  const { db, now, bus } = context;
  const { data } = message;
  if (data.type === 'receive_preview_complaints') {
    listening.buildings = data.buildings;
    return tellPreview(context, listening, reader);
  }
  if (data.type === 'get_complaints') {
    const { complaint_type, buildings, page_size: limit, before = null } = data;
    listening.buildings = buildings;
    const results = await listComplaints(db, reader, { type: complaint_type, buildings, limit, before });
    return say(listening, { type: 'get_complaints', complaint_type, results });
  }
  await db.transaction().execute(async (trx) => {
    const read = await markRead(trx, reader, data.complaints_list, now());
    const auditEntry = { user: reader.user, action: 'read', resource: 'complaints', record: null, after: { read } };
    const request = `socket of session ${reader.token.id}`;
    if (read.length) await audit(trx, { ...auditEntry, request, address: listening.address });
    await bus.publish(trx, 'complaints-read', { user: reader.user });
  });
}

async function tellPreview({ db }: ServerContext, listening: Listening, reader: ComplaintViewer): Promise<void> {
  say(listening, { type: 'preview_complaints', results: await previewComplaints(db, reader, listening.buildings) });
}

/** Tells the readers of a new complaint, in the buildings they look at (COMPL-12). */
async function tellNew(
  { db }: ServerContext,
  listening: Listening,
  reader: ComplaintViewer,
  id: number,
): Promise<void> {
  const complaint = await oneComplaint(db, reader, id, listening.buildings);
  if (complaint) say(listening, { type: 'new_complaint', complaint });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
