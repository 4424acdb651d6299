import { TASK_HISTORY, TASK_RESOLUTIONS, TASK_STAGES, TASK_TARGETS } from '#resources/rules/requests/constants.ts';
import { COMPLAINT_TYPES } from '../enums.ts';
import { filesOf } from '../news/attachment-answers.ts';
import {
  bareOf,
  countOf,
  eachOf,
  entriesOf,
  flagOf,
  idOf,
  isWireObject,
  momentOf,
  nestedIn,
  numberedOf,
  numberOf,
  objectOf,
  oneOf,
  partsOf,
  recordsIn,
  textOf,
  textOrNull,
  under,
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
function personOf(value: unknown): Person | null {
  const wire = nestedIn(nestedIn(objectOf(value), 'performer'), 'user');
  const user = numberOf(wire.user) ?? idOf(isWireObject(value) ? wire : value);
  if (user === null) return null;
  return {
    user,
    first_name: textOf(wire.first_name),
    last_name: textOf(wire.last_name),
    position: textOrNull(wire.position),
    avatar: textOrNull(wire.avatar),
    ...(wire.unit === undefined ? {} : { unit: textOrNull(wire.unit) }),
    ...(wire.unit_id === undefined ? {} : { unit_id: numberOf(wire.unit_id) }),
  };
}

const NOBODY: Person = { user: 0, first_name: '', last_name: '', position: null, avatar: null };

function serviceOf(value: unknown): ServiceItem {
  const wire = nestedIn(objectOf(value), 'service');
  return { id: idOf(isWireObject(value) ? wire : value) ?? 0, name: textOf(wire.name), icon: textOf(wire.icon) };
}

/** `GET /api/crm/services/`: those that can be told apart. */
export const servicesOf = (body: unknown): ServiceItem[] =>
  recordsIn(body, (entry) => {
    const service = serviceOf(entry);
    const closed = flagOf(entry.closed) === true ? { closed: true as const } : {};
    return service.id ? { ...service, name: service.name || `№ ${service.id}`, ...closed } : null;
  });

/** The building beside its entrances and floors, nested under its name, as an id, or as the target itself. */
function targetOf(value: unknown): TaskCard['target'] {
  const wire = objectOf(value);
  const place = nestedIn(wire, 'building');
  const building = idOf(wire.building) ?? (wire.building === undefined ? idOf(value) : null);
  return {
    building: building ?? 0,
    street: textOf(place.street),
    number: textOf(place.number),
    porches: eachOf(wire.porches, (porch) => numberedOf(porch, 'porch')),
    floors: eachOf(wire.floors, (floor) => {
      const numbered = numberedOf(floor, 'floor');
      return numbered && { ...numbered, porch: idOf(under(floor, 'porch')) ?? 0 };
    }),
  };
}

/** What is ours of a card, as far as the server has it. */
function additionsOf({ deadline, done_at, may_move, version, files }: WireObject) {
  const [may, knownVersion, attached] = [flagOf(may_move), numberOf(version), numberOf(files)];
  return {
    ...(deadline === undefined ? {} : { deadline: momentOf(deadline) || null }),
    ...(done_at === undefined ? {} : { done_at: momentOf(done_at) || null }),
    ...(may === null ? {} : { may_move: may }),
    ...(knownVersion === null ? {} : { version: knownVersion }),
    ...(attached === null ? {} : { files: attached }),
  };
}

function cardOf(entry: WireObject): TaskCard | null {
  const wire = nestedIn(entry, 'task');
  const id = idOf(wire);
  const stage = TASK_STAGES.find((known) => known === wire.stage);
  if (id === null || !stage) return null;
  return {
    id,
    stage,
    resolution: TASK_RESOLUTIONS.find((known) => known === wire.resolution) ?? null,
    resolution_description: textOrNull(wire.resolution_description),
    order: numberOf(wire.order) ?? 0,
    performer: personOf(wire.performer),
    service: serviceOf(wire.service),
    information: { description: textOf(under(wire.information, 'description') ?? wire.description) },
    creator: personOf(wire.creator) ?? NOBODY,
    ...(wire.caller === undefined ? {} : { caller: personOf(wire.caller) }),
    creation_date: momentOf(wire.creation_date),
    target_type: oneOf(TASK_TARGETS, wire.target_type),
    target: targetOf(wire.target),
    task_name: textOf(wire.task_name) || `№ ${id}`,
    ...additionsOf(wire),
  };
}

/** `GET /api/crm/tasks/?stage=…`: those of its requests that can be read. */
export const tasksOf = (body: unknown): TaskCard[] => recordsIn(body, cardOf);

/** The same with how many entries it had, readable or not, and the order of the last: by them the next page is asked for. */
export function tasksPageOf(body: unknown): { tasks: TaskCard[]; entries: number; until: number | null } {
  const entries = entriesOf(body);
  return { tasks: tasksOf(body), entries: entries.length, until: numberOf(under(entries.at(-1), 'order')) };
}

/** `GET /api/crm/tasks/count/`; null for what says no number. */
export const taskCountOf = countOf;

/** `GET /api/crm/performers/?building=1&service=2`. */
export const performersOf = (body: unknown): Performer[] => recordsIn(body, personOf);

/** `GET /api/crm/tasks/bulk/performers/?ids=`. */
export const bulkPerformersOf = (body: unknown): BulkPerformer[] =>
  recordsIn(body, (wire) => {
    const person = personOf(wire);
    return person && { ...person, able: numberOf(wire.able) ?? 0 };
  });

function entryOf(wire: WireObject): TaskHistoryEntry | null {
  const id = idOf(wire);
  const type = TASK_HISTORY.find((known) => known === wire.type);
  if (id === null || !type) return null;
  const action = objectOf(wire.action);
  return {
    id,
    date: momentOf(wire.date),
    type,
    action: {
      user: personOf(action.user) ?? NOBODY,
      message: textOrNull(action.message),
      ...filesOf(action),
      new_performer: personOf(action.new_performer),
      field_name: textOrNull(action.field_name),
      new_value: textOrNull(action.new_value),
      description: textOrNull(action.description),
    },
  };
}

/** `POST /api/crm/tasks/{id}/comments/` (ours); null for what is no entry of the history. */
export const historyEntryOf = (body: unknown): TaskHistoryEntry | null => entryOf(objectOf(bareOf(body)));

/** What a request was made of (ours): a complaint, or a message of a chat; undefined where that is not said. */
function sourceOf(value: unknown): TaskDetails['source'] {
  const wire = objectOf(value);
  const complaint = idOf(wire.complaint);
  if (complaint !== null) {
    const type = COMPLAINT_TYPES.find((known) => known === wire.type);
    return { complaint, ...(type ? { type } : {}) };
  }
  const message = objectOf(wire.message);
  const [topic, seq] = [textOf(message.topic), numberOf(message.seq)];
  return topic && seq !== null ? { message: { topic, seq } } : undefined;
}

/** `GET /api/crm/tasks/{id}/` (TASK-19); null for what is no request. */
export function taskDetailsOf(body: unknown): TaskDetails | null {
  const wire = nestedIn(objectOf(bareOf(body)), 'task');
  const card = cardOf(wire);
  if (!card) return null;
  const history = partsOf(wire.history, entryOf);
  const source = sourceOf(wire.source);
  const { phone_number, chat } = objectOf(wire.author);
  const author = { phone_number: textOrNull(phone_number), chat: textOrNull(chat) };
  return {
    ...card,
    history,
    ...filesOf(wire),
    ...(source === undefined ? {} : { source }),
    ...(isWireObject(wire.author) ? { author } : {}),
  };
}

/** What a change answered: the request under `params`, or bare; null for what is neither. */
export function taskSavedOf(body: unknown): TaskSaved | null {
  const answer = objectOf(bareOf(body));
  const params = cardOf(isWireObject(answer.params) ? answer.params : answer);
  if (!params) return null;
  const orders = partsOf(answer.orders, (wire) => {
    const [id, order] = [idOf(wire), numberOf(wire.order)];
    return id === null || order === null ? null : { id, order };
  });
  return { params, orders, conflict: answer.conflict === true };
}

/** `GET /api/crm/tasks/changes/` (ours); null for what tells no version. */
export function taskChangesOf(body: unknown): TaskChanges | null {
  const answer = objectOf(bareOf(body));
  const version = numberOf(answer.version);
  if (version === null) return null;
  const gone = eachOf(answer.gone, (id) => idOf(id));
  return { version, reload: answer.reload === true, tasks: tasksOf(answer.tasks), gone };
}
