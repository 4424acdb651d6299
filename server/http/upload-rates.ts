import type { FastifyRequest } from 'fastify';
import { isLocal } from '#server/access/guard.ts';
import { Allowance, type Rate } from '#server/live/allowance.ts';
import { ApiError } from './errors.ts';

/** The bounds of one person's uploads in this process. */
export interface UploadBounds {
  /** Uploads that are read at a time, and bytes of all of them; one alone may be longer. */
  running: number;
  bytes: number;
  /** Uploads that wait for these, unread. */
  waiting: number;
  /** Uploads over time, and their bytes. */
  uploads: Rate;
  sent: Rate;
}

/** A list of residents is the longest body, and ten attachments at once the next. */
const UPLOADS: UploadBounds = {
  running: 6,
  bytes: 128 * 1_048_576,
  waiting: 60,
  uploads: { burst: 300, second: 5 },
  sent: { burst: 600 * 1_048_576, second: 10 * 1_048_576 },
};

/** How long what a person sent is remembered after the last upload, ms: by then all is allowed again. */
const REMEMBERED_MS = 60_000;

/** Uploads of one person. */
interface Sender {
  running: number;
  bytes: number;
  /** Waiting uploads, in order. */
  waiting: { bytes: number; begin: () => void }[];
  uploads: Allowance;
  sent: Allowance;
  forgetting: NodeJS.Timeout | undefined;
}

/** Bounds what a person uploads at a time and in a minute: a body is held in memory until it is kept. */
export class UploadLimits {
  readonly #demo: boolean;
  readonly #bounds: UploadBounds;
  readonly #senders = new Map<number, Sender>();

  /** @param demo a demo installation does not count over time what the machine it runs on sends, nor its calls */
  constructor(demo: boolean, bounds: UploadBounds = UPLOADS) {
    this.#demo = demo;
    this.#bounds = bounds;
  }

  /**
   * Does the work of an upload, the reading of its body included, once there is room for it.
   * @throws ApiError too_many_uploads with the seconds to wait
   */
  async during<Result>(user: number, request: FastifyRequest, work: () => Promise<Result>): Promise<Result> {
    // A body that does not say how long it is counts as the longest that its route takes.
    const bytes = Number(request.headers['content-length'] ?? request.routeOptions.bodyLimit);
    const sender = this.#senderOf(user);
    if (!(this.#demo && isLocal(request))) this.#count(sender, bytes);
    await this.#turn(sender, bytes);
    try {
      return await work();
    } finally {
      this.#leave(user, sender, bytes);
    }
  }

  #senderOf(user: number): Sender {
    const { uploads, sent: sentBound } = this.#bounds;
    const sender: Sender = this.#senders.get(user) ?? {
      running: 0,
      bytes: 0,
      waiting: [],
      uploads: new Allowance(uploads),
      sent: new Allowance(sentBound),
      forgetting: undefined,
    };
    this.#senders.set(user, sender);
    this.#forgetLater(user, sender);
    return sender;
  }

  #count(sender: Sender, bytes: number): void {
    const { uploads, sent: sentBound } = this.#bounds;
    if (!sender.uploads.take(1)) throw new ApiError('too_many_uploads', { after: Math.ceil(1 / uploads.second) });
    const counted = Math.min(bytes, sentBound.burst);
    if (!sender.sent.take(counted))
      throw new ApiError('too_many_uploads', { after: Math.ceil(counted / sentBound.second) });
  }

  #fits({ running, bytes }: Sender, more: number): boolean {
    return running < this.#bounds.running && (running === 0 || bytes + more <= this.#bounds.bytes);
  }

  async #turn(sender: Sender, bytes: number): Promise<void> {
    if (sender.waiting.length >= this.#bounds.waiting) throw new ApiError('too_many_uploads', { after: 1 });
    if (sender.waiting.length || !this.#fits(sender, bytes)) {
      return new Promise((begin) => void sender.waiting.push({ bytes, begin }));
    }
    sender.running += 1;
    sender.bytes += bytes;
  }

  #leave(user: number, sender: Sender, bytes: number): void {
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

  #forgetLater(user: number, sender: Sender): void {
    clearTimeout(sender.forgetting);
    if (sender.running > 0) return;
    sender.forgetting = setTimeout(() => this.#senders.delete(user), REMEMBERED_MS).unref();
  }
}
