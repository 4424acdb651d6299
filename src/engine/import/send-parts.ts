/** Items in parts of so many each, one after another. */
export function cutIntoParts<Item>(items: readonly Item[], size: number): Item[][] {
  const count = Math.ceil(items.length / size);
  return Array.from({ length: count }, (_, at) => items.slice(at * size, (at + 1) * size));
}

/** How parts are sent. */
interface PartSending<Part, Answer> {
  send: (part: Part) => Promise<Answer>;
  /** Called after each answer, before a further part is sent in its place. */
  onAnswer: (answer: Answer, part: Part) => void;
  /** Parts on their way at once; one when left out. */
  atOnce?: number;
  /** Whether a call that failed so is made once more; none is when left out. */
  isPassing?: (error: unknown) => boolean;
}

/**
 * Sends a list part by part. Parts may be made while others are on their way. After a failure the running calls are waited for
 * and no new ones are started.
 * @throws what the first failed call has thrown
 */
export async function sendInParts<Part, Answer>(
  parts: Iterable<Part>,
  { send, onAnswer, atOnce = 1, isPassing = () => false }: PartSending<Part, Answer>,
): Promise<void> {
  const waiting = parts[Symbol.iterator]();
  let isBroken = false;
  const sendOnceMore = (part: Part) => (error: unknown) => {
    // The parts before it are through already: a moment without a connection must not cost them.
    if (isPassing(error)) return send(part);
    throw error;
  };
  const runLane = async (): Promise<void> => {
    for (let next = waiting.next(); !next.done && !isBroken; next = waiting.next()) {
      const part = next.value;
      onAnswer(await send(part).catch(sendOnceMore(part)), part);
    }
  };
  const lanes = await Promise.allSettled(
    Array.from({ length: atOnce }, () =>
      runLane().catch((error: unknown) => {
        isBroken = true;
        throw error;
      }),
    ),
  );
  const broken = lanes.find((lane) => lane.status === 'rejected');
  if (broken) throw broken.reason;
}
