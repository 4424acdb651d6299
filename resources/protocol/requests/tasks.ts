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
 * Requests on the wire (API-16). What the specification does not name is additional: a server that lacks it still
 * serves, so the console takes it as optional (marked `ours`).
 */

// They stand apart from the shapes, so that the board comes without the library that checks those.
export { PERFORMERS_PATH, TASKS_PATH } from '#resources/rules/requests/constants.ts';

const id = z.number().int();
const placeRule = (missing: string) =>
  z.number({ error: missing }).int(missing).min(1, 'validation.unknown').max(ID_MAX, 'validation.unknown');
const wireId = placeRule('validation.choice');
const stage = z.enum(TASK_STAGES);
const resolution = z.enum(TASK_RESOLUTIONS);

/** A person as requests name them (requests.md). `avatar`: an address that works as it is, for this session. */
export const taskPerson = z.object({
  user: id,
  first_name: z.string(),
  last_name: z.string(),
  position: z.string().nullable(),
  avatar: z.string().nullable(),
});
export type TaskPerson = z.output<typeof taskPerson>;

/**
 * `GET /api/crm/performers/?building=1&service=2` (TASK-23, TASK-55): possible performers of such a request, by name.
 * And `GET /api/crm/tasks/performers/?buildings_id=&services_id=&date=&overdue=` (ours): the performers of the requests
 * of a board.
 */
export const performersAnswer = z.array(taskPerson);
export type Performer = TaskPerson;

/** A person with the flat they live in, in the building of a request. */
const living = taskPerson.extend({ unit: z.string().nullable().optional(), unit_id: id.nullable().optional() });

/** A card of the board: one of the list that `GET /api/crm/tasks/` answers (API-09), by `order`. */
export const taskCard = z.object({
  id,
  stage,
  resolution: resolution.nullable(),
  resolution_description: z.string().nullable(),
  /** Place in the column, unique in it; smaller stands higher (TASK-36). */
  order: z.number(),
  performer: taskPerson.nullable(),
  service: serviceItem,
  information: z.object({ description: z.string() }),
  /**
   * The person that entered it. `unit` (ours): label of the flat they live in, in this building, and its id; null for
   * staff.
   */
  creator: living,
  /** Ours. The resident whose complaint or message staff made it of. */
  caller: living.nullable().optional(),
  /** ISO in UTC; the filter `date` looks at it (TASK-06). */
  creation_date: z.string(),
  target_type: z.enum(TASK_TARGETS),
  /** `building` is the id. Entrances of targets 'porches' and 'floors', floors of 'floors'; else empty. */
  target: z.object({
    building: id,
    street: z.string(),
    number: z.string(),
    porches: z.array(z.object({ id, number: id })),
    floors: z.array(z.object({ id, number: id, porch: id })),
  }),
  /** «Заявка № 12». */
  task_name: z.string(),
  /** Ours. When it must be done, ISO in UTC; overdue = in the past while the stage is not done. */
  deadline: z.string().nullable().optional(),
  /** Ours. When it ended, ISO in UTC; null while it has not. */
  done_at: z.string().nullable().optional(),
  /** Ours. Whether this reader may move, edit and finish it (`resources/rules/requests/rights.ts`); left out: by their level alone. */
  may_move: z.boolean().optional(),
  /** Ours. Grows with every change; what comes with a smaller one than the card has is old and to be dropped. */
  version: id.optional(),
  /** Ours. How many files were given with it. */
  files: id.optional(),
});
export type TaskCard = z.output<typeof taskCard>;

/** `GET /api/crm/tasks/?stage=…`: a list, not a page (G-48). The last one's `order` is the next `from_order`. */
export const taskList = z.array(taskCard);

/**
 * `GET /api/crm/tasks/count/`. Ours, also for the list and the changes: `performer`, an id or `none` for requests
 * without a performer; `overdue=true` for those alone whose deadline has passed; `unit`, an id, for those of its
 * residents; `person`, an id, for those that this person asked for; `until`, unix seconds, for those created before;
 * `done_since` and `done_until` for those that ended in between.
 */
export const taskCount = z.object({ count: id });

/** A picture with its sizes, as in announcements. */
const image = attachmentItem.omit({ s3_file: true }).extend({
  medium: z.object({ file: z.string() }),
  large: z.object({ file: z.string() }),
});
const files = { image_attachments: z.array(image), file_attachments: z.array(attachmentItem) };

/**
 * An entry of the history, oldest first (TASK-20). By `type`: 'dialog' has `message` and files; 'performer_change' has
 * `new_performer`, null = none any more; 'field_change' has `field_name` (a `TaskField`) and `new_value`, and in
 * `description` the reason of a cancellation.
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
 * `GET /api/crm/tasks/{id}/` (TASK-19, API-16). Files given with the request, what it was made of, and how its caller, else its author is reached:
 * ours. `phone_number` is for readers of the section that person stands in, `chat`, a name `usr…`, for those of the chat.
 */
export const taskDetails = taskCard.extend({
  author: z.object({ phone_number: z.string().nullable(), chat: z.string().nullable() }).optional(),
  history: z.array(taskHistoryEntry),
  ...files,
  source: z
    .union([
      z.object({ complaint: id, type: z.enum(COMPLAINT_TYPES).optional() }),
      z.object({ message: z.object({ topic: z.string(), seq: id }) }),
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

/** Target of a new request by its type (TASK-62, TASK-63). Entrances and floors all lie in one building. */
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
 * The source of a request (ours): a complaint, or a message of a chat by its number. `topic` is the chat as the author of
 * the request sees it: `usr…` of the other person, or `grp…`.
 */
const taskSource = z.union([
  z.object({ complaint: wireId }),
  z.object({ message: z.object({ topic: chatTopicName, seq: placeRule('validation.number') }) }),
]);
export type TaskSource = z.output<typeof taskSource>;

/**
 * `GET /api/crm/tasks/by-message/?topic=` (ours): requests the reader made of messages of this chat, of a group those
 * of anybody.
 */
export const tasksByMessage = z.array(z.object({ seq: id, task: id }));

/**
 * `POST /api/crm/tasks/` (TASK-61). With a performer it begins in 'in_progress', else in 'created'; first of its column.
 * `attachments`: own uploads that are done. `deadline` and
 * `source` are ours.
 */
export const taskBody = z.intersection(
  z.object({
    service: placeRule('validation.service'),
    attachments: z.array(wireId, { error: 'validation.fileFailed' }).max(100, 'validation.tooMany').optional(),
    information,
    performer: wireId.nullable().optional(),
    deadline: deadline.optional(),
    source: taskSource.optional(),
  }),
  target,
);

/** `POST` answers 201 with it (API-07). */
export const taskCreated = z.object({ params: taskCard });

/** The values of a request that its form changes, as they were when the form began. */
const taskWas = z
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
export type TaskWas = z.output<typeof taskWas>;

/**
 * `PATCH /api/crm/tasks/{id}/` (requests.md): any of the five of the specification. Which moves are allowed and what
 * they need: `resources/rules/requests/moves.ts`.
 *
 * Ours, all optional:
 * - `from_stage`: the column the sender saw the card in. When it was moved meanwhile and the wish no longer fits, the
 *   answer is 200 with the true card and `conflict: true` instead of a 400;
 * - `after`, `before`: ids of the neighbours above and below at the new place, null = none is there. They count more
 *   than `order`, which is a number of the past;
 * - `information`: another description. `deadline`: another one, null = none;
 * - `service`, `place`: another service, another target, of what is not done yet;
 * - `was`: where one of these stands otherwise by now, nothing is changed: 409 with the last change (`changed`). Left
 *   out: overwritten.
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
    service: placeRule('validation.service'),
    place: target,
    was: taskWas,
  })
  .partial();
export type TaskPatch = z.input<typeof taskPatch>;

/** A card that had to make room. */
const placed = z.object({ id, order: z.number() });

/**
 * The answer to a stored change, undo included. `params` is the card as it truly is; `orders` the true orders of other
 * cards of its column that were spaced out for it; `conflict`: another change was first, nothing was changed.
 */
export const taskSaved = z.object({ params: taskCard, orders: z.array(placed), conflict: z.boolean() });
export type TaskSaved = z.output<typeof taskSaved>;

/**
 * `POST /api/crm/tasks/{id}/undo/` (ours), no body: takes back the last move (stage, performer, resolution, place),
 * within `TASK_UNDO` ms, by its author, as long as the request was not changed since; else 409. Answers `taskSaved`.
 */

/** `POST /api/crm/tasks/{id}/comments/` (ours): a message, files, or both; answers 201 with the new `taskHistoryEntry`. */
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
 * Header of `GET /api/crm/tasks/?overdue=true` (ours): milliseconds until the next request of the column becomes overdue; left out
 * where none will.
 */
export const OVERDUE_IN = 'x-overdue-in';

/**
 * `GET /api/crm/tasks/changes/?since=&buildings_id=&date=&services_id=` (ours): what a board missed. Keep the least
 * `x-board-version` of the columns that were loaded; after a break ask with it, with the board's filters: `tasks`
 * are the cards of any column that changed and fit the filter, `gone` the ids of those that changed and fit no longer.
 * `reload`: too much has happened, load anew. Nothing is missed; something may come twice (`version` of a card tells).
 */
export const taskChanges = z.object({ version: id, reload: z.boolean(), tasks: taskList, gone: z.array(id) });
export type TaskChanges = z.output<typeof taskChanges>;

const by = taskPerson.pick({ user: true, first_name: true, last_name: true });

/**
 * Over `/ws/notifications`, to every reader of the request, its author's own windows included: it was created, moved
 * (stage or place), edited (texts, deadline, performer) or commented on. `task` is the whole card as this listener may
 * see it; whether it fits the filters of their board they find out themselves. `orders`: cards of the same column that
 * made room. 'removed': it is no longer theirs to see (given to another performer), `task` is null.
 */
export const taskFrame = z.object({
  type: z.literal('task'),
  event: z.enum(['created', 'moved', 'edited', 'commented', 'removed']),
  id,
  /** The author. */
  by,
  version: id,
  task: taskCard.nullable(),
  orders: z.array(placed),
});
export type TaskFrame = z.output<typeof taskFrame>;

/**
 * A colleague lifts a card (`held`) or lets it go. Nothing is stored or locked: others show their name on it, at most
 * for ten seconds after the last such frame, as a window may close without a word. Never sent to the holder.
 */
const taskHeldFrame = z.object({ type: z.literal('task-held'), id, held: z.boolean(), by });
export type TaskHeldFrame = z.output<typeof taskHeldFrame>;

/** Frame of the console when its reader lifts a card and when they let it go, repeated every five seconds while they hold it. */
export const taskHeldMessage = z.object({
  type: z.literal('task-held'),
  id: z.number().int().min(1).max(ID_MAX),
  held: z.boolean(),
});
export type TaskHeldMessage = z.output<typeof taskHeldMessage>;

/** Everything the socket says about requests. */
export type TaskLive = TaskFrame | TaskHeldFrame;
