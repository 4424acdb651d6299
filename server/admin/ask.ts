import { createInterface } from 'node:readline/promises';

/**
 * Asks a question at the terminal.
 * @returns the answer as typed
 */
export async function promptLine(question: string): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return await lines.question(`${question} `);
  } finally {
    lines.close();
  }
}
