import * as z from 'zod';
import { ID_MAX } from '#resources/language/kinds/kind.ts';
import { TEXT } from '#resources/limits.ts';
import { ORDER_MAX } from '#resources/rules/board/order.ts';
import {
  TASK_HISTORY,
  TASK_RESOLUTIONS,
  TASK_STAGES,
  TASK_TARGETS,
  TASK_TEXT,
} from '#resources/rules/requests/constants.ts';
import { chatTopicName } from '../chat/chat.ts';
import { COMPLAINT_TYPES } from '../enums.ts';
import { attachmentItem } from '../news/attachments.ts';
import { serviceItem } from './services.ts';

/**
 * Requests on the wire (API-16). Parts marked `ours` are not in the specification, so they are optional for the console, which
 * also works with servers that lack them.
 */

// In a file without schemas, so that the board does not bundle zod.
export { PERFORMERS_PATH, TASKS_PATH } from '#resources/rules/requests/constants.ts';

const id = z.number().int();
const integer = z.number().int();
const positiveInt = (missing: string) =>
  z.number({ error: missing }).int(missing).min(1, 'validation.unknown').max(ID_MAX, 'validation.unknown');
const wireId = positiveInt('validation.choice');
const stage = z.enum(TASK_STAGES);
const resolution = z.enum(TASK_RESOLUTIONS);

/** A person in a request (requests.md). `avatar`: a URL valid for this session. */
export const taskPerson = z.object({
  user: id,
  first_name: z.string(),
  last_name: z.string(),
  position: z.string().nullable(),
  avatar: z.string().nullable(),
});
export type TaskPerson = z.output<typeof taskPerson>;

/**
 * `GET /api/crm/performers/?building=1&service=2` (TASK-23, TASK-55): possible performers of a request, by name. Also `GET
 * /api/crm/tasks/performers/?buildings_id=&services_id=&date=&overdue=` (ours): the performers of the requests on a board.
 */
export const performersAnswer = z.array(taskPerson);
export type Performer = TaskPerson;

/** A person with their flat in the request's building. */
const personWithFlat = taskPerson.extend({ unit: z.string().nullable().optional(), unit_id: id.nullable().optional() });

/** A card of the board: item of `GET /api/crm/tasks/` (API-09), by `order`. */
export const taskCard = z.object({
  id,
  stage,
  resolution: resolution.nullable(),
  resolution_description: z.string().nullable(),
  /** Position in the column, unique in it; smaller values are higher up (TASK-36). */
  order: z.number(),
  performer: taskPerson.nullable(),
  service: serviceItem,
  information: z.object({ description: z.string() }),
  /** The person who created it. `unit` (ours): label of their flat in this building, with its id; null for staff. */
  creator: personWithFlat,
  /** Ours: the resident whose complaint or message staff created it from. */
  caller: personWithFlat.nullable().optional(),
  /** ISO in UTC; the filter `date` uses it (TASK-06). */
  creation_date: z.string(),
  target_type: z.enum(TASK_TARGETS),
  /**
   * `building` is the id. `porches` is set for the targets 'porches' and 'floors', `floors` for 'floors'; otherwise they are
   * empty.
   */
  target: z.object({
    building: id,
    street: z.string(),
    number: z.string(),
    porches: z.array(z.object({ id, number: integer })),
    floors: z.array(z.object({ id, number: integer, porch: id })),
  }),
  /** «Заявка № 12». */
  task_name: z.string(),
  /** Ours: deadline, ISO in UTC; overdue if in the past and the request is not done. */
  deadline: z.string().nullable().optional(),
  /** Ours: time it was done, ISO in UTC; null before that. */
  done_at: z.string().nullable().optional(),
  /**
   * Ours: whether this reader may move, edit and finish it (`resources/rules/requests/rights.ts`); missing: only their level
   * decides.
   */
  may_move: z.boolean().optional(),
  /** Ours: increases with every change; data with a lower version than the card's are outdated and must be dropped. */
  version: integer.optional(),
  /** Ours: number of files attached when it was created. */
  files: integer.optional(),
});
export type TaskCard = z.output<typeof taskCard>;

/** `GET /api/crm/tasks/?stage=…`: a list, not a page (G-48). The `order` of the last item is the next `from_order`. */
export const taskList = z.array(taskCard);

/**
 * `GET /api/crm/tasks/count/`. Our filters, also for the list and the changes: `performer`, an id or `none` for requests
 * without one; `overdue=true` for requests past their deadline; `unit`, an id, for requests of its residents; `person`, an id,
 * for requests that this person asked for; `until`, unix seconds, for requests created before; `done_since` and `done_until`
 * for requests done in between.
 */
export const taskCount = z.object({ count: integer });

/** A picture with its sizes, as in announcements. */
const image = attachmentItem.omit({ s3_file: true }).extend({
  medium: z.object({ file: z.string() }),
  large: z.object({ file: z.string() }),
});
const files = { image_attachments: z.array(image), file_attachments: z.array(attachmentItem) };

/**
 * An entry of the history, oldest first (TASK-20). By `type`: 'dialog' has `message` and files; 'performer_change' has
 * `new_performer`, null for none; 'field_change' has `field_name` (a `TaskField`) and `new_value`, and the reason of a
 * cancellation in `description`.
 */
export const taskHistoryEntry = z.object({
  id,
  date: z.string(),
  type: z.enum(TASK_HISTORY),
  action: z.object({
    /** The author. */
    user: taskPerson,
    message: z.string().nullable(),
    ...files,
    new_performer: taskPerson.nullable(),
    field_name: z.string().nullable(),
    new_value: z.string().nullable(),
    description: z.string().nullable(),
  }),
});
export type TaskHistoryEntry = z.output<typeof taskHistoryEntry>;

/**
 * `GET /api/crm/tasks/{id}/` (TASK-19, API-16). Ours: files, `source`, and in `author` the contacts of the caller, or else of
 * the creator. `phone_number` is set only if the reader may see the person's section (residents or employees); `chat` (an id
 * `usr…`) only if they may see chats and the person is active. Neither is set for a resident out of the reader's reach or for the
 * reader.
 */
export const taskDetails = taskCard.extend({
  author: z.object({ phone_number: z.string().nullable(), chat: z.string().nullable() }).optional(),
  history: z.array(taskHistoryEntry),
  ...files,
  source: z
    .union([
      z.object({ complaint: id, type: z.enum(COMPLAINT_TYPES).optional() }),
      z.object({ message: z.object({ topic: z.string(), seq: integer }) }),
    ])
    .nullable()
    .optional(),
});
export type TaskDetails = z.output<typeof taskDetails>;

const description = z
  .string({ error: 'validation.required' })
  .trim()
  .min(1, 'validation.required')
  .min(TEXT.taskDescription.min, 'validation.tooShort')
  .max(TEXT.taskDescription.max, 'validation.tooLong');
const information = z.object({ description }, { error: 'validation.required' });
const deadline = z.iso
  .datetime({ offset: true, error: 'validation.date' })
  .refine((text) => Date.parse(text) >= Date.UTC(2000, 0, 1), 'validation.dateEarly')
  .refine((text) => Date.parse(text) < Date.UTC(2100, 0, 1), 'validation.dateLate')
  .nullable();
const ids = (missing: string) => z.array(wireId, { error: missing }).min(1, missing).max(1_000, 'validation.tooMany');

/** Target of a new request by its type (TASK-62, TASK-63); all entrances and floors must be in one building. */
const target = z.discriminatedUnion(
  'target_type',
  [
    z.object({
      target_type: z.literal('building'),
      target: z.object({ building: wireId }, { error: 'validation.object' }),
    }),
    z.object({
      target_type: z.literal('porches'),
      target: z.object({ porches: ids('validation.anyPorch') }, { error: 'validation.anyPorch' }),
    }),
    z.object({
      target_type: z.literal('floors'),
      target: z.object({ floors: ids('validation.anyFloor') }, { error: 'validation.anyFloor' }),
    }),
  ],
  { error: 'validation.object' },
);
export type NewTaskTarget = z.output<typeof target>;

/**
 * The source of a request (ours): a complaint, or a chat message by its number. `topic` is the chat as the request's creator
 * sees it: `usr…` of the other person, or `grp…`.
 */
const taskSource = z.union([
  z.object({ complaint: wireId }),
  z.object({ message: z.object({ topic: chatTopicName, seq: positiveInt('validation.number') }) }),
]);
export type TaskSource = z.output<typeof taskSource>;

/**
 * `GET /api/crm/tasks/by-message/?topic=` (ours): requests in the reader's reach that they created from messages of this chat; for a
 * group that the reader is a member of, also those created by others.
 */
export const tasksByMessage = z.array(z.object({ seq: integer, task: id }));

/**
 * `POST /api/crm/tasks/` (TASK-61). With a performer it starts in 'in_progress', otherwise in 'created'; first in its column.
 * `attachments`: finished uploads of the person who sends the request. `deadline` and `source` are ours.
 */
export const taskBody = z.intersection(
  z.object({
    service: positiveInt('validation.service'),
    attachments: z.array(wireId, { error: 'validation.fileFailed' }).max(100, 'validation.tooMany').optional(),
    information,
    performer: wireId.nullable().optional(),
    deadline: deadline.optional(),
    source: taskSource.optional(),
  }),
  target,
);

/** Response of `POST`, with status 201 (API-07). */
export const taskCreated = z.object({ params: taskCard });

/** Values of a request when its edit form was opened. */
const taskOriginal = z
  .object({
    description: z.string({ error: 'validation.notText' }).max(20_000, 'validation.tooLong'),
    service: wireId,
    place: z.object({
      building: wireId,
      porches: z.array(wireId).max(1_000, 'validation.tooMany'),
      floors: z.array(wireId).max(1_000, 'validation.tooMany'),
    }),
  })
  .partial();
export type TaskOriginal = z.output<typeof taskOriginal>;

/**
 * `PATCH /api/crm/tasks/{id}/` (requests.md): any of the five keys of the specification. Allowed moves and their conditions are
 * in `resources/rules/requests/moves.ts`.
 *
 * Ours, all optional:
 * - `from_stage`: the column in which the client saw the card. If it was moved meanwhile and the change no longer fits, the
 *   response is 200 with the current card and `conflict: true` instead of a 400;
 * - `after`, `before`: ids of the neighbours above and below the new position, null = none. They take precedence over
 *   `order`, which may be outdated;
 * - `information`: a new description. `deadline`: a new one, null = none;
 * - `service`, `place`: a new service or target, only of requests that are not done;
 * - `was`: the values that the form started with; if one of them has changed meanwhile, nothing is saved: 409 with the last
 *   change (`changed`). If `was` is missing, the change is saved without this check.
 */
export const taskPatch = z
  .object({
    stage: z.enum(TASK_STAGES, { error: 'validation.choice' }),
    order: z
      .number({ error: 'validation.number' })
      .min(-ORDER_MAX, 'validation.numberLow')
      .max(ORDER_MAX, 'validation.numberHigh'),
    performer: wireId.nullable(),
    resolution: z.enum(TASK_RESOLUTIONS, { error: 'validation.choice' }).nullable(),
    resolution_description: z
      .string({ error: 'validation.notText' })
      .max(TASK_TEXT.reason.max, 'validation.tooLong')
      .nullable(),
    from_stage: z.enum(TASK_STAGES, { error: 'validation.choice' }),
    after: wireId.nullable(),
    before: wireId.nullable(),
    information,
    deadline,
    service: positiveInt('validation.service'),
    place: target,
    was: taskOriginal,
  })
  .partial();
export type TaskPatch = z.input<typeof taskPatch>;

/** New order of a card that was moved to make room. */
const cardOrder = z.object({ id, order: z.number() });

/**
 * Response to a change, and to `POST /api/crm/tasks/{id}/undo/`. `params` is the current card; `orders` are the new orders of other
 * cards in its column that were spaced out; `conflict`: another change came first, and nothing was changed.
 *
 * The undo (ours) has no body. It undoes the last move (stage, performer, resolution, position), only for its author, and only if the
 * request was not changed since; else 409. The server accepts it for `TASK_UNDO` and 2 seconds more, for the call to arrive.
 */
export const taskSaved = z.object({ params: taskCard, orders: z.array(cardOrder), conflict: z.boolean() });
export type TaskSaved = z.output<typeof taskSaved>;

/** `POST /api/crm/tasks/{id}/comments/` (ours): a message, files, or both; responds with 201 and the new `taskHistoryEntry`. */
export const commentBody = z
  .object({
    message: z
      .string({ error: 'validation.notText' })
      .trim()
      .max(TASK_TEXT.comment.max, 'validation.tooLong')
      .default(''),
    attachments: z.array(wireId, { error: 'validation.fileFailed' }).max(100, 'validation.tooMany').default([]),
  })
  .refine(({ message, attachments }) => message !== '' || attachments.length > 0, {
    path: ['message'],
    error: 'taskRules.comment',
  });
export type CommentBody = z.input<typeof commentBody>;

/** Header of `GET /api/crm/tasks/` (ours): number of the last write to any request before the page was read. */
export const BOARD_VERSION = 'x-board-version';

/**
 * Header of `GET /api/crm/tasks/?overdue=true` (ours): milliseconds until the next request of the column becomes overdue;
 * missing if none will.
 */
export const OVERDUE_IN = 'x-overdue-in';

/**
 * `GET /api/crm/tasks/changes/?since=&buildings_id=&date=&services_id=` (ours): what a board missed. The client keeps the
 * lowest `x-board-version` of its loaded columns and sends it after a disconnect, with the board's filters: `tasks` are changed
 * cards that match the filter, `gone` are ids of changed ones that no longer match. `reload`: too many changes, reload the
 * board. Nothing is missed, but a change may come twice (deduplicate by a card's `version`).
 */
export const taskChanges = z.object({ version: integer, reload: z.boolean(), tasks: taskList, gone: z.array(id) });
export type TaskChanges = z.output<typeof taskChanges>;

const by = taskPerson.pick({ user: true, first_name: true, last_name: true });

/**
 * Sent over `/ws/notifications` to every reader of the request, including other windows of the author: it was created, moved
 * (stage or position), edited (every change that is no move: texts, deadline, performer, service, place) or commented on. `task` is
 * the whole card as this reader may see it; the client applies the board's filters itself. `orders`: cards of the same column that
 * made room. 'removed': the reader may no longer see it (its performer, service or place changed), and `task` is null.
 */
export const taskFrame = z.object({
  type: z.literal('task'),
  event: z.enum(['created', 'moved', 'edited', 'commented', 'removed']),
  id,
  /** The author. */
  by,
  version: integer,
  task: taskCard.nullable(),
  orders: z.array(cardOrder),
});
export type TaskFrame = z.output<typeof taskFrame>;

/**
 * A colleague starts (`held`) or stops dragging a card. Nothing is stored or locked: others see the name on the card, for at
 * most ten seconds after the last frame, since a window may close without a frame. Never sent to the person who drags.
 */
const taskHeldFrame = z.object({ type: z.literal('task-held'), id, held: z.boolean(), by });
export type TaskHeldFrame = z.output<typeof taskHeldFrame>;

/** Frame of the console when its user starts or stops dragging a card, repeated every five seconds while dragging. */
export const taskHeldMessage = z.object({
  type: z.literal('task-held'),
  id: z.number().int().min(1).max(ID_MAX),
  held: z.boolean(),
});
export type TaskHeldMessage = z.output<typeof taskHeldMessage>;

/** All frames about requests. */
export type TaskLive = TaskFrame | TaskHeldFrame;
