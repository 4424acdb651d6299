import type { FastifyRequest } from 'fastify';
import { isLocal } from '#server/access/guard.ts';
import { Allowance, type RateLimit } from '#server/live/rate-limit.ts';
import { ApiError } from './errors.ts';

/** Limits of one person's uploads in this process. */
export interface UploadLimitOptions {
  /** Maximum of concurrent uploads, and of their total bytes; a single upload may be larger. */
  running: number;
  bytes: number;
  /** Maximum of uploads waiting for these limits, not yet read. */
  waiting: number;
  /** Rate of uploads, and of their bytes. */
  uploads: RateLimit;
  sent: RateLimit;
}

/** The longest body is a list of residents, followed by ten attachments at once. */
const DEFAULT_LIMITS: UploadLimitOptions = {
  running: 6,
  bytes: 128 * 1_048_576,
  waiting: 60,
  uploads: { burst: 300, second: 5 },
  sent: { burst: 600 * 1_048_576, second: 10 * 1_048_576 },
};

/** How long counters are kept after a person's last upload, ms; by then they have recovered. */
const STATE_TTL_MS = 60_000;

/** Upload state of one person. */
interface SenderState {
  running: number;
  bytes: number;
  /** Queue of waiting uploads. */
  waiting: { bytes: number; begin: () => void }[];
  uploads: Allowance;
  sent: Allowance;
  expiryTimer: NodeJS.Timeout | undefined;
}

/** Limits concurrent uploads and upload rates per person, because a body is held in memory until it is stored. */
export class UploadLimits {
  readonly #demo: boolean;
  readonly #bounds: UploadLimitOptions;
  readonly #senders = new Map<number, SenderState>();

  /** @param demo a demo installation does not rate-limit uploads from its own machine */
  constructor(demo: boolean, bounds: UploadLimitOptions = DEFAULT_LIMITS) {
    this.#demo = demo;
    this.#bounds = bounds;
  }

  /**
   * Runs an upload, including the reading of its body, once the limits allow it.
   * @throws ApiError too_many_uploads with the seconds to wait
   */
  async runUpload<Result>(user: number, request: FastifyRequest, work: () => Promise<Result>): Promise<Result> {
    // Without a declared length, count the maximum of the route.
    const bytes = Number(request.headers['content-length'] ?? request.routeOptions.bodyLimit);
    const sender = this.#getSender(user);
    if (!(this.#demo && isLocal(request))) this.#countUpload(sender, bytes);
    await this.#waitForRoom(sender, bytes);
    try {
      return await work();
    } finally {
      this.#release(user, sender, bytes);
    }
  }

  #getSender(user: number): SenderState {
    const { uploads, sent: sentBound } = this.#bounds;
    const sender: SenderState = this.#senders.get(user) ?? {
      running: 0,
      bytes: 0,
      waiting: [],
      uploads: new Allowance(uploads),
      sent: new Allowance(sentBound),
      expiryTimer: undefined,
    };
    this.#senders.set(user, sender);
    this.#forgetLater(user, sender);
    return sender;
  }

  #countUpload(sender: SenderState, bytes: number): void {
    const { uploads, sent: sentBound } = this.#bounds;
    if (!sender.uploads.take(1)) throw new ApiError('too_many_uploads', { after: Math.ceil(1 / uploads.second) });
    const countedBytes = Math.min(bytes, sentBound.burst);
    if (!sender.sent.take(countedBytes))
      throw new ApiError('too_many_uploads', { after: Math.ceil(countedBytes / sentBound.second) });
  }

  #fits({ running, bytes }: SenderState, more: number): boolean {
    return running < this.#bounds.running && (running === 0 || bytes + more <= this.#bounds.bytes);
  }

  async #waitForRoom(sender: SenderState, bytes: number): Promise<void> {
    if (sender.waiting.length >= this.#bounds.waiting) throw new ApiError('too_many_uploads', { after: 1 });
    if (sender.waiting.length || !this.#fits(sender, bytes)) {
      return new Promise((begin) => void sender.waiting.push({ bytes, begin }));
    }
    sender.running += 1;
    sender.bytes += bytes;
  }

  #release(user: number, sender: SenderState, bytes: number): void {
    sender.running -= 1;
    sender.bytes -= bytes;
    for (let next = sender.waiting[0]; next && this.#fits(sender, next.bytes); next = sender.waiting[0]) {
      sender.waiting.shift();
      sender.running += 1;
      sender.bytes += next.bytes;
      next.begin();
    }
    this.#forgetLater(user, sender);
  }

  #forgetLater(user: number, sender: SenderState): void {
    clearTimeout(sender.expiryTimer);
    if (sender.running > 0) return;
    sender.expiryTimer = setTimeout(() => this.#senders.delete(user), STATE_TTL_MS).unref();
  }
}
