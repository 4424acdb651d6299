import { COMPLAINT_TYPES } from '../enums.ts';
import {
  decodeBuildingRef,
  decodeEntries,
  decodeFlag,
  decodeId,
  decodeList,
  decodeMoment,
  decodeNumber,
  decodeNumbered,
  decodeObject,
  decodeText,
  getKey,
  isWireObject,
  textOrNull,
  unwrapBody,
  unwrapNested,
  type WireObject,
} from '../open-shapes.ts';
import type { ComplaintItem, ComplaintType } from './complaints.ts';

/** Decoders of `/ws/complaints` frames; they accept every shape the specification allows (G-68). */

/** A complaint; a server that follows only the specification (complaints.md) sends just the required keys. */
export type Complaint = Pick<ComplaintItem, 'id' | 'type' | 'description' | 'creation_date'> &
  Partial<Pick<ComplaintItem, 'building' | 'porch' | 'is_read' | 'task'>> & {
    creator: Pick<ComplaintItem['creator'], 'first_name' | 'last_name'> & Partial<ComplaintItem['creator']>;
  };

/** A complaint type with its newest complaint and the number of unread ones (COMPL-10). */
export interface ComplaintPreview {
  type: ComplaintType;
  last: Complaint | null;
  unread: number;
}

const decodeType = (value: unknown): ComplaintType | null => COMPLAINT_TYPES.find((known) => known === value) ?? null;

function decodeCreator(value: unknown): Complaint['creator'] {
  const wire = unwrapNested(decodeObject(value), 'user');
  const user = decodeId(wire.user) ?? decodeId(isWireObject(value) ? wire : value);
  return {
    first_name: decodeText(wire.first_name),
    last_name: decodeText(wire.last_name),
    avatar: textOrNull(wire.avatar),
    ...(user === null ? {} : { user }),
    ...(wire.chat_id === undefined ? {} : { chat_id: textOrNull(wire.chat_id) }),
  };
}

/** @param kind type of the surrounding list, used if the complaint has none */
function decodeComplaint(value: WireObject, kind?: unknown): Complaint | null {
  const wire = unwrapNested(value, 'complaint');
  const [id, type] = [decodeId(wire), decodeType(wire.type) ?? decodeType(kind)];
  if (id === null || !type) return null;
  const building = isWireObject(wire.building) ? decodeBuildingRef(wire.building) : null;
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

/** The content of a frame: under `results`, under `data`, or beside its type. */
const unwrapFrame = (frame: unknown): unknown => getKey(unwrapBody(frame), 'results') ?? unwrapBody(frame);

/** `preview_complaints` (COMPL-10): a list, or an object with one preview per type; a missing type has none. */
export function decodePreviews(frame: unknown): ComplaintPreview[] {
  const content = unwrapBody(unwrapFrame(frame));
  const entries = Array.isArray(content)
    ? content.map((one) => [getKey(one, 'type') ?? getKey(one, 'complaint_type'), one] as const)
    : Object.entries(decodeObject(content));
  return entries.flatMap(([key, value]) => {
    const type = decodeType(key);
    if (!type || !isWireObject(value)) return [];
    const last = isWireObject(value.last_complaint) ? decodeComplaint(value.last_complaint, type) : null;
    return [{ type, last, unread: decodeNumber(value.unread_count) ?? 0 }];
  });
}

/** `get_complaints` (COMPL-11): the complaints that can be decoded, and their type. */
export function decodeComplaints(frame: unknown): { type: ComplaintType | null; items: Complaint[]; count: number } {
  const kind = getKey(frame, 'complaint_type') ?? getKey(unwrapBody(frame), 'complaint_type');
  const body = decodeEntries(frame).length ? frame : (getKey(unwrapBody(frame), 'complaints') ?? frame);
  const items = decodeList(body, (wire) => decodeComplaint(wire, kind));
  return { type: decodeType(kind) ?? items[0]?.type ?? null, items, count: decodeEntries(body).length };
}

/** `new_complaint` (COMPL-12); null if it cannot be decoded. */
export function decodeNewComplaint(frame: unknown): Complaint | null {
  const content = decodeObject(unwrapBody(frame));
  const wire = isWireObject(content.complaint) ? content.complaint : decodeObject(content.results ?? content);
  return decodeComplaint(wire, content.complaint_type);
}
