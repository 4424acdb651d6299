import type { ServerCtrl, Topic } from 'tinode-sdk';
import { PAGE } from '#resources/limits.ts';

/** Range `[low, hi)` of message numbers that is completely loaded, except deleted ones. */
interface Span {
  low: number;
  hi: number;
}

/** Messages to fetch around a distant one: before it, and after it, where its edits are. */
const JUMP_WINDOW = { before: 12, after: 36 } as const;
/** Maximum number of messages per answer (A9). */
const MAX_PER_ANSWER = 100;
/** Maximum number of pages fetched to close a gap after a reconnect; a larger gap is filled when the person scrolls to it. */
const MAX_GAP_PAGES = 10;

/**
 * Keeps track of the loaded ranges of the history (A9). One range is shown: the newest, or the one around a message that was
 * jumped to, which grows at both ends until it meets the next.
 */
export class MessageHistory {
  readonly #topic: () => Topic;
  /** Sorted and not adjacent. */
  #spans: Span[] = [];
  /** Numbers of all received messages, including edits. */
  readonly #receivedSeqs = new Set<number>();
  /** A number in the shown range; null for the newest range. */
  #anchor: number | null = null;
  /** The page requested with the subscription: its lower bound, the numbers received, and the highest number at that time. */
  #pageFloor: number | undefined;
  #pageSeqs: number[] = [];
  #pageLast = 0;
  #isPaging = false;
  #resolvePage: () => void = () => undefined;
  /** First number of the range shown before a reconnect; it stays visible until the gap is closed. */
  #visibleFrom: number | null = null;
  #queue: Promise<unknown> = Promise.resolve();

  constructor(topic: () => Topic) {
    this.#topic = topic;
  }

  /** The shown range begins with the first message. */
  get atStart(): boolean {
    const shown = this.#shownSpan;
    return shown !== undefined && shown.low <= 1;
  }

  /** The newest range is shown. */
  get atEnd(): boolean {
    return this.#shownSpan === this.#spans.at(-1);
  }

  /** Whether a message number belongs to the shown range. */
  isShown(seq: number): boolean {
    const span = this.#shownSpan;
    if (!span) return true;
    // A new message may arrive before the one with the number below it.
    if (span === this.#spans.at(-1)) return seq >= Math.min(span.low, this.#visibleFrom ?? span.low);
    return seq >= span.low && seq < span.hi;
  }

  /** Called for each message received, whether requested or pushed. */
  addReceived(seq: number): void {
    this.#receivedSeqs.add(seq);
    // The answer to an older request may still arrive.
    if (this.#isPaging && seq >= (this.#pageFloor ?? 1)) this.#pageSeqs.push(seq);
    this.#extendNewest();
  }

  /** The first number after the newest range; undefined before the first subscription. */
  get since(): number | undefined {
    return this.#spans.at(-1)?.hi;
  }

  /**
   * Called after subscribing: the messages that follow are the requested page of the newest messages.
   * @param from lower bound of the request
   * @returns resolves when the page is complete, or will not be
   */
  expectPage(from: number | undefined): Promise<void> {
    this.#pageFloor = from;
    this.#pageSeqs = [];
    this.#pageLast = 0;
    this.#isPaging = true;
    return new Promise((resolve) => {
      this.#resolvePage = resolve;
    });
  }

  /** Notes the highest message number according to an answer. */
  noteLatest(last = 0): void {
    if (this.#isPaging) this.#pageLast = Math.max(this.#pageLast, last);
  }

  /**
   * Called when the page is complete; later messages are pushed. Only the range that the answer covers counts as loaded: the
   * number of an own message may be known before an earlier message of another person has arrived, and a broken connection would
   * lose that one.
   */
  completePage(): void {
    if (!this.#isPaging) return;
    const floor = this.#pageFloor ?? 1;
    const page = this.#pageSeqs;
    this.#visibleFrom ??= this.#spans.at(-1)?.low ?? null;
    const top = Math.max(floor - 1, this.#pageLast, ...page);
    this.#addSpan({ low: page.length < PAGE.chatHistory ? floor : Math.min(...page), hi: top + 1 });
    this.#extendNewest();
    this.handleDisconnect();
  }

  /** The connection is lost: the page will not be completed. */
  handleDisconnect(): void {
    this.#isPaging = false;
    this.#resolvePage();
  }

  /**
   * Closes the gap that a reconnect left below the newest range.
   * @throws when a request fails; call it again then
   */
  closeGap(): Promise<void> {
    // Queued, so that a list that scrolls up meanwhile does not fetch the same page.
    return this.#enqueue(async () => {
      const visibleFrom = this.#visibleFrom;
      if (visibleFrom === null) return;
      for (let before = this.#newestStart; before > visibleFrom; before = this.#newestStart) {
        const { low: since } = this.#gapAround(before - 1);
        if (before - since >= MAX_GAP_PAGES * PAGE.chatHistory) break;
        const count = await this.#fetch({ since, before });
        this.#addSpan({ low: this.#lowest(before, count, since), hi: before });
      }
      this.#visibleFrom = null;
    });
  }

  /**
   * Fetches the page above the shown range (CHAT-13).
   * @throws when the request fails
   */
  loadEarlier(): Promise<void> {
    return this.#enqueue(async () => {
      const { low: before } = this.#shownSpan ?? { low: 1 };
      if (before <= 1) return;
      const { low: since } = this.#gapAround(before - 1);
      const count = await this.#fetch({ ...(since > 1 ? { since } : {}), before });
      this.#addSpan({ low: this.#lowest(before, count, since), hi: before });
    });
  }

  /**
   * Fetches the page below the shown range, after a jump.
   * @throws when the request fails
   */
  loadLater(): Promise<void> {
    return this.#enqueue(async () => {
      const shown = this.#shownSpan;
      if (!shown || this.atEnd) return;
      const { hi: since } = shown;
      const before = Math.min(since + PAGE.chatHistory, this.#gapAround(since).hi);
      await this.#fetch({ since, before });
      this.#addSpan({ low: since, hi: before });
    });
  }

  /**
   * Fetches the messages around one and shows that range; queued behind a request in progress.
   * @throws when the request fails
   */
  showMessage(seq: number): Promise<void> {
    return this.#enqueue(async () => {
      const isLoaded = this.#spans.some(({ low, hi }) => low <= seq && seq < hi);
      const newest = this.#spans.at(-1);
      if (!isLoaded && newest && seq < newest.low) {
        // Loaded messages are not requested again, otherwise the SDK could have them twice.
        const gap = this.#gapAround(seq);
        const since = Math.max(gap.low, seq - JUMP_WINDOW.before);
        // If the gap is small enough, fetch all of it, so that the ranges join.
        const before = gap.hi - since <= MAX_PER_ANSWER ? gap.hi : seq + JUMP_WINDOW.after;
        await this.#fetch({ since, before, limit: MAX_PER_ANSWER });
        this.#addSpan({ low: since, hi: before });
      }
      this.#anchor = seq;
    });
  }

  /** Goes back to the newest range. */
  showLatest(): void {
    this.#anchor = null;
  }

  get #shownSpan(): Span | undefined {
    const anchor = this.#anchor;
    const anchorSpan = anchor === null ? undefined : this.#spans.find(({ low, hi }) => low <= anchor && anchor < hi);
    return anchorSpan ?? this.#spans.at(-1);
  }

  /** The range of missing numbers around one. */
  #gapAround(seq: number): Span {
    return {
      low: Math.max(1, ...this.#spans.filter(({ hi }) => hi <= seq).map(({ hi }) => hi)),
      hi: Math.min(...this.#spans.filter(({ low }) => low > seq).map(({ low }) => low)),
    };
  }

  /** The lowest of the `count` newest numbers below `before`; `floor` when the page was not full. */
  #lowest(before: number, count: number, floor: number): number {
    if (count < PAGE.chatHistory) return Math.min(floor, before);
    const below = [...this.#receivedSeqs].filter((seq) => seq < before).sort((a, b) => b - a);
    return Math.max(floor, below[count - 1] ?? floor);
  }

  /** First number of the newest range. */
  get #newestStart(): number {
    return this.#spans.at(-1)?.low ?? 1;
  }

  /** Extends the newest range with adjacent messages. */
  #extendNewest(): void {
    const newest = this.#spans.at(-1);
    if (newest) while (this.#receivedSeqs.has(newest.hi)) newest.hi += 1;
  }

  #addSpan({ low, hi }: Span): void {
    const separateSpans = this.#spans.filter((span) => span.hi < low || span.low > hi);
    const overlappingSpans = this.#spans.filter((span) => span.hi >= low && span.low <= hi);
    const union = {
      low: Math.min(low, ...overlappingSpans.map((span) => span.low)),
      hi: Math.max(hi, ...overlappingSpans.map((span) => span.hi)),
    };
    this.#spans = [...separateSpans, union].sort((a, b) => a.low - b.low);
  }

  /** @returns the number of messages received */
  async #fetch({
    since,
    before,
    limit = PAGE.chatHistory,
  }: {
    since?: number;
    before?: number;
    limit?: number;
  }): Promise<number> {
    const topic = this.#topic();
    const query = topic.startMetaQuery().withData(since, before, limit).build();
    const { code, params } = (await topic.getMeta(query)) as ServerCtrl;
    // The SDK delivers messages in a later tick than the answer.
    await new Promise((resolve) => setTimeout(resolve, 0));
    return code === 204 ? 0 : Number(params?.count ?? 0);
  }

  #enqueue(work: () => Promise<void>): Promise<void> {
    const turn = this.#queue.then(work);
    this.#queue = turn.catch(() => undefined);
    return turn;
  }
}
