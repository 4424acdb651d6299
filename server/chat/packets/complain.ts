import * as z from 'zod';
import { COMPLAINT_HEAD } from '#resources/protocol/chat/chat.ts';
import { COMPLAINT_TEXT, COMPLAINT_TYPES } from '#resources/protocol/chat/complaints.ts';
import { audit } from '#server/access/audit.ts';
import { complaintLeft } from '#server/live/notices.ts';
import { type Chat, requireSignedIn } from '../chat.ts';
import type { Packet } from '../frames.ts';
import { findResidentHome, insertComplaint } from '../queries/complaint-queries.ts';
import { ChatRefusal, ctrl } from '../replies.ts';
import type { Session } from '../session.ts';

const complaint = z.object({
  type: z.enum(COMPLAINT_TYPES),
  unit: z.number().int().min(1).max(2_147_483_647).nullable(),
  description: z.string().trim().min(COMPLAINT_TEXT.min).max(COMPLAINT_TEXT.max),
});

/** A resident leaves a complaint, gratitude or an idea: `pub` to `sys` (chat in the box). It lies in their entrance. */
export async function leaveComplaint(chat: Chat, session: Session, packet: Packet<'pub'>): Promise<void> {
  const self = requireSignedIn(session);
  if (self.staff) throw new ChatRefusal('denied');
  const read = complaint.safeParse({
    type: packet.head?.[COMPLAINT_HEAD.type],
    unit: packet.head?.[COMPLAINT_HEAD.unit] ?? null,
    description: packet.content,
  });
  if (!read.success) throw new ChatRefusal('malformed');
  const { type, unit, description } = read.data;
  const { db, bus, now } = chat;
  const id = await db.transaction().execute(async (trx) => {
    const home = await findResidentHome(trx, self.id, unit);
    if (!home) throw new ChatRefusal('denied');
    const row = { type, creator_id: self.id, ...home, description, created_at: now() };
    const complaintId = await insertComplaint(trx, row);
    await audit(trx, {
      user: self.id,
      action: 'create',
      resource: 'complaints',
      record: complaintId,
      after: row,
      request: session.id,
      address: session.address,
    });
    await complaintLeft(bus, trx, self.id, { id: complaintId, type, description, porch: home.porch_id });
    await bus.publish(trx, 'complaint', { id: complaintId });
    return complaintId;
  });
  session.send(ctrl(packet, 'accepted', { seq: id }));
}
