import { resolve } from 'node:path';
import * as z from 'zod';
import { text } from '#i18n/text.ts';
import type { Settings } from '#server/config.ts';
import type { Database } from '#server/db/connect.ts';
import { openStore } from '#server/files/open-store.ts';
import { createPublisher } from '#server/live/bus.ts';
import type { Topics } from '#server/live/topics.ts';
import { sendLocalRequest } from '#server/local-requests.ts';
import { StartError } from '#server/start-error.ts';

/** A command with its arguments; `answer` if it asked a question before. */
const commandShape = z.object({
  command: z.string().max(40),
  words: z.array(z.string().max(4_000)).max(20),
  answer: z.string().max(200).optional(),
});
const replyShape = z.union([z.object({ said: z.string() }), z.object({ question: z.string() })]);

/** Thrown when a command asks a question; it is run again with the answer, so it must ask before it changes anything. */
class QuestionAsked extends Error {}

/**
 * Handler of `npm run admin` in a process that holds the embedded database.
 * @param settings with the actual port of the server
 */
export const adminRequests = (database: Database, settings: Settings, now: () => Date) => ({
  admin: async (body: unknown): Promise<object> => {
    const { command, words, answer } = commandShape.parse(body);
    const { COMMANDS } = await import('./commands.ts');
    const run = Object.hasOwn(COMMANDS, command) ? COMMANDS[command] : undefined;
    if (!run) throw new StartError(text('admin.noCommand', { name: command }));
    const ask = async (question: string) => {
      if (answer === undefined) throw new QuestionAsked(question);
      return answer;
    };
    try {
      const publisher = createPublisher<Topics>(database);
      const deps = { db: database.kysely, publisher, files: openStore(settings), settings, now, ask };
      return { said: await run(deps, words) };
    } catch (error) {
      if (error instanceof QuestionAsked) return { question: error.message };
      throw error;
    }
  },
});

/**
 * Commands whose second argument is a file; made absolute, since the process that writes it may have another working directory.
 */
const FILE_COMMANDS: ReadonlySet<string> = new Set(['export-person']);

/**
 * Runs a command in the process that holds a data folder, passing its questions on.
 * @returns the text to print; null if no process listens there
 * @throws StartError with the reason if it refuses
 */
export async function runRemotely(
  dataDir: string,
  command: string,
  typedWords: readonly string[],
  ask: (question: string) => Promise<string>,
): Promise<string | null> {
  const words = typedWords.map((word, at) => (at === 1 && FILE_COMMANDS.has(command) ? resolve(word) : word));
  let answer: string | undefined;
  for (;;) {
    const body = { command, words, ...(answer === undefined ? {} : { answer }) };
    const reply = await sendLocalRequest(dataDir, 'admin', body, 'admin.stopped');
    if (reply === null) return null;
    const result = replyShape.parse(reply);
    if ('said' in result) return result.said;
    answer = await ask(result.question);
  }
}
