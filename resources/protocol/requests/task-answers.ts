import { TASK_HISTORY, TASK_RESOLUTIONS, TASK_STAGES, TASK_TARGETS } from '#resources/rules/requests/constants.ts';
import { COMPLAINT_TYPES } from '../enums.ts';
import { decodeFiles } from '../news/attachment-answers.ts';
import {
  decodeCount,
  decodeEach,
  decodeEntries,
  decodeFlag,
  decodeId,
  decodeList,
  decodeMoment,
  decodeNumber,
  decodeNumbered,
  decodeObject,
  decodeOneOf,
  decodeParts,
  decodeText,
  getKey,
  isWireObject,
  textOrNull,
  unwrapBody,
  unwrapNested,
  type WireObject,
} from '../open-shapes.ts';
import type { BulkPerformer } from './bulk-tasks.ts';
import type { ServiceItem } from './services.ts';
import type { Performer, TaskCard, TaskChanges, TaskDetails, TaskHistoryEntry, TaskSaved } from './tasks.ts';

/**
 * Decoders of requests; they accept every shape the specification allows (G-68). Missing ids become 0, and missing names empty
 * texts.
 */

type Person = TaskCard['creator'];

/** A person; one without a name if only the id is given. */
function decodePerson(value: unknown): Person | null {
  const wire = unwrapNested(unwrapNested(decodeObject(value), 'performer'), 'user');
  const user = decodeNumber(wire.user) ?? decodeId(isWireObject(value) ? wire : value);
  if (user === null) return null;
  return {
    user,
    first_name: decodeText(wire.first_name),
    last_name: decodeText(wire.last_name),
    position: textOrNull(wire.position),
    avatar: textOrNull(wire.avatar),
    ...(wire.unit === undefined ? {} : { unit: textOrNull(wire.unit) }),
    ...(wire.unit_id === undefined ? {} : { unit_id: decodeNumber(wire.unit_id) }),
  };
}

const NOBODY: Person = { user: 0, first_name: '', last_name: '', position: null, avatar: null };

function decodeService(value: unknown): ServiceItem {
  const wire = unwrapNested(decodeObject(value), 'service');
  return {
    id: decodeId(isWireObject(value) ? wire : value) ?? 0,
    name: decodeText(wire.name),
    icon: decodeText(wire.icon),
  };
}

/** `GET /api/crm/services/`: services that have an id. */
export const decodeServices = (body: unknown): ServiceItem[] =>
  decodeList(body, (entry) => {
    const service = decodeService(entry);
    const closed = decodeFlag(entry.closed) === true ? { closed: true as const } : {};
    return service.id ? { ...service, name: service.name || `№ ${service.id}`, ...closed } : null;
  });

/** The building may be beside its entrances and floors, nested under its name, a plain id, or the target itself. */
function decodeTarget(value: unknown): TaskCard['target'] {
  const wire = decodeObject(value);
  const place = unwrapNested(wire, 'building');
  const building = decodeId(wire.building) ?? (wire.building === undefined ? decodeId(value) : null);
  return {
    building: building ?? 0,
    street: decodeText(place.street),
    number: decodeText(place.number),
    porches: decodeEach(wire.porches, (porch) => decodeNumbered(porch, 'porch')),
    floors: decodeEach(wire.floors, (floor) => {
      const numbered = decodeNumbered(floor, 'floor');
      return numbered && { ...numbered, porch: decodeId(getKey(floor, 'porch')) ?? 0 };
    }),
  };
}

/** Our additions to a card, if the server sends them. */
function decodeAdditions({ deadline, done_at, may_move, version, files }: WireObject) {
  const [mayMove, knownVersion, fileCount] = [decodeFlag(may_move), decodeNumber(version), decodeNumber(files)];
  return {
    ...(deadline === undefined ? {} : { deadline: decodeMoment(deadline) || null }),
    ...(done_at === undefined ? {} : { done_at: decodeMoment(done_at) || null }),
    ...(mayMove === null ? {} : { may_move: mayMove }),
    ...(knownVersion === null ? {} : { version: knownVersion }),
    ...(fileCount === null ? {} : { files: fileCount }),
  };
}

function decodeCard(entry: WireObject): TaskCard | null {
  const wire = unwrapNested(entry, 'task');
  const id = decodeId(wire);
  const stage = TASK_STAGES.find((known) => known === wire.stage);
  if (id === null || !stage) return null;
  return {
    id,
    stage,
    resolution: TASK_RESOLUTIONS.find((known) => known === wire.resolution) ?? null,
    resolution_description: textOrNull(wire.resolution_description),
    order: decodeNumber(wire.order) ?? 0,
    performer: decodePerson(wire.performer),
    service: decodeService(wire.service),
    information: { description: decodeText(getKey(wire.information, 'description') ?? wire.description) },
    creator: decodePerson(wire.creator) ?? NOBODY,
    ...(wire.caller === undefined ? {} : { caller: decodePerson(wire.caller) }),
    creation_date: decodeMoment(wire.creation_date),
    target_type: decodeOneOf(TASK_TARGETS, wire.target_type),
    target: decodeTarget(wire.target),
    task_name: decodeText(wire.task_name) || `№ ${id}`,
    ...decodeAdditions(wire),
  };
}

/** `GET /api/crm/tasks/?stage=…`: the requests that can be decoded. */
export const decodeTasks = (body: unknown): TaskCard[] => decodeList(body, decodeCard);

/** The requests, the number of entries including invalid ones, and the order of the last one, from which the next page starts. */
export function decodeTasksPage(body: unknown): { tasks: TaskCard[]; entries: number; until: number | null } {
  const entries = decodeEntries(body);
  return { tasks: decodeTasks(body), entries: entries.length, until: decodeNumber(getKey(entries.at(-1), 'order')) };
}

/** `GET /api/crm/tasks/count/`; null without a number. */
export const decodeTaskCount = decodeCount;

/** `GET /api/crm/performers/?building=1&service=2`. */
export const decodePerformers = (body: unknown): Performer[] => decodeList(body, decodePerson);

/** `GET /api/crm/tasks/bulk/performers/?ids=`. */
export const decodeBulkPerformers = (body: unknown): BulkPerformer[] =>
  decodeList(body, (wire) => {
    const person = decodePerson(wire);
    return person && { ...person, able: decodeNumber(wire.able) ?? 0 };
  });

function decodeEntry(wire: WireObject): TaskHistoryEntry | null {
  const id = decodeId(wire);
  const type = TASK_HISTORY.find((known) => known === wire.type);
  if (id === null || !type) return null;
  const action = decodeObject(wire.action);
  return {
    id,
    date: decodeMoment(wire.date),
    type,
    action: {
      user: decodePerson(action.user) ?? NOBODY,
      message: textOrNull(action.message),
      ...decodeFiles(action),
      new_performer: decodePerson(action.new_performer),
      field_name: textOrNull(action.field_name),
      new_value: textOrNull(action.new_value),
      description: textOrNull(action.description),
    },
  };
}

/** `POST /api/crm/tasks/{id}/comments/` (ours); null if it is not an entry of the history. */
export const decodeHistoryEntry = (body: unknown): TaskHistoryEntry | null =>
  decodeEntry(decodeObject(unwrapBody(body)));

/** The source of a request (ours): a complaint or a chat message; undefined if there is none. */
function decodeSource(value: unknown): TaskDetails['source'] {
  const wire = decodeObject(value);
  const complaint = decodeId(wire.complaint);
  if (complaint !== null) {
    const type = COMPLAINT_TYPES.find((known) => known === wire.type);
    return { complaint, ...(type ? { type } : {}) };
  }
  const message = decodeObject(wire.message);
  const [topic, seq] = [decodeText(message.topic), decodeNumber(message.seq)];
  return topic && seq !== null ? { message: { topic, seq } } : undefined;
}

/** `GET /api/crm/tasks/{id}/` (TASK-19); null if it cannot be decoded. */
export function decodeTaskDetails(body: unknown): TaskDetails | null {
  const wire = unwrapNested(decodeObject(unwrapBody(body)), 'task');
  const card = decodeCard(wire);
  if (!card) return null;
  const history = decodeParts(wire.history, decodeEntry);
  const source = decodeSource(wire.source);
  const { phone_number, chat } = decodeObject(wire.author);
  const author = { phone_number: textOrNull(phone_number), chat: textOrNull(chat) };
  return {
    ...card,
    history,
    ...decodeFiles(wire),
    ...(source === undefined ? {} : { source }),
    ...(isWireObject(wire.author) ? { author } : {}),
  };
}

/** Response to a change: the request under `params`, or flat; null without one. */
export function decodeTaskSaved(body: unknown): TaskSaved | null {
  const answer = decodeObject(unwrapBody(body));
  const params = decodeCard(isWireObject(answer.params) ? answer.params : answer);
  if (!params) return null;
  const orders = decodeParts(answer.orders, (wire) => {
    const [id, order] = [decodeId(wire), decodeNumber(wire.order)];
    return id === null || order === null ? null : { id, order };
  });
  return { params, orders, conflict: answer.conflict === true };
}

/** `GET /api/crm/tasks/changes/` (ours); null without a version. */
export function decodeTaskChanges(body: unknown): TaskChanges | null {
  const answer = decodeObject(unwrapBody(body));
  const version = decodeNumber(answer.version);
  if (version === null) return null;
  const gone = decodeEach(answer.gone, (id) => decodeId(id));
  return { version, reload: answer.reload === true, tasks: decodeTasks(answer.tasks), gone };
}
