/** Splits items into parts of at most `size`. */
export function cutIntoParts<Item>(items: readonly Item[], size: number): Item[][] {
  const count = Math.ceil(items.length / size);
  return Array.from({ length: count }, (_, at) => items.slice(at * size, (at + 1) * size));
}

interface PartSending<Part, Answer> {
  send: (part: Part) => Promise<Answer>;
  /** Called after each response, before the same lane sends its next part. */
  onAnswer: (answer: Answer, part: Part) => void;
  /** Number of concurrent calls; one by default. */
  atOnce?: number;
  /** Whether a failed call is retried once; by default never. */
  isTransient?: (error: unknown) => boolean;
}

/**
 * Sends a list part by part; the iterable may create parts while others are being sent. After a failure no new calls are started,
 * and the running ones are awaited.
 * @throws the error of one failed call, of the first lane that failed
 */
export async function sendInParts<Part, Answer>(
  parts: Iterable<Part>,
  { send, onAnswer, atOnce = 1, isTransient = () => false }: PartSending<Part, Answer>,
): Promise<void> {
  const remainingParts = parts[Symbol.iterator]();
  let hasFailed = false;
  const retryIfTransient = (part: Part) => (error: unknown) => {
    // Parts before this one are already stored, so a short loss of connection should not abort the rest.
    if (isTransient(error)) return send(part);
    throw error;
  };
  const runLane = async (): Promise<void> => {
    for (let next = remainingParts.next(); !next.done && !hasFailed; next = remainingParts.next()) {
      const part = next.value;
      onAnswer(await send(part).catch(retryIfTransient(part)), part);
    }
  };
  const lanes = await Promise.allSettled(
    Array.from({ length: atOnce }, () =>
      runLane().catch((error: unknown) => {
        hasFailed = true;
        throw error;
      }),
    ),
  );
  const failedLane = lanes.find((lane) => lane.status === 'rejected');
  if (failedLane) throw failedLane.reason;
}
