import { resolve } from 'node:path';
import * as z from 'zod';
import { text } from '#i18n/text.ts';
import type { Settings } from '#server/config.ts';
import type { Database } from '#server/db/connect.ts';
import { openStore } from '#server/files/open-store.ts';
import { createPublisher } from '#server/live/bus.ts';
import type { Topics } from '#server/live/topics.ts';
import { askLocally } from '#server/local-requests.ts';
import { StartError } from '#server/start-error.ts';

/** A command with its words; `answer` to the question that it asked before. */
const commandShape = z.object({
  command: z.string().max(40),
  words: z.array(z.string().max(4_000)).max(20),
  answer: z.string().max(200).optional(),
});
const answered = z.union([z.object({ said: z.string() }), z.object({ question: z.string() })]);

/** A command asks something before it does anything. */
class Question extends Error {}

/** Answers `npm run admin` in a process that holds the embedded database. @param settings with the port that it listens at */
export const adminRequests = (database: Database, settings: Settings, now: () => Date) => ({
  admin: async (body: unknown): Promise<object> => {
    const { command, words, answer } = commandShape.parse(body);
    const { COMMANDS } = await import('./commands.ts');
    const run = Object.hasOwn(COMMANDS, command) ? COMMANDS[command] : undefined;
    if (!run) throw new StartError(text('admin.noCommand', { name: command }));
    const ask = async (question: string) => {
      if (answer === undefined) throw new Question(question);
      return answer;
    };
    try {
      const publisher = createPublisher<Topics>(database);
      const deps = { db: database.kysely, publisher, files: openStore(settings), settings, now, ask };
      return { said: await run(deps, words) };
    } catch (error) {
      if (error instanceof Question) return { question: error.message };
      throw error;
    }
  },
});

/** Commands whose second word is a file of this folder: the process that writes it may stand in another one. */
const WITH_FILE: ReadonlySet<string> = new Set(['export-person']);

/**
 * Has the process that holds a data folder carry a command out, and asks what it wants to know.
 * @returns what is printed; null when no process hears there
 * @throws StartError with what it refused it with
 */
export async function runThere(
  dataDir: string,
  command: string,
  typedWords: readonly string[],
  ask: (question: string) => Promise<string>,
): Promise<string | null> {
  const words = typedWords.map((word, at) => (at === 1 && WITH_FILE.has(command) ? resolve(word) : word));
  let answer: string | undefined;
  for (;;) {
    const body = { command, words, ...(answer === undefined ? {} : { answer }) };
    const reply = await askLocally(dataDir, 'admin', body, 'admin.stopped');
    if (reply === null) return null;
    const result = answered.parse(reply);
    if ('said' in result) return result.said;
    answer = await ask(result.question);
  }
}
