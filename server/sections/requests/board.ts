import type { FastifyInstance } from 'fastify';
import { can } from '#resources/language/access.ts';
import {
  type TaskFrame,
  type TaskHeldFrame,
  type TaskLive,
  taskHeldMessage,
} from '#resources/protocol/requests/tasks.ts';
import { findSession } from '#server/access/look-up.ts';
import type { ServerContext } from '#server/context.ts';
import { filesById } from '#server/files/queries.ts';
import { Backlog } from '#server/live/backlog.ts';
import type { Topics } from '#server/live/topics.ts';
import { type CardRow, cardRows, taskRow } from './card-queries.ts';
import { selectEntranceHolders, selectNames, type TaskListener, taskListeners } from './listener-queries.ts';
import { type Files, portraitsOn, showCard } from './show.ts';
import { requestViewer } from './viewer.ts';

/** Events that boards are told of, in the order of the bus. */
type BoardEvent = { kind: 'written'; what: Topics['task'] } | { kind: 'held'; what: Topics['task-held'] };

/** Data for the frames of a batch. */
interface Batch {
  events: readonly BoardEvent[];
  names: Awaited<ReturnType<typeof selectNames>>;
  cards: ReadonlyMap<number, CardRow>;
  files: Files;
  /** Holders of the place that a request has left, by its version. */
  formerHolders: ReadonlyMap<number, ReadonlySet<number>>;
}

/**
 * Tells open boards what becomes of requests (`taskFrame`, `taskHeldFrame`), over the sockets of `/ws/notifications`. Each
 * listener's rights are asked at the moment of sending, and each gets the card as they may see it.
 */
export function boardFrames(app: FastifyInstance, context: ServerContext): void {
  const { db, bus, delivery, now, guard, settings } = context;
  const failed = (error: unknown) => app.log.error({ err: error }, 'boards cannot be told');

  async function send(events: readonly BoardEvent[]): Promise<void> {
    const writes = events.flatMap(({ kind, what }) => (kind === 'written' ? [what] : []));
    const tasks = [
      ...new Set([...events.map(({ what }) => what.id), ...writes.flatMap(({ orders }) => cardIds(orders))]),
    ];
    const listeners = await taskListeners(db, {
      tasks,
      sessions: delivery.sessions(),
      now: now(),
      extraSections: guard.extraSections(),
      services: settings.featureServices,
    });
    if (!listeners.length) return;
    const rows = await cardRows(db, [...new Set(cardIds(writes))]);
    const names = await selectNames(db, [...new Set(events.map(({ what }) => what.user))]);
    const files = await filesById(db, portraitsOn(rows));
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
    delivery.tellSessions(new Map(listeners.map((listener) => [listener.session, framesFor(listener, batch)])));
  }

  const waiting = new Backlog({ send, onError: failed, giveUp: () => delivery.sendBack() });
  const tell = (event: BoardEvent) => {
    if (delivery.sessions().length) waiting.push(event);
  };
  const stops = [
    bus.subscribe('task', (what) => tell({ kind: 'written', what })),
    bus.subscribe('task-held', (what) => tell({ kind: 'held', what })),
  ];
  app.addHook('onClose', async () => {
    for (const stop of stops) stop();
    waiting.clear();
  });

  // Lifting a card is reported by the client; it counts only from people that may move something.
  delivery.hear('task-held', async (session, message) => {
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
    const by = batch.names.get(event.what.user);
    if (!by) return [];
    return (event.kind === 'held' ? heldFrame(listener, event.what, by) : frame(listener, event.what, by, batch)) ?? [];
  });
}

/** Not sent to the holder of the card. */
function heldFrame(
  { viewer, sees }: TaskListener,
  { id, user, held: isHeld }: Topics['task-held'],
  by: TaskHeldFrame['by'],
): TaskHeldFrame | null {
  return sees.has(id) && viewer.user !== user ? { type: 'task-held', id, held: isHeld, by } : null;
}

function frame(
  { viewer, sees }: TaskListener,
  { id, event, version, orders, was }: Topics['task'],
  by: TaskFrame['by'],
  { cards, files, formerHolders }: Batch,
): TaskFrame | null {
  const base = { type: 'task', id, by, version } as const;
  const row = cards.get(id);
  if (sees.has(id) && row) {
    const seen = orders.filter((placed) => sees.has(placed.id));
    return { ...base, event, task: showCard(viewer, files, row), orders: [...seen] };
  }
  return was === viewer.user || formerHolders.get(version)?.has(viewer.user)
    ? { ...base, event: 'removed', task: null, orders: [] }
    : null;
}
