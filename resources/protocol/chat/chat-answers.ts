import { CHAT_STATUSES } from '../enums.ts';
import {
  bareOf,
  buildingIn,
  idOf,
  isWireObject,
  momentOf,
  numberedOf,
  numberOf,
  objectOf,
  oneOf,
  partsOf,
  recordsIn,
  textOf,
  textOrNull,
  type WireObject,
} from '../open-shapes.ts';
import type { AnswerItem } from './answers.ts';
import type { ChatContact, ChatProfileAnswer, FoundMessagesAnswer, LastMessage } from './chat.ts';

/** `GET /api/authorized/profile/?chat_id=` (CHAT-21); null without a state: only an explicit state means deleted. */
export function chatProfileOf(body: unknown): ChatProfileAnswer | null {
  const wire = objectOf(bareOf(body));
  const said = textOf(wire.status).replaceAll('-', '_');
  const status = CHAT_STATUSES.find((known) => known === said);
  if (!status) return null;
  return {
    status,
    position: textOf(wire.position),
    first_name: textOf(wire.first_name),
    last_name: textOf(wire.last_name),
  };
}

function contactOf(wire: WireObject): ChatContact | null {
  const chat_id = textOf(wire.chat_id);
  if (!chat_id) return null;
  const company = idOf(wire.company);
  return {
    user: idOf(wire.user) ?? 0,
    chat_id,
    kind: oneOf(['resident', 'company'], wire.kind),
    first_name: textOf(wire.first_name),
    last_name: textOf(wire.last_name),
    avatar: textOrNull(wire.avatar),
    position: textOf(wire.position),
    status: oneOf(CHAT_STATUSES, wire.status),
    company: company === null ? null : { id: company, label: textOf(objectOf(wire.company).label) },
    units: partsOf(wire.units, (unit) => {
      const id = idOf(unit);
      const building = isWireObject(unit.building) ? buildingIn(unit.building) : null;
      const porch = numberedOf(unit.porch);
      return id === null || !building || !porch ? null : { id, label: textOf(unit.label), building, porch };
    }),
  };
}

/** `GET /api/crm/chat-contacts/` (ours): those that can be written to. */
export const chatContactsOf = (body: unknown): ChatContact[] => recordsIn(body, contactOf);

/** `GET /api/crm/chat-messages/` (ours): messages that were found, the newest first. */
export function foundMessagesOf(body: unknown): FoundMessagesAnswer {
  const results = recordsIn(body, (wire) => {
    const seq = numberOf(wire.seq);
    return seq === null ? null : { seq, from: textOf(wire.from), ts: momentOf(wire.ts), text: textOf(wire.text) };
  });
  return { results, more: objectOf(bareOf(body)).more === true };
}

/** `GET /api/crm/chat-messages/last/` (ours). */
export function lastMessagesOf(body: unknown): { until: number; results: LastMessage[] } {
  const results = recordsIn(body, (wire) => {
    const chat = textOf(wire.chat);
    const kind = oneOf(['text', 'picture', 'file'], wire.kind);
    return chat ? { chat, mine: wire.mine === true, from: textOf(wire.from), text: textOf(wire.text), kind } : null;
  });
  return { until: numberOf(objectOf(bareOf(body)).until) ?? 0, results };
}

/** `GET /api/crm/answers/` (ours). */
export const cannedAnswersOf = (body: unknown): AnswerItem[] =>
  recordsIn(body, (wire) => {
    const [id, version] = [idOf(wire), textOf(wire.version)];
    const said = { title: textOf(wire.title), text: textOf(wire.text), updated_at: momentOf(wire.updated_at) };
    return id === null ? null : { id, ...said, ...(version ? { version } : {}) };
  });

/** `GET /api/crm/tasks/by-message/` (ours): requests that were made of messages of a chat. */
export const requestsByMessageOf = (body: unknown): { seq: number; task: number }[] =>
  recordsIn(body, (wire) => {
    const [seq, task] = [numberOf(wire.seq), idOf(wire.task)];
    return seq === null || task === null ? null : { seq, task };
  });

/** `POST /api/authorized/chat-pass/`: what opens the chat; null for what opens nothing. */
export function chatPassOf(body: unknown): { login: string; password: string } | null {
  const { login, password } = objectOf(bareOf(body));
  return textOf(login) && textOf(password) ? { login: textOf(login), password: textOf(password) } : null;
}
