import { TASK_HISTORY, TASK_RESOLUTIONS, TASK_STAGES, TASK_TARGETS } from '../rules/requests/constants.ts';
import {
  bareOf,
  entriesOf,
  flagOf,
  idOf,
  isWireObject,
  nestedIn,
  numberOf,
  objectOf,
  oneOf,
  readEach,
  textOf,
  textOrNull,
  under,
  type WireObject,
} from './open-shapes.ts';
import type { ServiceItem } from './services.ts';
import type { Performer, TaskCard, TaskChanges, TaskDetails, TaskHistoryEntry, TaskSaved } from './tasks.ts';

/**
 * The answers about requests as the console has them, read from every shape that the documents leave open (B§3, B§7, G-68). An
 * id of 0 and an empty name stand for what the server does not say.
 */

type Person = TaskCard['creator'];

/** A person; an id alone is a person without a name. */
function personOf(value: unknown): Person | null {
  const wire = nestedIn(objectOf(value), 'user');
  const user = numberOf(wire.user) ?? idOf(isWireObject(value) ? wire : value);
  if (user === null) return null;
  return {
    user,
    first_name: textOf(wire.first_name),
    last_name: textOf(wire.last_name),
    position: textOrNull(wire.position),
    avatar: textOrNull(wire.avatar),
    ...(wire.unit === undefined ? {} : { unit: textOrNull(wire.unit) }),
  };
}

const NOBODY: Person = { user: 0, first_name: '', last_name: '', position: null, avatar: null };

function serviceOf(value: unknown): ServiceItem {
  const wire = objectOf(value);
  return { id: idOf(value, 'service') ?? 0, name: textOf(wire.name), icon: textOf(wire.icon) };
}

/** `GET /api/crm/services/`: those that can be told apart. */
export const servicesOf = (body: unknown): ServiceItem[] =>
  entriesOf(body).flatMap((entry) => {
    const service = serviceOf(entry);
    return service.id && service.name ? service : [];
  });

/** A numbered place with its id: `{id, number}`, or the number alone. */
function numberedOf(value: unknown): { id: number; number: number } | null {
  const id = idOf(value);
  return id === null ? null : { id, number: numberOf(under(value, 'number')) ?? id };
}

const eachOf = <Read>(values: unknown, read: (value: unknown) => Read | null): Read[] =>
  entriesOf(values).flatMap((value) => read(value) ?? []);

/** The building beside its entrances and floors, nested under its name, as an id, or as the target itself. */
function targetOf(value: unknown): TaskCard['target'] {
  const wire = objectOf(value);
  const house = nestedIn(wire, 'building');
  const building = idOf(wire.building) ?? (wire.building === undefined ? idOf(value) : null);
  return {
    building: building ?? 0,
    street: textOf(house.street),
    number: textOf(house.number),
    porches: eachOf(wire.porches, numberedOf),
    floors: eachOf(wire.floors, (floor) => {
      const numbered = numberedOf(floor);
      return numbered && { ...numbered, porch: idOf(under(floor, 'porch')) ?? 0 };
    }),
  };
}

/** What is ours of a card, as far as the server has it. */
function additionsOf({ deadline, may_move, version, files }: WireObject) {
  const [may, known, attached] = [flagOf(may_move), numberOf(version), numberOf(files)];
  return {
    ...(deadline === undefined ? {} : { deadline: textOrNull(deadline) }),
    ...(may === null ? {} : { may_move: may }),
    ...(known === null ? {} : { version: known }),
    ...(attached === null ? {} : { files: attached }),
  };
}

function cardOf(wire: WireObject): TaskCard | null {
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
    creation_date: textOf(wire.creation_date),
    target_type: oneOf(TASK_TARGETS, wire.target_type),
    target: targetOf(wire.target),
    task_name: textOf(wire.task_name) || `№ ${id}`,
    ...additionsOf(wire),
  };
}

/** `GET /api/crm/tasks/?stage=…`: those of its requests that can be read. */
export const tasksOf = (body: unknown): TaskCard[] => readEach(entriesOf(body), cardOf);

/** `GET /api/crm/tasks/count/`; null for what says no number. */
export function taskCountOf(body: unknown): number | null {
  const answer = bareOf(body);
  return numberOf(isWireObject(answer) ? answer.count : answer);
}

/** `GET /api/crm/performers/?building=1&service=2`. */
export const performersOf = (body: unknown): Performer[] => readEach(entriesOf(body), personOf);

const addressOf = (value: unknown): string | null => textOrNull(under(value, 'file')) ?? textOrNull(value);

type Picture = TaskDetails['image_attachments'][number];
type Attached = TaskDetails['file_attachments'][number];

/** A file; without a size and a name of its own it is still to be opened. */
function fileOf(wire: WireObject): Attached | null {
  const id = idOf(wire);
  const [medium, large] = [addressOf(wire.medium), addressOf(wire.large)];
  const address = addressOf(wire.s3_file) ?? addressOf(wire.file) ?? large ?? medium;
  if (id === null || !address) return null;
  return {
    id,
    name: textOf(wire.name),
    size: numberOf(wire.size) ?? 0,
    mime: textOf(wire.mime),
    preview_url: textOrNull(wire.preview_url),
    medium: medium === null ? null : { file: medium },
    large: large === null ? null : { file: large },
    s3_file: { file: address },
  };
}

function pictureOf(wire: WireObject): Picture | null {
  const file = fileOf(wire);
  if (!file) return null;
  const { s3_file, medium, large, ...others } = file;
  return { ...others, medium: medium ?? large ?? s3_file, large: large ?? s3_file };
}

const filesOf = (wire: WireObject) => ({
  image_attachments: readEach(entriesOf(wire.image_attachments), pictureOf),
  file_attachments: readEach(entriesOf(wire.file_attachments), fileOf),
});

function entryOf(wire: WireObject): TaskHistoryEntry | null {
  const id = idOf(wire);
  const type = TASK_HISTORY.find((known) => known === wire.type);
  if (id === null || !type) return null;
  const action = objectOf(wire.action);
  return {
    id,
    date: textOf(wire.date),
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

/** `GET /api/crm/tasks/{id}/` (TASK-19); null for what is no request. */
export function taskDetailsOf(body: unknown): TaskDetails | null {
  const wire = objectOf(bareOf(body));
  const card = cardOf(wire);
  if (!card) return null;
  const history = readEach(entriesOf(wire.history), entryOf);
  const source = wire.source as TaskDetails['source'];
  return { ...card, history, ...filesOf(wire), ...(source === undefined ? {} : { source }) };
}

/** What a change answered: the request under `params`, or bare; null for what is neither. */
export function taskSavedOf(body: unknown): TaskSaved | null {
  const answer = objectOf(bareOf(body));
  const params = cardOf(isWireObject(answer.params) ? answer.params : answer);
  if (!params) return null;
  const orders = readEach(entriesOf(answer.orders), (wire) => {
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
