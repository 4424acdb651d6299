import { notifyManager } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { isCancelled } from '#console/data/http/failures.ts';
import { RequestError } from '#console/data/http/request-error.ts';
import { createListeners } from '#console/data/listeners.ts';
import { withdrawUndosByKind } from '#console/data/undo.ts';
import { flyCard } from './card-element.ts';
import { type Columns, findCard, type PlacedCard, withCard } from './columns.ts';

/** Kind of the toasts that offer to undo a move: a new one replaces the one before. */
export const MOVE_UNDO = 'move';

/** Name of the move into a column that a card may not be dropped into. */
export const FORBIDDEN = 'forbidden';

/** Index among the other cards of a column, or its first place. */
export type Where = number | 'first';

/** A planned change of a card. A board adds what it has to send. */
export interface MovePlan<Card> {
  /** Name of the dialog that has to be answered before the change is sent; null when there is none. */
  readonly asks: string | null;
  /** Changes of the card shown until the server has answered. */
  readonly change: Partial<Card>;
}

/** Rules of a board about its cards, independent of the screen. */
export interface BoardRules<Card extends PlacedCard, State extends string, Plan extends MovePlan<Card>> {
  /** The column that a card belongs in. */
  cardState: (card: Card) => State;
  /** Names of the moves of a card by the column they lead to, `FORBIDDEN` where none does. */
  moves: (card: Card) => Readonly<Record<State, string>>;
  /** @returns null for what is forbidden or changes nothing */
  plan: (columns: Columns<Card, State>, card: Card, to: State, where: Where) => Plan | null;
  /** How long the last move can be undone, ms. */
  undoTime: number;
  /** Whether the dialog of a card waits for the change of it that is on its way: it is not opened where that fails. */
  waitsToAsk?: boolean;
  /** Lays a change over a card; left out where the card holds nothing else that follows from it. */
  layOver?: (card: Card, change: Partial<Card>) => Card;
}

/** How changes of a board are sent. */
export interface MoveSender<Card extends PlacedCard, Plan extends MovePlan<Card>> {
  /**
   * Sends a change, writes the answer into what is loaded and says what was done.
   * @returns what the answer changes of the card: a change of it that was begun meanwhile is sent with that
   */
  send: (card: Card, plan: Plan) => Promise<Partial<Card>>;
  /** Whether a failure means that the change never arrived, rather than that the server refused it. */
  didNotArrive: (error: unknown) => boolean;
  /** Loads what a failed change leaves uncertain. */
  refresh: (error: unknown) => Promise<void>;
}

/** A change that is shown and not yet stored. */
interface PendingMove<Card> {
  readonly key: number;
  readonly id: number;
  readonly change: Partial<Card>;
}

/** A change that waits for the answer of a dialog. */
interface Question<Card, Plan> {
  readonly card: Card;
  readonly plan: Plan;
  /** Key of the pending move that is shown meanwhile; null when nothing is shown. */
  readonly pendingKey: number | null;
}

/** A card that is being dragged. */
export interface DragState<State extends string = string> {
  readonly id: number;
  readonly from: State;
  /** Column under the card, and the index in it; null over none. */
  readonly target: { readonly state: State; readonly index: number } | null;
  /** Name of the move that dropping it here makes. */
  readonly move: string | null;
  /** Names of its moves by column, as they were when it was lifted. */
  readonly moves: Readonly<Record<State, string>>;
  /** Height of the card with the gap below it, CSS pixels. */
  readonly height: number;
  readonly isByKeyboard: boolean;
}

/** An action of a colleague on a card, present or just over. */
export interface Mark {
  readonly kind: 'held' | 'moved' | 'edited' | 'created';
  /** First and last name. */
  readonly name: string;
}

/** How long a mark stays, ms; a colleague dragging a card repeats it every five seconds. */
const MARK_TIME = { held: 10_000, moved: 4_000, edited: 4_000, created: 4_000 } as const satisfies Record<
  Mark['kind'],
  number
>;

/** How long a live event is remembered, ms: longer than any list takes to load. */
const EVENT_TIME = 60_000;

/** The state that the parts of a board draw. */
export interface BoardState<Card extends PlacedCard, State extends string, Plan> {
  /** Changes on their way, oldest first. */
  readonly pending: readonly PendingMove<Card>[];
  /** The dragged card, and the board as it stood when the card was lifted. */
  readonly lifted: { readonly id: number; readonly columns: Columns<Card, State> } | null;
  /** Null until the dragged card has a place. */
  readonly drag: DragState<State> | null;
  readonly marks: ReadonlyMap<number, Mark>;
  readonly question: Question<Card, Plan> | null;
  /** Whether a change never arrived. */
  readonly hasFailed: boolean;
}

/**
 * All that one board keeps besides the loaded cards: changes on their way, the dragged card, the open question of a move, how to undo
 * the last move, colleagues' marks and recent live events. It outlives the page, so that a change on its way is still shown when
 * the person comes back.
 *
 * Changes are laid over the loaded cards, which stay untouched below: taking one off is an exact way back (TASK-38).
 */
export class BoardStore<Card extends PlacedCard, State extends string, Plan extends MovePlan<Card>, Event> {
  readonly rules: BoardRules<Card, State, Plan>;
  /** Where on the screen the dragged card was let go; null until then. */
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
  /** The open page; a failure of a change that was sent from an earlier one is not shown. */
  #page: object | null = null;
  /** The last change on its way of each card: the next one of the same card is sent after it, with what its answer changes of the card. */
  readonly #queues = new Map<number, Promise<Partial<Card>>>();
  readonly #markTimers = new Map<number, ReturnType<typeof setTimeout>>();
  /** Changes on their way to the server. */
  #sendingCount = 0;
  /** Whether the change on its way is to be undone as soon as it is answered. */
  #isUndoWanted = false;
  /** `until` in ms of `performance.now()`. */
  #lastMove: { until: number; undo: () => Promise<void>; kind: string } | null = null;
  #events: readonly { at: number; event: Event }[] = [];
  #connectedAt = Number.NEGATIVE_INFINITY;

  constructor(rules: BoardRules<Card, State, Plan>) {
    this.rules = rules;
  }

  readonly getState = (): BoardState<Card, State, Plan> => this.#state;
  readonly subscribe = (listener: () => void): (() => void) => this.#listeners.follow(listener);

  #set(next: Partial<BoardState<Card, State, Plan>>): void {
    this.#state = { ...this.#state, ...next };
    this.#listeners.tell();
  }

  /** Says how changes are sent from now on. */
  setSender(sender: MoveSender<Card, Plan>): void {
    this.#sender = sender;
  }

  /** Opens the page of the board. @returns how to close it: an open question is dismissed then (TASK-34) */
  open(): () => void {
    const page = {};
    this.#page = page;
    return () => {
      if (this.#page !== page) return;
      this.#page = null;
      this.#close(this.#state.question);
      this.clearFailure();
    };
  }

  /** Drops a card at a place. @returns whether that begins a change; false for what is forbidden or changes nothing */
  move(columns: Columns<Card, State>, card: Card, to: State, where: Where): boolean {
    const plan = this.rules.plan(columns, card, to, where);
    if (plan) this.begin(card, plan, true);
    return plan !== null;
  }

  /**
   * Begins a planned change: it is shown and sent, or a dialog opens first.
   * @param isShownAtOnce whether the card changes while the dialog is still open
   */
  begin(card: Card, plan: Plan, isShownAtOnce = false): void {
    const pendingKey = isShownAtOnce || !plan.asks ? this.#layOver(card.id, plan.change) : null;
    if (plan.asks) this.#set({ question: { card, plan, pendingKey } });
    else if (pendingKey !== null) this.#send(card, plan, pendingKey);
  }

  /** Answers the question: its change is sent with what was added to it. */
  answer(plan: Plan): void {
    const { question } = this.#state;
    if (!question) return;
    this.#close(question);
    this.#send(question.card, plan, this.#layOver(question.card.id, plan.change));
  }

  /** Closes the question: the card goes back where it was (TASK-34). */
  dismiss(): void {
    const { question } = this.#state;
    if (question && question.pendingKey !== null) flyCard(question.card.id);
    this.#close(question);
  }

  clearFailure(): void {
    if (this.#state.hasFailed) this.#set({ hasFailed: false });
  }

  #close(question: Question<Card, Plan> | null): void {
    if (!question) return;
    if (question.pendingKey !== null) this.#takeOff(question.pendingKey);
    this.#set({ question: null });
  }

  #layOver(id: number, change: Partial<Card>): number {
    this.#lastKey += 1;
    this.#set({ pending: [...this.#state.pending, { key: this.#lastKey, id, change }] });
    return this.#lastKey;
  }

  #takeOff(key: number): void {
    const { pending } = this.#state;
    if (pending.some((move) => move.key === key)) this.#set({ pending: pending.filter((move) => move.key !== key) });
  }

  #send(card: Card, plan: Plan, pendingKey: number): void {
    const [sender, page] = [this.#sender, this.#page];
    if (!sender) throw new Error('A board has to know how its changes are sent');
    // The move before is no longer the last one, unless this one fails.
    const moveBefore = this.#lastMove;
    this.#lastMove = null;
    this.#sendingCount += 1;
    const sendNow = async (answered: Partial<Card>): Promise<Partial<Card>> => {
      try {
        const changed = await sender.send({ ...card, ...answered }, plan);
        // The board redraws for the answer first, so that the card does not jump.
        notifyManager.schedule(() => this.#takeOff(pendingKey));
        return { ...answered, ...changed };
      } catch (error) {
        flyCard(card.id);
        this.#takeOff(pendingKey);
        const { question } = this.#state;
        if (this.rules.waitsToAsk && question?.card.id === card.id) this.#close(question);
        this.#lastMove ??= moveBefore;
        if (isCancelled(error)) return answered;
        if (sender.didNotArrive(error) && page === this.#page) this.#set({ hasFailed: true });
        await sender.refresh(error);
        if (!(error instanceof RequestError)) throw error;
        return answered;
      } finally {
        this.#sendingCount -= 1;
        if (this.#sendingCount === 0) this.#isUndoWanted = false;
      }
    };
    // An unexpected failure is reported like any other mistake, and the next change is sent all the same.
    const sending = (this.#queues.get(card.id) ?? Promise.resolve({})).then(sendNow).catch((error: unknown) => {
      globalThis.reportError(error);
      return {};
    });
    this.#queues.set(card.id, sending);
    // A move begun after the queue is empty is planned by the cards loaded then.
    void sending.then(() => {
      if (this.#queues.get(card.id) === sending) this.#queues.delete(card.id);
    });
  }

  /** The loaded board with the changes on their way. */
  withPending(columns: Columns<Card, State>, pending = this.#state.pending): Columns<Card, State> {
    return pending.reduce((board, { id, change }) => {
      const card = findCard(board, id);
      if (!card) return board;
      const changed = this.rules.layOver?.(card, change) ?? { ...card, ...change };
      return withCard(board, this.rules.cardState(changed), changed, true);
    }, columns);
  }

  /** Lifts a card: the board keeps its places until the card is put down. */
  lift(id: number, columns: Columns<Card, State>): void {
    this.#set({ lifted: { id, columns } });
  }

  drag(drag: DragState<State>): void {
    this.#set({ drag });
  }

  /** Ends the drag. @returns where on the screen the card was let go */
  putDown(): DOMRect | null {
    const { released } = this;
    this.released = null;
    if (this.#state.lifted || this.#state.drag) this.#set({ lifted: null, drag: null });
    return released;
  }

  /** Puts a mark on a card for a while. The newest counts, but an edit does not hide that a colleague drags the card. */
  mark(id: number, mark: Mark): void {
    const { marks } = this.#state;
    if (mark.kind === 'edited' && marks.get(id)?.kind === 'held') return;
    clearTimeout(this.#markTimers.get(id));
    this.#markTimers.set(
      id,
      setTimeout(() => this.unmark(id), MARK_TIME[mark.kind]),
    );
    this.#set({ marks: new Map(marks).set(id, mark) });
  }

  /** Takes the mark off a card; of this kind only, when one is named. */
  unmark(id: number, kind?: Mark['kind']): void {
    const { marks } = this.#state;
    if (kind && marks.get(id)?.kind !== kind) return;
    clearTimeout(this.#markTimers.get(id));
    this.#markTimers.delete(id);
    if (marks.has(id)) this.#set({ marks: new Map([...marks].filter(([other]) => other !== id)) });
  }

  /** Remembers how the last move is undone. @param kind of the toast that offers it */
  rememberUndo(undo: () => Promise<void>, kind = MOVE_UNDO): void {
    this.#lastMove = { until: performance.now() + this.rules.undoTime, undo, kind };
    if (this.#isUndoWanted) this.undoLast();
  }

  /** Forgets how the last move is undone: it was undone by other means. */
  forgetUndo(): void {
    this.#lastMove = null;
  }

  /** Undoes the last move, once; one that is on its way, when it is answered. @returns whether there was one */
  undoLast(): boolean {
    const move = this.#lastMove;
    this.#lastMove = null;
    this.#isUndoWanted = !move && this.#sendingCount > 0;
    if (this.#isUndoWanted) return true;
    if (!move || performance.now() > move.until) return false;
    withdrawUndosByKind(move.kind);
    move.undo().catch((error: unknown) => {
      // An alert has told why the server refused.
      if (!(error instanceof RequestError)) throw error;
    });
    return true;
  }

  /** Remembers a live event, so that a list that was requested before it and arrives after it does not undo it. */
  rememberEvent(event: Event): void {
    const now = performance.now();
    this.#events = [...this.#events.filter(({ at }) => now - at < EVENT_TIME), { at: now, event }];
  }

  /** The live events since a moment of `performance.now()`, oldest first. */
  eventsSince(moment: number): readonly Event[] {
    return this.#events.filter(({ at }) => at >= moment).map(({ event }) => event);
  }

  /** Remembers that the socket has connected (again): earlier changes did not come over it. */
  rememberConnection(): void {
    this.#connectedAt = performance.now();
  }

  /** Whether the socket has connected since a moment of `performance.now()`: what was loaded meanwhile may lack something. */
  connectedSince(moment: number): boolean {
    return this.#connectedAt >= moment;
  }
}

/** The part of the store that the parts of a board need, whatever its plans and live events are. */
export type BoardSource<Card extends PlacedCard, State extends string> = Pick<
  BoardStore<Card, State, MovePlan<Card>, never>,
  'getState' | 'subscribe' | 'rules' | 'released' | 'lift' | 'drag' | 'putDown' | 'move'
>;

/** Something of a board's state; draws anew only when it changes, so pick a plain value or a part that is replaced whole. */
export function useBoardState<Card extends PlacedCard, State extends string, Plan, Value>(
  store: { getState: () => BoardState<Card, State, Plan>; subscribe: (listener: () => void) => () => void },
  pick: (state: BoardState<Card, State, Plan>) => Value,
): Value {
  return useSyncExternalStore(store.subscribe, () => pick(store.getState()));
}
