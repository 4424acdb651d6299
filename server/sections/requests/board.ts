import type { FastifyInstance } from 'fastify';
import { can } from '#resources/language/access.ts';
import {
  type TaskFrame,
  type TaskHeldFrame,
  type TaskLive,
  taskHeldMessage,
} from '#resources/protocol/requests/tasks.ts';
import { findSession } from '#server/access/find-reader.ts';
import type { ServerContext } from '#server/context.ts';
import { filesById } from '#server/files/queries.ts';
import { Backlog } from '#server/live/backlog.ts';
import type { Topics } from '#server/live/topics.ts';
import { type CardRow, cardRows, taskRow } from './card-queries.ts';
import { selectEntranceHolders, selectNames, selectTaskListeners, type TaskListener } from './listener-queries.ts';
import { listPortraitIds, type ShownFiles, showCard } from './show.ts';
import { requestViewer } from './viewer.ts';

/** Bus events that boards receive, in the order of the bus. */
type BoardEvent = { kind: 'written'; payload: Topics['task'] } | { kind: 'held'; payload: Topics['task-held'] };

/** Data from which the frames of a batch of events are built. */
interface Batch {
  events: readonly BoardEvent[];
  names: Awaited<ReturnType<typeof selectNames>>;
  cards: ReadonlyMap<number, CardRow>;
  files: ShownFiles;
  /** People with access to the place that a request was moved away from, by the version of that write. */
  formerHolders: ReadonlyMap<number, ReadonlySet<number>>;
}

/**
 * Pushes changes of requests to open boards (`taskFrame`, `taskHeldFrame`) over the sockets of `/ws/notifications`. Rights are
 * checked when a frame is sent, and each listener gets the card as they may see it.
 */
export function sendBoardFrames(app: FastifyInstance, context: ServerContext): void {
  const { db, bus, delivery, now, guard, settings } = context;
  const logFailure = (error: unknown) => app.log.error({ err: error }, 'boards cannot be told');

  async function send(events: readonly BoardEvent[]): Promise<void> {
    const writes = events.flatMap(({ kind, payload }) => (kind === 'written' ? [payload] : []));
    const tasks = [
      ...new Set([...events.map(({ payload }) => payload.id), ...writes.flatMap(({ orders }) => cardIds(orders))]),
    ];
    const listeners = await selectTaskListeners(db, {
      tasks,
      sessions: delivery.sessions(),
      now: now(),
      extraSections: guard.extraSections(),
      services: settings.featureServices,
    });
    if (!listeners.length) return;
    const rows = await cardRows(db, [...new Set(cardIds(writes))]);
    const names = await selectNames(db, [...new Set(events.map(({ payload }) => payload.user))]);
    const files = await filesById(db, listPortraitIds(rows));
    const formerHolders = new Map<number, ReadonlySet<number>>();
    const users = [...new Set(listeners.map(({ viewer }) => viewer.user))];
    for (const { version, left: place } of writes)
      if (place) formerHolders.set(version, await selectEntranceHolders(db, place, users));
    const batch: Batch = {
      events,
      names,
      files,
      formerHolders,
      cards: new Map(rows.map((row) => [row.id, row])),
    };
    delivery.sendToSessions(new Map(listeners.map((listener) => [listener.session, framesFor(listener, batch)])));
  }

  const backlog = new Backlog({ send, onError: logFailure, giveUp: () => delivery.reconnectAll() });
  const enqueue = (event: BoardEvent) => {
    if (delivery.sessions().length) backlog.push(event);
  };
  const unsubscribers = [
    bus.subscribe('task', (payload) => enqueue({ kind: 'written', payload })),
    bus.subscribe('task-held', (payload) => enqueue({ kind: 'held', payload })),
  ];
  app.addHook('onClose', async () => {
    for (const unsubscribe of unsubscribers) unsubscribe();
    backlog.clear();
  });

  // The client reports that a card was picked up; ignored from people who may not change requests.
  delivery.onMessage('task-held', async (session, message) => {
    const { success, data } = taskHeldMessage.safeParse(message);
    if (!success) return;
    const reader = await findSession(db, session, now(), guard.extraSections());
    if (reader?.status !== 'active' || !can(reader.levels, 'tasks', 'change')) return;
    if (!(await taskRow(db, requestViewer(context, reader), data.id))) return;
    await bus.publish(db, 'task-held', { id: data.id, user: reader.user, held: data.held });
  });
}

const cardIds = (list: readonly { id: number }[]) => list.map(({ id }) => id);

function framesFor(listener: TaskListener, batch: Batch): TaskLive[] {
  return batch.events.flatMap((event) => {
    const by = batch.names.get(event.payload.user);
    if (!by) return [];
    return (
      (event.kind === 'held'
        ? heldFrame(listener, event.payload, by)
        : taskFrameFor(listener, event.payload, by, batch)) ?? []
    );
  });
}

/** Frame about a card that was picked up or dropped; not sent to the person who holds it. */
function heldFrame(
  { viewer, visibleTasks }: TaskListener,
  { id, user, held: isPickedUp }: Topics['task-held'],
  by: TaskHeldFrame['by'],
): TaskHeldFrame | null {
  return visibleTasks.has(id) && viewer.user !== user ? { type: 'task-held', id, held: isPickedUp, by } : null;
}

function taskFrameFor(
  { viewer, visibleTasks }: TaskListener,
  { id, event, version, orders, was }: Topics['task'],
  by: TaskFrame['by'],
  { cards, files, formerHolders }: Batch,
): TaskFrame | null {
  const base = { type: 'task', id, by, version } as const;
  const row = cards.get(id);
  if (visibleTasks.has(id) && row) {
    const visibleOrders = orders.filter((placed) => visibleTasks.has(placed.id));
    return { ...base, event, task: showCard(viewer, files, row), orders: [...visibleOrders] };
  }
  return was === viewer.user || formerHolders.get(version)?.has(viewer.user)
    ? { ...base, event: 'removed', task: null, orders: [] }
    : null;
}
