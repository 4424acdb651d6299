import { TASK_HISTORY, TASK_RESOLUTIONS, TASK_STAGES, TASK_TARGETS } from '#resources/rules/requests/constants.ts';
import { COMPLAINT_TYPES } from '../enums.ts';
import { decodeFiles } from '../news/attachment-answers.ts';
import {
  decodeCount,
  decodeEach,
  decodeEntries,
  decodeFlag,
  decodeId,
  decodeMoment,
  decodeNumber,
  decodeNumbered,
  decodeObject,
  decodeOneOf,
  decodeParts,
  decodeText,
  isWireObject,
  nestedIn,
  recordsIn,
  textOrNull,
  under,
  unwrapBody,
  type WireObject,
} from '../open-shapes.ts';
import type { BulkPerformer } from './bulk-tasks.ts';
import type { ServiceItem } from './services.ts';
import type { Performer, TaskCard, TaskChanges, TaskDetails, TaskHistoryEntry, TaskSaved } from './tasks.ts';

/**
 * The answers about requests as the console has them, read from every shape that the documents leave open (G-68). An
 * id of 0 and an empty name stand for what the server does not say.
 */

type Person = TaskCard['creator'];

/** A person; an id alone is a person without a name. */
function decodePerson(value: unknown): Person | null {
  const wire = nestedIn(nestedIn(decodeObject(value), 'performer'), 'user');
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
  const wire = nestedIn(decodeObject(value), 'service');
  return {
    id: decodeId(isWireObject(value) ? wire : value) ?? 0,
    name: decodeText(wire.name),
    icon: decodeText(wire.icon),
  };
}

/** `GET /api/crm/services/`: those that can be told apart. */
export const decodeServices = (body: unknown): ServiceItem[] =>
  recordsIn(body, (entry) => {
    const service = decodeService(entry);
    const closed = decodeFlag(entry.closed) === true ? { closed: true as const } : {};
    return service.id ? { ...service, name: service.name || `№ ${service.id}`, ...closed } : null;
  });

/** The building beside its entrances and floors, nested under its name, as an id, or as the target itself. */
function decodeTarget(value: unknown): TaskCard['target'] {
  const wire = decodeObject(value);
  const place = nestedIn(wire, 'building');
  const building = decodeId(wire.building) ?? (wire.building === undefined ? decodeId(value) : null);
  return {
    building: building ?? 0,
    street: decodeText(place.street),
    number: decodeText(place.number),
    porches: decodeEach(wire.porches, (porch) => decodeNumbered(porch, 'porch')),
    floors: decodeEach(wire.floors, (floor) => {
      const numbered = decodeNumbered(floor, 'floor');
      return numbered && { ...numbered, porch: decodeId(under(floor, 'porch')) ?? 0 };
    }),
  };
}

/** Our additions to a card, as far as the server has them. */
function decodeAdditions({ deadline, done_at, may_move, version, files }: WireObject) {
  const [may, knownVersion, attached] = [decodeFlag(may_move), decodeNumber(version), decodeNumber(files)];
  return {
    ...(deadline === undefined ? {} : { deadline: decodeMoment(deadline) || null }),
    ...(done_at === undefined ? {} : { done_at: decodeMoment(done_at) || null }),
    ...(may === null ? {} : { may_move: may }),
    ...(knownVersion === null ? {} : { version: knownVersion }),
    ...(attached === null ? {} : { files: attached }),
  };
}

function decodeCard(entry: WireObject): TaskCard | null {
  const wire = nestedIn(entry, 'task');
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
    information: { description: decodeText(under(wire.information, 'description') ?? wire.description) },
    creator: decodePerson(wire.creator) ?? NOBODY,
    ...(wire.caller === undefined ? {} : { caller: decodePerson(wire.caller) }),
    creation_date: decodeMoment(wire.creation_date),
    target_type: decodeOneOf(TASK_TARGETS, wire.target_type),
    target: decodeTarget(wire.target),
    task_name: decodeText(wire.task_name) || `№ ${id}`,
    ...decodeAdditions(wire),
  };
}

/** `GET /api/crm/tasks/?stage=…`: those of its requests that can be read. */
export const decodeTasks = (body: unknown): TaskCard[] => recordsIn(body, decodeCard);

/** The same with how many entries it had, readable or not, and the order of the last: by them the next page is asked for. */
export function decodeTasksPage(body: unknown): { tasks: TaskCard[]; entries: number; until: number | null } {
  const entries = decodeEntries(body);
  return { tasks: decodeTasks(body), entries: entries.length, until: decodeNumber(under(entries.at(-1), 'order')) };
}

/** `GET /api/crm/tasks/count/`; null for what says no number. */
export const decodeTaskCount = decodeCount;

/** `GET /api/crm/performers/?building=1&service=2`. */
export const decodePerformers = (body: unknown): Performer[] => recordsIn(body, decodePerson);

/** `GET /api/crm/tasks/bulk/performers/?ids=`. */
export const decodeBulkPerformers = (body: unknown): BulkPerformer[] =>
  recordsIn(body, (wire) => {
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

/** `POST /api/crm/tasks/{id}/comments/` (ours); null for what is no entry of the history. */
export const decodeHistoryEntry = (body: unknown): TaskHistoryEntry | null =>
  decodeEntry(decodeObject(unwrapBody(body)));

/** The source of a request (ours): a complaint, or a message of a chat; undefined where that is not said. */
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

/** `GET /api/crm/tasks/{id}/` (TASK-19); null for what is no request. */
export function decodeTaskDetails(body: unknown): TaskDetails | null {
  const wire = nestedIn(decodeObject(unwrapBody(body)), 'task');
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

/** The answer to a change: the request under `params`, or bare; null for neither. */
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

/** `GET /api/crm/tasks/changes/` (ours); null for what tells no version. */
export function decodeTaskChanges(body: unknown): TaskChanges | null {
  const answer = decodeObject(unwrapBody(body));
  const version = decodeNumber(answer.version);
  if (version === null) return null;
  const gone = decodeEach(answer.gone, (id) => decodeId(id));
  return { version, reload: answer.reload === true, tasks: decodeTasks(answer.tasks), gone };
}
