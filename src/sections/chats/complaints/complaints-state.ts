import { readAnswer } from '#console/data/http/unread.ts';
import type { ConnectionState } from '#console/data/live/socket-connection.ts';
import { featuresNow } from '#console/data/session/features.ts';
import { has } from '#resources/language/features.ts';
import { PAGE } from '#resources/limits.ts';
import {
  type Complaint,
  decodeComplaints,
  decodeNewComplaint,
  decodePreviews,
} from '#resources/protocol/chat/complaint-answers.ts';
import type { ComplaintType } from '#resources/protocol/chat/complaints.ts';
import { COMPLAINTS_SOCKET, type ComplaintFrame } from './complaints-connection.ts';

/** Types as the tab shows them. */
export const SHOWN_TYPES = ['complaint', 'suggestion', 'appreciation'] as const satisfies readonly ComplaintType[];

export type { Complaint };

/** A type with its newest complaint and the number of unread ones (COMPL-10). */
interface ComplaintSummary {
  last: Complaint | null;
  unread: number;
}

/** The complaints of a type, newest first. */
export interface ComplaintList {
  items: readonly Complaint[];
  /** There may be earlier ones. */
  more: boolean;
}

/** Complaints of the checked buildings, as far as they are loaded. */
export interface ComplaintsState {
  connection: ConnectionState;
  /** Null before the first answer. */
  summaries: Readonly<Record<ComplaintType, ComplaintSummary>> | null;
  lists: Readonly<Partial<Record<ComplaintType, ComplaintList>>>;
}

export const NOTHING_KNOWN: ComplaintsState = { connection: 'connecting', summaries: null, lists: {} };
const NO_SUMMARY: ComplaintSummary = { last: null, unread: 0 };
export const NO_SUMMARIES = { complaint: NO_SUMMARY, suggestion: NO_SUMMARY, appreciation: NO_SUMMARY } as const;

/** Takes in previews of the server (COMPL-10); a type that it leaves out gets no preview. */
export function withPreviews(state: ComplaintsState, frame: ComplaintFrame): ComplaintsState {
  const summaries: Record<ComplaintType, ComplaintSummary> = { ...NO_SUMMARIES };
  for (const { type, last, unread } of decodePreviews(frame)) summaries[type] = { last, unread };
  return { ...state, summaries };
}

/** A list of the server (COMPL-11). @param earlier it is the page after the one that is shown */
export function withList(state: ComplaintsState, frame: ComplaintFrame, earlier: boolean): ComplaintsState {
  const { type, items: results, count } = readAnswer(COMPLAINTS_SOCKET, () => decodeComplaints(frame));
  if (!type) return state;
  const before = earlier ? (state.lists[type]?.items ?? []) : [];
  const known = new Set(before.map(({ id }) => id));
  const items = [...before, ...results.filter(({ id }) => !known.has(id))];
  return {
    ...state,
    lists: { ...state.lists, [type]: { items, more: has(featuresNow(), 'complaints') && count >= PAGE.complaints } },
  };
}

/** One that just came: in the shown list of its type, as its last one, counted as unread (COMPL-12). */
export function withArrival(state: ComplaintsState, frame: ComplaintFrame): ComplaintsState {
  const complaint = decodeNewComplaint(frame);
  if (!complaint) return state;
  const { type, id } = complaint;
  const list = state.lists[type];
  const summary = state.summaries?.[type];
  // The preview that was on its way may have counted it already.
  const counted = summary?.last?.id === id || list?.items.some((item) => item.id === id);
  if (counted) return state;
  const lists = list ? { ...state.lists, [type]: { ...list, items: [complaint, ...list.items] } } : state.lists;
  const grown = { last: complaint, unread: (summary?.unread ?? 0) + 1 };
  const summaries = state.summaries ? { ...state.summaries, [type]: grown } : null;
  return { ...state, lists, summaries };
}

/** Some of a type were read (COMPL-09): the number falls; which ones are new stays to be seen until the list is left. */
export function withRead(state: ComplaintsState, type: ComplaintType, count: number): ComplaintsState {
  const summary = state.summaries?.[type];
  if (!state.summaries || !summary) return state;
  const unread = Math.max(0, summary.unread - count);
  return { ...state, summaries: { ...state.summaries, [type]: { ...summary, unread } } };
}

/** How many are unread over all types. */
export function unreadIn({ summaries }: ComplaintsState): number {
  return summaries ? SHOWN_TYPES.reduce((sum, type) => sum + summaries[type].unread, 0) : 0;
}
