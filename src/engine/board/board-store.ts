import { notifyManager } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { isCancelled } from '#console/data/http/failures.ts';
import { RequestError } from '#console/data/http/request-error.ts';
import { createListeners } from '#console/data/listeners.ts';
import { withdrawUndosByKind } from '#console/data/undo.ts';
import { flyCard } from './card-element.ts';
import { type Columns, findCard, insertCard, type PlacedCard } from './columns.ts';

/** Kind of the toasts that offer to undo a move: a new toast replaces the previous one. */
export const MOVE_UNDO_TOAST = 'move';

/** Stands for the move into a column that a card may not be dropped into. */
export const FORBIDDEN_MOVE = 'forbidden';

/** Index among the other cards of a column, or its first place. */
export type Where = number | 'first';

/** A planned change of a card. Each board adds the fields that it has to send. */
export interface MovePlan<Card> {
  /** Name of the dialog to answer before the change is sent; null for none. */
  readonly asks: string | null;
  /** Optimistic change of the card until the server has responded. */
  readonly change: Partial<Card>;
}

/** Rules of a board about its cards, independent of rendering. */
export interface BoardRules<Card extends PlacedCard, State extends string, Plan extends MovePlan<Card>> {
  /** The column of a card. */
  cardState: (card: Card) => State;
  /** Names of a card's moves by target column; `FORBIDDEN_MOVE` for a column it cannot move to. */
  moves: (card: Card) => Readonly<Record<State, string>>;
  /** @returns null if the drop is forbidden or changes nothing */
  plan: (columns: Columns<Card, State>, card: Card, to: State, where: Where) => Plan | null;
  /** How long the last move can be undone, ms. */
  undoTime: number;
  /** Whether a card's dialog waits for a pending change of that card; if that fails, the dialog does not open. */
  waitsToAsk?: boolean;
  /** Applies a change to a card; omitted where a plain spread is enough. */
  layOver?: (card: Card, change: Partial<Card>) => Card;
}

/** Sends the changes of a board. */
export interface MoveSender<Card extends PlacedCard, Plan extends MovePlan<Card>> {
  /**
   * Sends a change, writes the response into the cache and notifies the person.
   * @returns the changes of the card in the response; applied to the next queued change of that card
   */
  send: (card: Card, plan: Plan) => Promise<Partial<Card>>;
  /** Whether the request never reached the server, as opposed to being refused. */
  didNotArrive: (error: unknown) => boolean;
  /** Refetches what a failed change leaves uncertain. */
  refresh: (error: unknown) => Promise<void>;
}

/** An optimistic change that is not stored yet. */
interface PendingMove<Card> {
  readonly key: number;
  readonly id: number;
  readonly change: Partial<Card>;
}

/** A change that waits for its dialog to be answered. */
interface Question<Card, Plan> {
  readonly card: Card;
  readonly plan: Plan;
  /** Key of the optimistic change shown meanwhile; null if nothing is shown. */
  readonly pendingKey: number | null;
}

/** A card that is being dragged. */
export interface DragState<State extends string = string> {
  readonly id: number;
  readonly from: State;
  /** Column under the card and index in it; null outside all columns. */
  readonly target: { readonly state: State; readonly index: number } | null;
  /** Name of the move that a drop here would make. */
  readonly move: string | null;
  /** Names of the card's moves by column, as of the start of the drag. */
  readonly moves: Readonly<Record<State, string>>;
  /** Height of the card including the gap below it, CSS pixels. */
  readonly height: number;
  readonly isByKeyboard: boolean;
}

/** What a colleague is doing, or has just done, with a card. */
export interface Mark {
  readonly kind: 'held' | 'moved' | 'edited' | 'created';
  /** First and last name. */
  readonly name: string;
}

/** How long a mark is shown, ms; `held` is repeated every five seconds while a colleague drags the card. */
const MARK_TIME_MS = { held: 10_000, moved: 4_000, edited: 4_000, created: 4_000 } as const satisfies Record<
  Mark['kind'],
  number
>;

/** How long a live event is remembered, ms: longer than any list takes to load. */
const EVENT_TIME_MS = 60_000;

/** The state that a board's components render. */
export interface BoardState<Card extends PlacedCard, State extends string, Plan> {
  /** Pending changes, oldest first. */
  readonly pending: readonly PendingMove<Card>[];
  /** The dragged card and the board at the start of the drag. */
  readonly lifted: { readonly id: number; readonly columns: Columns<Card, State> } | null;
  /** Null until the drag library reports a position. */
  readonly drag: DragState<State> | null;
  readonly marks: ReadonlyMap<number, Mark>;
  readonly question: Question<Card, Plan> | null;
  /** Whether a change did not reach the server. */
  readonly hasFailed: boolean;
}

/**
 * State of one board besides the loaded cards: pending changes, the dragged card, the open question of a move, the undo of the
 * last move, colleagues' marks and recent live events. Outlives the page, so that a pending change is still shown when the person
 * comes back. Pending changes are applied over the loaded cards without modifying them, so removing one restores the exact state
 * before (TASK-38).
 */
export class BoardStore<Card extends PlacedCard, State extends string, Plan extends MovePlan<Card>, Event> {
  readonly rules: BoardRules<Card, State, Plan>;
  /** Screen position where the dragged card was released; null until then. */
  released: DOMRect | null = null;
  #state: BoardState<Card, State, Plan> = {
    pending: [],
    lifted: null,
    drag: null,
    marks: new Map(),
    question: null,
    hasFailed: false,
  };
  readonly #listeners = createListeners();
  #lastKey = 0;
  #sender: MoveSender<Card, Plan> | null = null;
  /** The open page; failures of changes sent from an earlier page are not shown. */
  #openPage: object | null = null;
  /** Last pending change of each card: the next change of that card is sent after it, with the changes from its response. */
  readonly #queues = new Map<number, Promise<Partial<Card>>>();
  readonly #markTimers = new Map<number, ReturnType<typeof setTimeout>>();
  /** Number of changes being sent. */
  #sendingCount = 0;
  /** Whether the change being sent should be undone as soon as its response arrives. */
  #isUndoWanted = false;
  /** `until` is in ms of `performance.now()`. */
  #lastMove: { until: number; undo: () => Promise<void>; kind: string } | null = null;
  #events: readonly { at: number; event: Event }[] = [];
  #lastConnectedAt = Number.NEGATIVE_INFINITY;

  constructor(rules: BoardRules<Card, State, Plan>) {
    this.rules = rules;
  }

  readonly getState = (): BoardState<Card, State, Plan> => this.#state;
  readonly subscribe = (listener: () => void): (() => void) => this.#listeners.subscribe(listener);

  #set(next: Partial<BoardState<Card, State, Plan>>): void {
    this.#state = { ...this.#state, ...next };
    this.#listeners.notify();
  }

  /** Sets how changes are sent from now on. */
  setSender(sender: MoveSender<Card, Plan>): void {
    this.#sender = sender;
  }

  /** Opens the page of the board. @returns closes it, which also dismisses an open question (TASK-34) */
  open(): () => void {
    const page = {};
    this.#openPage = page;
    return () => {
      if (this.#openPage !== page) return;
      this.#openPage = null;
      this.#closeQuestion(this.#state.question);
      this.clearFailure();
    };
  }

  /** Drops a card. @returns whether this starts a change; false if it is forbidden or changes nothing */
  move(columns: Columns<Card, State>, card: Card, to: State, where: Where): boolean {
    const plan = this.rules.plan(columns, card, to, where);
    if (plan) this.begin(card, plan, true);
    return plan !== null;
  }

  /**
   * Starts a planned change: shows and sends it, or opens its dialog first.
   * @param isShownAtOnce whether the change is shown while the dialog is open
   */
  begin(card: Card, plan: Plan, isShownAtOnce = false): void {
    const pendingKey = isShownAtOnce || !plan.asks ? this.#layOver(card.id, plan.change) : null;
    if (plan.asks) this.#set({ question: { card, plan, pendingKey } });
    else if (pendingKey !== null) this.#send(card, plan, pendingKey);
  }

  /** Answers the question: sends the change completed by the dialog. */
  answer(plan: Plan): void {
    const { question } = this.#state;
    if (!question) return;
    this.#closeQuestion(question);
    this.#send(question.card, plan, this.#layOver(question.card.id, plan.change));
  }

  /** Closes the question: the card flies back to where it was (TASK-34). */
  dismiss(): void {
    const { question } = this.#state;
    if (question && question.pendingKey !== null) flyCard(question.card.id);
    this.#closeQuestion(question);
  }

  clearFailure(): void {
    if (this.#state.hasFailed) this.#set({ hasFailed: false });
  }

  #closeQuestion(question: Question<Card, Plan> | null): void {
    if (!question) return;
    if (question.pendingKey !== null) this.#removePending(question.pendingKey);
    this.#set({ question: null });
  }

  #layOver(id: number, change: Partial<Card>): number {
    this.#lastKey += 1;
    this.#set({ pending: [...this.#state.pending, { key: this.#lastKey, id, change }] });
    return this.#lastKey;
  }

  #removePending(key: number): void {
    const { pending } = this.#state;
    if (pending.some((move) => move.key === key)) this.#set({ pending: pending.filter((move) => move.key !== key) });
  }

  #send(card: Card, plan: Plan, pendingKey: number): void {
    const [sender, page] = [this.#sender, this.#openPage];
    if (!sender) throw new Error('A board has to know how its changes are sent');
    // The previous move can no longer be undone, unless this one fails.
    const moveBefore = this.#lastMove;
    this.#lastMove = null;
    this.#sendingCount += 1;
    const sendNow = async (earlierAnswer: Partial<Card>): Promise<Partial<Card>> => {
      try {
        const changed = await sender.send({ ...card, ...earlierAnswer }, plan);
        // The board renders the response first, so that the card does not jump.
        notifyManager.schedule(() => this.#removePending(pendingKey));
        return { ...earlierAnswer, ...changed };
      } catch (error) {
        flyCard(card.id);
        this.#removePending(pendingKey);
        const { question } = this.#state;
        if (this.rules.waitsToAsk && question?.card.id === card.id) this.#closeQuestion(question);
        this.#lastMove ??= moveBefore;
        if (isCancelled(error)) return earlierAnswer;
        if (sender.didNotArrive(error) && page === this.#openPage) this.#set({ hasFailed: true });
        await sender.refresh(error);
        if (!(error instanceof RequestError)) throw error;
        return earlierAnswer;
      } finally {
        this.#sendingCount -= 1;
        if (this.#sendingCount === 0) this.#isUndoWanted = false;
      }
    };
    // Unexpected errors are reported, and the next change is sent all the same.
    const request = (this.#queues.get(card.id) ?? Promise.resolve({})).then(sendNow).catch((error: unknown) => {
      globalThis.reportError(error);
      return {};
    });
    this.#queues.set(card.id, request);
    // Once the queue is empty, the next move is planned from the loaded cards alone.
    void request.then(() => {
      if (this.#queues.get(card.id) === request) this.#queues.delete(card.id);
    });
  }

  /** The loaded board with the pending changes applied. */
  withPending(columns: Columns<Card, State>, pending = this.#state.pending): Columns<Card, State> {
    return pending.reduce((board, { id, change }) => {
      const card = findCard(board, id);
      if (!card) return board;
      const changed = this.rules.layOver?.(card, change) ?? { ...card, ...change };
      return insertCard(board, this.rules.cardState(changed), changed, true);
    }, columns);
  }

  /** Lifts a card: the board keeps its positions until the card is put down. */
  lift(id: number, columns: Columns<Card, State>): void {
    this.#set({ lifted: { id, columns } });
  }

  drag(drag: DragState<State>): void {
    this.#set({ drag });
  }

  /** Ends the drag. @returns the screen position where the card was released */
  putDown(): DOMRect | null {
    const { released } = this;
    this.released = null;
    if (this.#state.lifted || this.#state.drag) this.#set({ lifted: null, drag: null });
    return released;
  }

  /** Marks a card for a while. The newest mark wins, except that an edit does not hide a colleague's drag. */
  mark(id: number, mark: Mark): void {
    const { marks } = this.#state;
    if (mark.kind === 'edited' && marks.get(id)?.kind === 'held') return;
    clearTimeout(this.#markTimers.get(id));
    this.#markTimers.set(
      id,
      setTimeout(() => this.unmark(id), MARK_TIME_MS[mark.kind]),
    );
    this.#set({ marks: new Map(marks).set(id, mark) });
  }

  /** Removes the mark of a card. @param kind removes only a mark of this kind */
  unmark(id: number, kind?: Mark['kind']): void {
    const { marks } = this.#state;
    if (kind && marks.get(id)?.kind !== kind) return;
    clearTimeout(this.#markTimers.get(id));
    this.#markTimers.delete(id);
    if (marks.has(id)) this.#set({ marks: new Map([...marks].filter(([other]) => other !== id)) });
  }

  /** Remembers how to undo the last move. @param kind kind of the toast that offers it */
  rememberUndo(undo: () => Promise<void>, kind = MOVE_UNDO_TOAST): void {
    this.#lastMove = { until: performance.now() + this.rules.undoTime, undo, kind };
    if (this.#isUndoWanted) this.undoLast();
  }

  /** Forgets the undo of the last move, because it was undone by other means. */
  forgetUndo(): void {
    this.#lastMove = null;
  }

  /** Undoes the last move, once; a pending one as soon as its response arrives. @returns whether there was one */
  undoLast(): boolean {
    const move = this.#lastMove;
    this.#lastMove = null;
    this.#isUndoWanted = !move && this.#sendingCount > 0;
    if (this.#isUndoWanted) return true;
    if (!move || performance.now() > move.until) return false;
    withdrawUndosByKind(move.kind);
    move.undo().catch((error: unknown) => {
      // An alert has shown why the server refused.
      if (!(error instanceof RequestError)) throw error;
    });
    return true;
  }

  /** Remembers a live event, so that a list requested before it and received after it does not revert it. */
  rememberEvent(event: Event): void {
    const now = performance.now();
    this.#events = [...this.#events.filter(({ at }) => now - at < EVENT_TIME_MS), { at: now, event }];
  }

  /** The live events since a time of `performance.now()`, oldest first. */
  eventsSince(time: number): readonly Event[] {
    return this.#events.filter(({ at }) => at >= time).map(({ event }) => event);
  }

  /** Records that the socket has (re)connected: changes made before did not arrive over it. */
  rememberConnection(): void {
    this.#lastConnectedAt = performance.now();
  }

  /** Whether the socket has connected since a time of `performance.now()`: data loaded meanwhile may be incomplete. */
  connectedSince(time: number): boolean {
    return this.#lastConnectedAt >= time;
  }
}

/** The part of the store that board components need, independent of its types of plans and events. */
export type BoardSource<Card extends PlacedCard, State extends string> = Pick<
  BoardStore<Card, State, MovePlan<Card>, never>,
  'getState' | 'subscribe' | 'rules' | 'released' | 'lift' | 'drag' | 'putDown' | 'move'
>;

/**
 * Subscribes to a part of the board's state. Re-renders only when the result changes by identity, so select a primitive or an
 * object that is replaced as a whole.
 */
export function useBoardState<Card extends PlacedCard, State extends string, Plan, Value>(
  store: { getState: () => BoardState<Card, State, Plan>; subscribe: (listener: () => void) => () => void },
  select: (state: BoardState<Card, State, Plan>) => Value,
): Value {
  return useSyncExternalStore(store.subscribe, () => select(store.getState()));
}
