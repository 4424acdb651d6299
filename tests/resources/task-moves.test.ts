import { TASK_STAGES, TASK_TEXT, type TaskStage } from '#resources/rules/requests/constants.ts';
import {
  getTaskOutcome,
  MOVE_ASKS,
  RESOLUTIONS_FROM,
  TASK_MOVES,
  type TaskChange,
  type TaskState,
} from '#resources/rules/requests/moves.ts';

const KIM = 4;
const LEE = 5;
const STATES: Readonly<Record<TaskStage, TaskState>> = {
  created: { stage: 'created', performer: null, resolution: null, resolution_description: null },
  in_progress: { stage: 'in_progress', performer: KIM, resolution: null, resolution_description: null },
  done: { stage: 'done', performer: KIM, resolution: 'resolved', resolution_description: null },
};

/** Every wish there is, from every stage: stage, performer, resolution, reason; 3 × 4 × 4 × 4 × 3 of them. */
const wishes: [TaskStage, TaskChange][] = TASK_STAGES.flatMap((from) =>
  [undefined, ...TASK_STAGES].flatMap((stage) =>
    [undefined, null, KIM, LEE].flatMap((performer) =>
      [undefined, null, 'resolved', 'canceled'].flatMap((resolution) =>
        [undefined, null, 'Повторная'].map((resolution_description): [TaskStage, TaskChange] => [
          from,
          { stage, performer, resolution, resolution_description } as TaskChange,
        ]),
      ),
    ),
  ),
);

/** The table of moves (TASK-22…TASK-35), written a second time and otherwise: the wire names of what is wrong, null where the wish is granted. */
function wrong(
  from: TaskStage,
  { stage = from, performer, resolution, resolution_description }: TaskChange,
): string | null {
  const ends = resolution === 'resolved' || resolution === 'canceled';
  const reason = Boolean(resolution_description);
  if (from === 'done') {
    if (stage !== 'done') return 'stage';
    if (performer !== undefined && performer !== KIM) return 'performer';
    if (resolution !== undefined && resolution !== 'resolved') return 'resolution';
    return reason ? 'resolution_description' : null;
  }
  if (stage === 'done') {
    if (from === 'created' && resolution === 'resolved') return 'resolution';
    if (performer && performer !== STATES[from].performer) return 'performer';
    const canceled = from === 'created' || resolution === 'canceled';
    return canceled && !reason ? 'resolution_description' : null;
  }
  if (ends) return 'resolution';
  if (stage === 'created') return performer ? 'performer' : null;
  if (from === 'created') return performer ? null : 'performer';
  return performer === null ? 'performer' : null;
}

describe('the table of moves', () => {
  test('TASK-22, TASK-26, TASK-29, TASK-30, TASK-35: names every pair of columns', () => {
    expect(TASK_MOVES).toEqual({
      created: { created: 'reorder', in_progress: 'assign', done: 'cancel' },
      in_progress: { created: 'release', in_progress: 'reorder', done: 'finish' },
      done: { created: 'forbidden', in_progress: 'forbidden', done: 'reorder' },
    });
  });

  test('TASK-22, TASK-26: exactly two moves ask something first', () => {
    const asking = Object.entries(MOVE_ASKS).filter(([, asks]) => asks !== null);
    expect(asking).toEqual([
      ['assign', 'performer'],
      ['cancel', 'reason'],
    ]);
  });

  test('TASK-26, TASK-30, TASK-33: what nobody took can only be canceled', () => {
    expect(RESOLUTIONS_FROM).toEqual({ created: ['canceled'], in_progress: ['resolved', 'canceled'], done: [] });
  });
});

describe('every wish there is', () => {
  test('TASK-22…TASK-35: is granted or refused as the table of moves says', () => {
    expect(wishes).toHaveLength(576);
    for (const [from, wish] of wishes) {
      const { mistakes } = getTaskOutcome(STATES[from], wish);
      expect([from, wish, mistakes && Object.keys(mistakes)[0]]).toEqual([from, wish, wrong(from, wish)]);
    }
  });

  test('TASK-35: never leads out of done, and a granted one ends in the column it named', () => {
    for (const [from, wish] of wishes) {
      const { state } = getTaskOutcome(STATES[from], wish);
      if (!state) continue;
      expect(state.stage).toBe(wish.stage ?? from);
      if (from === 'done') expect(state).toEqual(STATES.done);
    }
  });

  test('TASK-25, TASK-29: in progress has a performer, created has none, and only done has a resolution', () => {
    for (const [from, wish] of wishes) {
      const { state } = getTaskOutcome(STATES[from], wish);
      if (!state) continue;
      if (state.stage === 'in_progress') expect(state.performer).not.toBeNull();
      if (state.stage === 'created') expect(state.performer).toBeNull();
      expect(state.resolution !== null).toBe(state.stage === 'done');
      if (state.resolution === 'canceled') expect(state.resolution_description).toBeTruthy();
    }
  });
});

describe('single moves', () => {
  test('TASK-25: taking to work sets the performer', () => {
    expect(getTaskOutcome(STATES.created, { stage: 'in_progress', performer: KIM })).toEqual({
      move: 'assign',
      state: STATES.in_progress,
      mistakes: null,
    });
  });

  test('TASK-28: cancelling keeps the reason without the blanks around it; blanks alone are none', () => {
    const canceled = getTaskOutcome(STATES.created, { stage: 'done', resolution_description: '  Повторная ' });
    expect(canceled.state).toMatchObject({ resolution: 'canceled', resolution_description: 'Повторная' });
    expect(getTaskOutcome(STATES.created, { stage: 'done', resolution_description: ' \n ' }).mistakes).toEqual({
      resolution_description: ['validation.required'],
    });
  });

  test('TASK-28: a reason has a longest length', () => {
    const of = (length: number, letter: string) =>
      getTaskOutcome(STATES.created, { stage: 'done', resolution_description: letter.repeat(length) }).mistakes;
    for (const letter of ['я', '🚰']) {
      expect(of(TASK_TEXT.reason.max, letter)).toBeNull();
      expect(of(TASK_TEXT.reason.max + 1, letter)).toEqual({ resolution_description: ['validation.tooLong'] });
    }
  });

  test('TASK-30, TASK-33: in progress ends resolved when nothing else is said, canceled when it is', () => {
    expect(getTaskOutcome(STATES.in_progress, { stage: 'done' }).state).toMatchObject({
      resolution: 'resolved',
      performer: KIM,
    });
    const wish = { stage: 'done', resolution: 'canceled', resolution_description: 'Жилец уехал' } as const;
    expect(getTaskOutcome(STATES.in_progress, wish).state).toMatchObject({ resolution: 'canceled', performer: KIM });
  });

  test('TASK-43: in progress takes another performer without moving', () => {
    expect(getTaskOutcome(STATES.in_progress, { performer: LEE })).toMatchObject({
      move: 'reorder',
      state: { stage: 'in_progress', performer: LEE },
    });
  });
});
