import { TASK_STAGES, type TaskStage } from '#resources/rules/requests/constants.ts';

/** What of a request decides where it stands. */
export interface Placed {
  readonly id: number;
  readonly stage: TaskStage;
  readonly order: number;
  /** Grows with every write; left out where the server does not tell. */
  readonly version?: number | undefined;
  /** Version of the move that pushed it to its order; may be newer than what else is known of it. */
  readonly pushedBy?: number | undefined;
}

/** A request as it came, at the order to which a later move has pushed it already. */
export function withLaterPush<Task extends Placed>(task: Task, known: Placed | undefined): Task {
  const { order, pushedBy } = known ?? {};
  if (order === undefined || pushedBy === undefined || task.version === undefined) return task;
  return pushedBy > task.version ? { ...task, order, pushedBy } : task;
}

/** What is loaded of a column, from its beginning, by (order, id). */
export interface Column<Task extends Placed> {
  readonly tasks: readonly Task[];
  /** Order of the last one that a page brought: from here on the next page is asked for. Null before the first. */
  readonly until: number | null;
  /** Whether there is nothing behind what is loaded. */
  readonly complete: boolean;
}

/** The board as far as it is loaded. */
export type Columns<Task extends Placed> = Readonly<Record<TaskStage, Column<Task>>>;

/** Order of two requests of a column; the id parts equal ones, so that no two clients see them differently. */
export function inOrder(a: Placed, b: Placed): number {
  return a.order - b.order || a.id - b.id;
}

/**
 * A column with one more page of it: no request twice, by order (TASK-13).
 * @param told what the page had besides the requests that could be read: how many entries, and the order of the last
 */
export function withPage<Task extends Placed>(
  column: Column<Task> | undefined,
  page: readonly Task[],
  asked: number,
  told: { entries: number; until: number | null } = { entries: page.length, until: page.at(-1)?.order ?? null },
): Column<Task> {
  const known = new Map((column?.tasks ?? []).map((task) => [task.id, task]));
  for (const task of page) known.set(task.id, task);
  const last = told.until ?? page.at(-1)?.order ?? null;
  const until = column?.until ?? null;
  // A page that leads no further is the last, whatever it holds: the server does not go by `from_order`.
  const further = last !== null && (until === null || last > until);
  return {
    tasks: [...known.values()].sort(inOrder),
    until: further ? last : until,
    complete: told.entries < asked || !further,
  };
}

/** Place of a request among others that are in order. */
function placeFor(tasks: readonly Placed[], task: Placed): number {
  let [low, high] = [0, tasks.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const other = tasks[middle];
    if (other && inOrder(other, task) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** A column without a request; the same object when it is not there. */
function without<Task extends Placed>(column: Column<Task>, id: number): Column<Task> {
  const index = column.tasks.findIndex((task) => task.id === id);
  return index < 0 ? column : { ...column, tasks: column.tasks.toSpliced(index, 1) };
}

/** The board without a request; columns that did not have it stay the same objects. */
export function withoutTask<Task extends Placed>(columns: Columns<Task>, id: number): Columns<Task> {
  const next = TASK_STAGES.map((stage) => [stage, without(columns[stage], id)] as const);
  return next.every(([stage, column]) => column === columns[stage])
    ? columns
    : (Object.fromEntries(next) as Columns<Task>);
}

/**
 * The board with a request where its stage and order put it. One that belongs behind what is loaded of its column is left
 * out: its page will bring it.
 * @param anyway shows it even then: the person has just put it there
 */
export function withTask<Task extends Placed>(columns: Columns<Task>, task: Task, anyway = false): Columns<Task> {
  const cleared = withoutTask(columns, task.id);
  const column = cleared[task.stage];
  const loaded = column.complete || (column.until !== null && task.order <= column.until);
  if (!loaded && !anyway) return cleared;
  const tasks = column.tasks.toSpliced(placeFor(column.tasks, task), 0, task);
  return { ...cleared, [task.stage]: { ...column, tasks } };
}

/** The request of an id; undefined when it is not loaded. */
export function taskOf<Task extends Placed>(columns: Columns<Task>, id: number): Task | undefined {
  for (const stage of TASK_STAGES) {
    const found = columns[stage].tasks.find((task) => task.id === id);
    if (found) return found;
  }
  return undefined;
}

/**
 * A board that keeps its places while a card is in the hand: what is shown
 * stays where it was, with what became of it written into it, but for the card in the hand; what was loaded behind the last
 * one is added.
 * @param kept the board as it stood when the card was lifted
 * @param now the board as it is
 * @param held id of the card in the hand
 */
export function heldStill<Task extends Placed>(kept: Columns<Task>, now: Columns<Task>, held: number): Columns<Task> {
  const current = new Map(TASK_STAGES.flatMap((stage) => now[stage].tasks.map((task) => [task.id, task] as const)));
  const still = (stage: TaskStage): Column<Task> => {
    const before = kept[stage].tasks;
    const last = before.at(-1);
    const shown = new Set(TASK_STAGES.flatMap((other) => kept[other].tasks.map(({ id }) => id)));
    const behind = now[stage].tasks.filter((task) => !shown.has(task.id) && last && inOrder(last, task) < 0);
    const same = before.map((task) => (task.id === held ? task : (current.get(task.id) ?? task)));
    return { ...now[stage], tasks: [...same, ...behind] };
  };
  return Object.fromEntries(TASK_STAGES.map((stage) => [stage, still(stage)])) as Columns<Task>;
}

/**
 * A board with a batch that was on its way while the board changed: what the board has of a request counts more than what
 * the batch says of it, unless the batch is newer, and what stands elsewhere by now stays there.
 */
export function withBatch<Task extends Placed>(
  columns: Columns<Task>,
  stage: TaskStage,
  { tasks, until, complete }: Column<Task>,
): Columns<Task> {
  const known = new Map(TASK_STAGES.flatMap((other) => columns[other].tasks.map((task) => [task.id, task] as const)));
  const fresh = tasks
    .filter((task) => {
      const before = known.get(task.id);
      return !before || (task.version ?? 0) > (before.version ?? Number.POSITIVE_INFINITY);
    })
    .map((task) => withLaterPush(task, known.get(task.id)));
  const cleared = fresh.reduce((board, { id }) => (known.has(id) ? withoutTask(board, id) : board), columns);
  const all = [...cleared[stage].tasks, ...fresh].sort(inOrder);
  return { ...cleared, [stage]: { tasks: all, until, complete } };
}
