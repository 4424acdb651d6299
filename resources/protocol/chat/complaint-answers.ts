import { COMPLAINT_TYPES } from '../enums.ts';
import {
  bareOf,
  buildingIn,
  entriesOf,
  flagOf,
  idOf,
  isWireObject,
  momentOf,
  nestedIn,
  numberedOf,
  numberOf,
  objectOf,
  recordsIn,
  textOf,
  textOrNull,
  under,
  type WireObject,
} from '../open-shapes.ts';
import type { ComplaintItem, ComplaintType } from './complaints.ts';

/** What `/ws/complaints` says as the console has it, read from every shape that the documents leave open (G-68). */

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

const typeOf = (value: unknown): ComplaintType | null => COMPLAINT_TYPES.find((known) => known === value) ?? null;

function creatorOf(value: unknown): Complaint['creator'] {
  const wire = nestedIn(objectOf(value), 'user');
  const user = idOf(wire.user) ?? idOf(isWireObject(value) ? wire : value);
  return {
    first_name: textOf(wire.first_name),
    last_name: textOf(wire.last_name),
    avatar: textOrNull(wire.avatar),
    ...(user === null ? {} : { user }),
    ...(wire.chat_id === undefined ? {} : { chat_id: textOrNull(wire.chat_id) }),
  };
}

/** @param kind the type of the list that it stands in, where it does not say its own */
function complaintOf(value: WireObject, kind?: unknown): Complaint | null {
  const wire = nestedIn(value, 'complaint');
  const [id, type] = [idOf(wire), typeOf(wire.type) ?? typeOf(kind)];
  if (id === null || !type) return null;
  const building = isWireObject(wire.building) ? buildingIn(wire.building) : null;
  const porch = numberedOf(wire.porch);
  const isRead = flagOf(wire.is_read);
  const task = idOf(wire.task);
  return {
    id,
    type,
    description: textOf(wire.description),
    creation_date: momentOf(wire.creation_date),
    creator: creatorOf(wire.creator),
    ...(building ? { building } : {}),
    ...(porch ? { porch } : {}),
    ...(isRead === null ? {} : { is_read: isRead }),
    ...(wire.task === undefined ? {} : { task }),
  };
}

/** Where the answer of a frame stands: under `results`, under `data`, or beside its type. */
const insideOf = (frame: unknown): unknown => under(bareOf(frame), 'results') ?? bareOf(frame);

/** `preview_complaints` (COMPL-10): a list, or an object with a preview under each type; a type it leaves out has none. */
export function previewsOf(frame: unknown): ComplaintPreview[] {
  const inside = bareOf(insideOf(frame));
  const listed = Array.isArray(inside)
    ? inside.map((one) => [under(one, 'type') ?? under(one, 'complaint_type'), one] as const)
    : Object.entries(objectOf(inside));
  return listed.flatMap(([key, value]) => {
    const type = typeOf(key);
    if (!type || !isWireObject(value)) return [];
    const last = isWireObject(value.last_complaint) ? complaintOf(value.last_complaint, type) : null;
    return [{ type, last, unread: numberOf(value.unread_count) ?? 0 }];
  });
}

/** `get_complaints` (COMPL-11): those that can be read, and of which type they are. */
export function complaintsOf(frame: unknown): { type: ComplaintType | null; items: Complaint[]; count: number } {
  const kind = under(frame, 'complaint_type') ?? under(bareOf(frame), 'complaint_type');
  const body = entriesOf(frame).length ? frame : (under(bareOf(frame), 'complaints') ?? frame);
  const items = recordsIn(body, (wire) => complaintOf(wire, kind));
  return { type: typeOf(kind) ?? items[0]?.type ?? null, items, count: entriesOf(body).length };
}

/** `new_complaint` (COMPL-12); null for what is none. */
export function newComplaintOf(frame: unknown): Complaint | null {
  const inside = objectOf(bareOf(frame));
  const wire = isWireObject(inside.complaint) ? inside.complaint : objectOf(inside.results ?? inside);
  return complaintOf(wire, inside.complaint_type);
}
