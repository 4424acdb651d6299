import type { TaskCard, TaskFrame, TaskPatch, TaskSaved } from '#resources/protocol/tasks.ts';
import { orderBetween } from '#resources/task-order.ts';
import { TASK_STAGES, type TaskStage } from '#resources/tasks.ts';

/** How somebody in a storm reaches the server. */
export interface Wire {
  column(stage: TaskStage): Promise<TaskCard[]>;
  /** Sends a change. @throws when it is not answered 200 */
  patch(id: number, body: TaskPatch): Promise<TaskSaved>;
}

interface Known {
  stage: TaskStage;
  order: number;
  version: number;
}

/** A board as an open window keeps it: what it has loaded, its own answers, and the frames of others, by version. */
export class LocalBoard {
  readonly cards = new Map<number, Known>();

  async load(wire: Wire): Promise<void> {
    for (const stage of TASK_STAGES) for (const card of await wire.column(stage)) this.put(card);
  }

  put({ id, stage, order, version = 0 }: TaskCard): void {
    if (version >= (this.cards.get(id)?.version ?? 0)) this.cards.set(id, { stage, order, version });
  }

  place(orders: readonly { id: number; order: number }[], version: number): void {
    for (const { id, order } of orders) {
      const known = this.cards.get(id);
      if (known && version >= known.version) this.cards.set(id, { ...known, order, version });
    }
  }

  take({ task, orders, version }: TaskFrame): void {
    if (task) this.put(task);
    this.place(orders, version);
  }

  column(stage: TaskStage): number[] {
    return [...this.cards]
      .filter(([, card]) => card.stage === stage)
      .sort(([, a], [, b]) => a.order - b.order)
      .map(([id]) => id);
  }

  /** All columns as one text, to be compared. */
  toString(): string {
    return TASK_STAGES.map((stage) => this.column(stage).join(' ')).join(' | ');
  }
}

/** Pseudo-random numbers from 0 to 1, the same ones for the same seed. */
export function dice(seed: number): () => number {
  let state = seed * 2_654_435_761 + 1;
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 3_266_489_917) >>> 0;
    return ((state ^ (state >>> 13)) >>> 0) / 4_294_967_296;
  };
}

/** Where each card of a stage goes, by chance: mostly another place in its column. */
const WAYS: Readonly<Record<TaskStage, readonly TaskStage[]>> = {
  created: ['created', 'created', 'created', 'created', 'in_progress'],
  in_progress: ['in_progress', 'in_progress', 'in_progress', 'created', 'created'],
  done: ['done'],
};

/** A move as a console would send it, out of what this window believes. */
export function randomMove(board: LocalBoard, chance: () => number, performer: number): [id: number, wish: TaskPatch] {
  const pick = <T>(list: readonly T[]): T => {
    const found = list[Math.floor(chance() * list.length)];
    if (found === undefined) throw new Error('The board is empty');
    return found;
  };
  const [id, { stage: from_stage }] = pick([...board.cards]);
  const stage = chance() < 0.005 && from_stage === 'in_progress' ? 'done' : pick(WAYS[from_stage]);
  const others = board.column(stage).filter((other) => other !== id);
  const place = Math.floor(chance() * (others.length + 1));
  const after = others[place - 1] ?? null;
  const before = others[place] ?? null;
  const orderOf = (other: number | null) => (other === null ? null : (board.cards.get(other)?.order ?? null));
  const wish: TaskPatch = { from_stage, after, before, order: orderBetween(orderOf(after), orderOf(before)) };
  if (stage === from_stage) return [id, wish];
  const needs = { created: { performer: null }, in_progress: { performer }, done: { resolution: 'resolved' } } as const;
  return [id, { ...wish, stage, ...needs[stage] }];
}

/** Makes moves one after another. @returns how long each took, ms */
export async function play(
  board: LocalBoard,
  wire: Wire,
  moves: number,
  performer: number,
  seed: number,
): Promise<number[]> {
  const chance = dice(seed);
  const times: number[] = [];
  for (let made = 0; made < moves; made += 1) {
    const [id, wish] = randomMove(board, chance, performer);
    const began = performance.now();
    const { params, orders } = await wire.patch(id, wish);
    times.push(performance.now() - began);
    board.put(params);
    board.place(orders, params.version ?? 0);
  }
  return times;
}
