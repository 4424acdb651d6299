import type { ServerCtrl, Topic } from 'tinode-sdk';
import { PAGE } from '#resources/limits.ts';

/** Numbers `[low, hi)` of which everything is here that was not deleted. */
interface Span {
  low: number;
  hi: number;
}

/** Messages around one that is far away: those before it, and those after it, where its edits are. */
const AROUND = { before: 12, after: 36 } as const;
/** Most messages of one answer (A9). */
const MOST = 100;
/** After a break so many pages are fetched to close the gap; a longer one stays until one scrolls to it. */
const PAGES = 10;

/**
 * Which parts of a chat's history are here (A9). One of them is shown: the newest, or the one around a message that was jumped
 * to, which grows at both ends until it meets the next.
 */
export class History {
  readonly #topic: () => Topic;
  /** In order, apart from each other. */
  #spans: Span[] = [];
  /** Numbers that came, edits too. */
  readonly #came = new Set<number>();
  /** A number in the part that is shown; null: the newest part. */
  #anchor: number | null = null;
  /** The page that comes with an attachment: from which number on, its numbers, and the highest that there was then. */
  #from: number | undefined;
  #page: number[] = [];
  #last = 0;
  #paging = false;
  #paged: () => void = () => undefined;
  /** Until a gap is closed, over another break too, what was shown stays: from this number on. */
  #kept: number | null = null;
  #turn: Promise<unknown> = Promise.resolve();

  constructor(topic: () => Topic) {
    this.#topic = topic;
  }

  /** Nothing older is left in the part that is shown. */
  get atStart(): boolean {
    const shown = this.#shown;
    return shown !== undefined && shown.low <= 1;
  }

  /** The newest part is shown. */
  get atEnd(): boolean {
    return this.#shown === this.#spans.at(-1);
  }

  /** Whether a number belongs to the part that is shown. */
  shows(seq: number): boolean {
    const span = this.#shown;
    if (!span) return true;
    // A new message may come before the one with the number below it.
    if (span === this.#spans.at(-1)) return seq >= Math.min(span.low, this.#kept ?? span.low);
    return seq >= span.low && seq < span.hi;
  }

  /** A message came, asked for or by itself. */
  came(seq: number): void {
    this.#came.add(seq);
    // An answer to an older question may still come.
    if (this.#paging && seq >= (this.#from ?? 1)) this.#page.push(seq);
    this.#grow();
  }

  /** The first number that is not here; undefined before the first attachment. */
  get since(): number | undefined {
    return this.#spans.at(-1)?.hi;
  }

  /**
   * The chat is attached: what comes now is the page that was asked for with that, the newest messages.
   * @param from the number from which on it was asked for
   * @returns resolves once all of it has come, or will not
   */
  paging(from: number | undefined): Promise<void> {
    this.#from = from;
    this.#page = [];
    this.#last = 0;
    this.#paging = true;
    return new Promise((done) => {
      this.#paged = done;
    });
  }

  /** The highest number that there is, as an answer says. */
  told(last = 0): void {
    if (this.#paging) this.#last = Math.max(this.#last, last);
  }

  /**
   * All of the page is here; what comes from now on comes by itself. Only what the answer covers counts as here: the number of
   * one's own message may be known before that of another's below it has come, and a connection that breaks in between would lose
   * that one.
   */
  paged(): void {
    if (!this.#paging) return;
    const floor = this.#from ?? 1;
    const page = this.#page;
    this.#kept ??= this.#spans.at(-1)?.low ?? null;
    const top = Math.max(floor - 1, this.#last, ...page);
    this.#add({ low: page.length < PAGE.chatHistory ? floor : Math.min(...page), hi: top + 1 });
    this.#grow();
    this.lost();
  }

  /** The connection is gone: no more of the page will come. */
  lost(): void {
    this.#paging = false;
    this.#paged();
  }

  /** Closes the gap that a break left below the newest part. @throws when it does not come; then it is called again */
  closeGap(): Promise<void> {
    // One page after the other: a list that asks for what is above it meanwhile must not fetch the same page.
    return this.#queued(async () => {
      const kept = this.#kept;
      if (kept === null) return;
      for (let before = this.#newest; before > kept; before = this.#newest) {
        const { low: since } = this.#gap(before - 1);
        if (before - since >= PAGES * PAGE.chatHistory) break;
        const came = await this.#fetch({ since, before });
        this.#add({ low: this.#lowest(before, came, since), hi: before });
      }
      this.#kept = null;
    });
  }

  /** Fetches the page above what is shown (CHAT-13). @throws when it does not come */
  earlier(): Promise<void> {
    return this.#queued(async () => {
      const { low: before } = this.#shown ?? { low: 1 };
      if (before <= 1) return;
      const { low: since } = this.#gap(before - 1);
      const count = await this.#fetch({ ...(since > 1 ? { since } : {}), before });
      this.#add({ low: this.#lowest(before, count, since), hi: before });
    });
  }

  /** Fetches the page below what is shown, after a jump. @throws when it does not come */
  later(): Promise<void> {
    return this.#queued(async () => {
      const shown = this.#shown;
      if (!shown || this.atEnd) return;
      const { hi: since } = shown;
      const before = Math.min(since + PAGE.chatHistory, this.#gap(since).hi);
      await this.#fetch({ since, before });
      this.#add({ low: since, hi: before });
    });
  }

  /** Fetches what is around a message and shows that part. Waits for a page that is under way. @throws when it does not come */
  reach(seq: number): Promise<void> {
    return this.#queued(async () => {
      const here = this.#spans.some(({ low, hi }) => low <= seq && seq < hi);
      const newest = this.#spans.at(-1);
      if (!here && newest && seq < newest.low) {
        // Messages that are here already are not asked for again: the SDK could then have them twice.
        const gap = this.#gap(seq);
        const since = Math.max(gap.low, seq - AROUND.before);
        // Near enough to be joined to what comes after it at once.
        const before = gap.hi - since <= MOST ? gap.hi : seq + AROUND.after;
        await this.#fetch({ since, before, limit: MOST });
        this.#add({ low: since, hi: before });
      }
      this.#anchor = seq;
    });
  }

  /** Shows the newest part again. */
  latest(): void {
    this.#anchor = null;
  }

  get #shown(): Span | undefined {
    const anchor = this.#anchor;
    const around = anchor === null ? undefined : this.#spans.find(({ low, hi }) => low <= anchor && anchor < hi);
    return around ?? this.#spans.at(-1);
  }

  /** The numbers around one that are not here. */
  #gap(seq: number): Span {
    return {
      low: Math.max(1, ...this.#spans.filter(({ hi }) => hi <= seq).map(({ hi }) => hi)),
      hi: Math.min(...this.#spans.filter(({ low }) => low > seq).map(({ low }) => low)),
    };
  }

  /** The lowest number of the `count` newest ones below a number; `floor` where a page was not full. */
  #lowest(before: number, count: number, floor: number): number {
    if (count < PAGE.chatHistory) return Math.min(floor, before);
    const below = [...this.#came].filter((seq) => seq < before).sort((a, b) => b - a);
    return Math.max(floor, below[count - 1] ?? floor);
  }

  /** Where the newest part begins. */
  get #newest(): number {
    return this.#spans.at(-1)?.low ?? 1;
  }

  /** Messages adjacent to the newest part belong to it. */
  #grow(): void {
    const newest = this.#spans.at(-1);
    if (newest) while (this.#came.has(newest.hi)) newest.hi += 1;
  }

  #add({ low, hi }: Span): void {
    const apart = this.#spans.filter((span) => span.hi < low || span.low > hi);
    const joined = this.#spans.filter((span) => span.hi >= low && span.low <= hi);
    const union = {
      low: Math.min(low, ...joined.map((span) => span.low)),
      hi: Math.max(hi, ...joined.map((span) => span.hi)),
    };
    this.#spans = [...apart, union].sort((a, b) => a.low - b.low);
  }

  /** @returns how many messages came */
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
    // Messages are read in a later tick than the answer.
    await new Promise((resolve) => setTimeout(resolve, 0));
    return code === 204 ? 0 : Number(params?.count ?? 0);
  }

  #queued(work: () => Promise<void>): Promise<void> {
    const turn = this.#turn.then(work);
    this.#turn = turn.catch(() => undefined);
    return turn;
  }
}
