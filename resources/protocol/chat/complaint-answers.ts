import { COMPLAINT_TYPES } from '../enums.ts';
import {
  buildingIn,
  decodeEntries,
  decodeFlag,
  decodeId,
  decodeMoment,
  decodeNumber,
  decodeNumbered,
  decodeObject,
  decodeText,
  isWireObject,
  nestedIn,
  recordsIn,
  textOrNull,
  under,
  unwrapBody,
  type WireObject,
} from '../open-shapes.ts';
import type { ComplaintItem, ComplaintType } from './complaints.ts';

/** Frames of `/ws/complaints` as the console has them, read from every shape that the documents leave open (G-68). */

/** A complaint of a server that says no more than the specification (complaints.md) has the first keys only. */
export type Complaint = Pick<ComplaintItem, 'id' | 'type' | 'description' | 'creation_date'> &
  Partial<Pick<ComplaintItem, 'building' | 'porch' | 'is_read' | 'task'>> & {
    creator: Pick<ComplaintItem['creator'], 'first_name' | 'last_name'> & Partial<ComplaintItem['creator']>;
  };

/** A type with its newest complaint and the number of unread ones (COMPL-10). */
export interface ComplaintPreview {
  type: ComplaintType;
  last: Complaint | null;
  unread: number;
}

const decodeType = (value: unknown): ComplaintType | null => COMPLAINT_TYPES.find((known) => known === value) ?? null;

function decodeCreator(value: unknown): Complaint['creator'] {
  const wire = nestedIn(decodeObject(value), 'user');
  const user = decodeId(wire.user) ?? decodeId(isWireObject(value) ? wire : value);
  return {
    first_name: decodeText(wire.first_name),
    last_name: decodeText(wire.last_name),
    avatar: textOrNull(wire.avatar),
    ...(user === null ? {} : { user }),
    ...(wire.chat_id === undefined ? {} : { chat_id: textOrNull(wire.chat_id) }),
  };
}

/** @param kind the type of the list that it stands in, where it does not say its own */
function decodeComplaint(value: WireObject, kind?: unknown): Complaint | null {
  const wire = nestedIn(value, 'complaint');
  const [id, type] = [decodeId(wire), decodeType(wire.type) ?? decodeType(kind)];
  if (id === null || !type) return null;
  const building = isWireObject(wire.building) ? buildingIn(wire.building) : null;
  const porch = decodeNumbered(wire.porch);
  const isRead = decodeFlag(wire.is_read);
  const task = decodeId(wire.task);
  return {
    id,
    type,
    description: decodeText(wire.description),
    creation_date: decodeMoment(wire.creation_date),
    creator: decodeCreator(wire.creator),
    ...(building ? { building } : {}),
    ...(porch ? { porch } : {}),
    ...(isRead === null ? {} : { is_read: isRead }),
    ...(wire.task === undefined ? {} : { task }),
  };
}

/** Where the answer of a frame stands: under `results`, under `data`, or beside its type. */
const unwrapFrame = (frame: unknown): unknown => under(unwrapBody(frame), 'results') ?? unwrapBody(frame);

/** `preview_complaints` (COMPL-10): a list, or an object with a preview under each type; a type it leaves out has none. */
export function decodePreviews(frame: unknown): ComplaintPreview[] {
  const inside = unwrapBody(unwrapFrame(frame));
  const listed = Array.isArray(inside)
    ? inside.map((one) => [under(one, 'type') ?? under(one, 'complaint_type'), one] as const)
    : Object.entries(decodeObject(inside));
  return listed.flatMap(([key, value]) => {
    const type = decodeType(key);
    if (!type || !isWireObject(value)) return [];
    const last = isWireObject(value.last_complaint) ? decodeComplaint(value.last_complaint, type) : null;
    return [{ type, last, unread: decodeNumber(value.unread_count) ?? 0 }];
  });
}

/** `get_complaints` (COMPL-11): those that can be read, and of which type they are. */
export function decodeComplaints(frame: unknown): { type: ComplaintType | null; items: Complaint[]; count: number } {
  const kind = under(frame, 'complaint_type') ?? under(unwrapBody(frame), 'complaint_type');
  const body = decodeEntries(frame).length ? frame : (under(unwrapBody(frame), 'complaints') ?? frame);
  const items = recordsIn(body, (wire) => decodeComplaint(wire, kind));
  return { type: decodeType(kind) ?? items[0]?.type ?? null, items, count: decodeEntries(body).length };
}

/** `new_complaint` (COMPL-12); null for what is none. */
export function decodeNewComplaint(frame: unknown): Complaint | null {
  const inside = decodeObject(unwrapBody(frame));
  const wire = isWireObject(inside.complaint) ? inside.complaint : decodeObject(inside.results ?? inside);
  return decodeComplaint(wire, inside.complaint_type);
}
