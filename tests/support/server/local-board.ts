import { addPage } from '#console/engine/board/columns.ts';
import type { BoardFilter } from '#console/sections/requests/model/board-calls.ts';
import { type Board, withFrame, withSaved } from '#console/sections/requests/model/board-state.ts';
import type { RequestColumns } from '#console/sections/requests/model/request-board.ts';
import type { TaskCard, TaskFrame, TaskPatch, TaskSaved } from '#resources/protocol/requests/tasks.ts';
import { orderBetween } from '#resources/rules/board/order.ts';
import { TASK_STAGES, type TaskStage } from '#resources/rules/requests/constants.ts';

/** How a simulated user calls the server. */
export interface Wire {
  column(stage: TaskStage): Promise<TaskCard[]>;
  /** Sends a change. @throws when it is not answered 200 */
  patch(id: number, body: TaskPatch): Promise<TaskSaved>;
}

/** A board as an open window keeps it, by the console's own rules: what it has loaded, its own answers, frames of others. */
export class LocalBoard {
  #board: Board | null = null;
  /** All the buildings of what it has loaded. */
  #filter: BoardFilter = { buildings: [], since: 0, services: [] };

  /** @param wire answers whole columns */
  async load(wire: Wire): Promise<void> {
    const loaded: [TaskStage, TaskCard[]][] = [];
    for (const stage of TASK_STAGES) loaded.push([stage, await wire.column(stage)]);
    const columns = loaded.map(([stage, page]) => [stage, addPage(undefined, page, Number.POSITIVE_INFINITY)]);
    this.#board = { columns: Object.fromEntries(columns) as RequestColumns, version: null };
    const buildings = loaded.flatMap(([, page]) => page.map(({ target }) => target.building));
    this.#filter = { ...this.#filter, buildings: [...new Set(buildings)] };
  }

  /** Applies a change of another window. A frame that arrives before the load is ignored: the load contains it. */
  hear(frame: TaskFrame): void {
    if (this.#board) this.#board = withFrame(this.#board, frame, this.#filter);
  }

  /** Applies the answer to a change of its own. */
  settle(saved: TaskSaved): void {
    if (this.#board) this.#board = withSaved(this.#board, saved, this.#filter);
  }

  /** The cards of a column, from the top. */
  column(stage: TaskStage): readonly TaskCard[] {
    return this.#board?.columns[stage].cards ?? [];
  }

  cards(): TaskCard[] {
    return TASK_STAGES.flatMap((stage) => this.column(stage));
  }

  /** Ids of all columns as one text, to be compared. */
  toString(): string {
    return TASK_STAGES.map((stage) =>
      this.column(stage)
        .map(({ id }) => id)
        .join(' '),
    ).join(' | ');
  }
}

/** Pseudo-random numbers from 0 to 1, the same ones for the same seed. */
function seededRandom(seed: number): () => number {
  let state = seed * 2_654_435_761 + 1;
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 3_266_489_917) >>> 0;
    return ((state ^ (state >>> 13)) >>> 0) / 4_294_967_296;
  };
}

/** Where each card of a stage goes, by chance: mostly another place in its column. */
const TARGET_STAGES: Readonly<Record<TaskStage, readonly TaskStage[]>> = {
  created: ['created', 'created', 'created', 'created', 'in_progress'],
  in_progress: ['in_progress', 'in_progress', 'in_progress', 'created', 'created'],
  done: ['done'],
};

/** A move as a console would send it, out of what this window believes. */
function randomMove(board: LocalBoard, chance: () => number, performer: number): [id: number, wish: TaskPatch] {
  const pick = <T>(list: readonly T[]): T => {
    const found = list[Math.floor(chance() * list.length)];
    if (found === undefined) throw new Error('The board is empty');
    return found;
  };
  const { id, stage: from_stage } = pick(board.cards());
  const stage = chance() < 0.005 && from_stage === 'in_progress' ? 'done' : pick(TARGET_STAGES[from_stage]);
  const others = board.column(stage).filter((other) => other.id !== id);
  const place = Math.floor(chance() * (others.length + 1));
  const after = others[place - 1] ?? null;
  const before = others[place] ?? null;
  const order = orderBetween(after?.order ?? null, before?.order ?? null);
  const wish: TaskPatch = { from_stage, after: after?.id ?? null, before: before?.id ?? null, order };
  if (stage === from_stage) return [id, wish];
  const needs = { created: { performer: null }, in_progress: { performer }, done: { resolution: 'resolved' } } as const;
  return [id, { ...wish, stage, ...needs[stage] }];
}

/** Makes moves one after another. @returns how long each took, ms */
export async function makeRandomMoves(
  board: LocalBoard,
  wire: Wire,
  moves: number,
  performer: number,
  seed: number,
): Promise<number[]> {
  const chance = seededRandom(seed);
  const times: number[] = [];
  for (let made = 0; made < moves; made += 1) {
    const [id, wish] = randomMove(board, chance, performer);
    const began = performance.now();
    const saved = await wire.patch(id, wish);
    times.push(performance.now() - began);
    board.settle(saved);
  }
  return times;
}
