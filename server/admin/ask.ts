import { createInterface } from 'node:readline/promises';

/** Asks whoever sits at the terminal. @returns what they typed, as it is */
export async function ask(question: string): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return await lines.question(`${question} `);
  } finally {
    lines.close();
  }
}
