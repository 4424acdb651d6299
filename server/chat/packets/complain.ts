import * as z from 'zod';
import { COMPLAINT_HEAD } from '#resources/protocol/chat/chat.ts';
import { COMPLAINT_TEXT, COMPLAINT_TYPES } from '#resources/protocol/chat/complaints.ts';
import { audit } from '#server/access/audit.ts';
import { notifyComplaint } from '#server/live/notices.ts';
import { type Chat, requireSignedIn } from '../chat.ts';
import type { Packet } from '../frames.ts';
import { findResidentHome, insertComplaint } from '../queries/complaint-queries.ts';
import { ChatRefusal, ctrl } from '../replies.ts';
import type { Session } from '../session.ts';

const complaintSchema = z.object({
  type: z.enum(COMPLAINT_TYPES),
  unit: z.number().int().min(1).max(2_147_483_647).nullable(),
  description: z.string().trim().min(COMPLAINT_TEXT.min).max(COMPLAINT_TEXT.max),
});

/** `pub` to `sys`: a resident files a complaint, thanks or an idea (built-in chat only). It belongs to their entrance. */
export async function leaveComplaint(chat: Chat, session: Session, packet: Packet<'pub'>): Promise<void> {
  const self = requireSignedIn(session);
  if (self.staff) throw new ChatRefusal('denied');
  const parsed = complaintSchema.safeParse({
    type: packet.head?.[COMPLAINT_HEAD.type],
    unit: packet.head?.[COMPLAINT_HEAD.unit] ?? null,
    description: packet.content,
  });
  if (!parsed.success) throw new ChatRefusal('malformed');
  const { type, unit, description } = parsed.data;
  const { db, bus, now } = chat;
  const id = await db.transaction().execute(async (trx) => {
    const residentHome = await findResidentHome(trx, self.id, unit);
    if (!residentHome) throw new ChatRefusal('denied');
    const row = { type, creator_id: self.id, ...residentHome, description, created_at: now() };
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
    await notifyComplaint(bus, trx, self.id, { id: complaintId, type, description, porch: residentHome.porch_id });
    await bus.publish(trx, 'complaint', { id: complaintId });
    return complaintId;
  });
  session.send(ctrl(packet, 'accepted', { seq: id }));
}
