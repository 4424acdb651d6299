import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { keysDefinition } from '#tests/support/definitions.ts';
import { demoPerson, type Person } from './people.ts';
import { openTestApp, type TestApp } from './test-app.ts';

/** Addresses of the made-up section and of what administrators see of definitions. */
export const KEYS = '/api/records/keys';
export const DEFINITIONS = '/resources/definitions/';

/** A definition that a test changes. */
export type Draft = ReturnType<typeof keysDefinition>;

/** Definitions as administrators see them. */
export interface Seen {
  definitions: { name: string; fields: Record<string, unknown> }[];
  pending: {
    name: string;
    version: string;
    misfits: { field: string; message: string; count: number; ids: number[] }[];
  }[];
}

/** An app with the made-up section alone, whose file a test changes. */
export interface ChangingSection {
  app: TestApp;
  admin: Person;
  /** Path of its file. */
  file: string;
  seen(by?: Person): Promise<Seen>;
  /** Puts a changed file in place. @returns what the server says once it has read it */
  changed(change: (draft: Draft) => void, taken: (answer: Seen) => boolean): Promise<Seen>;
  /** Makes a record. @returns its id */
  add(label: string): Promise<number>;
}

/** Names of the fields that the section has now. */
export const fieldsOf = ({ definitions }: Seen) =>
  Object.keys(definitions.find(({ name }) => name === 'keys')?.fields ?? {});

/** Opens one. */
export async function openChangingSection(): Promise<ChangingSection> {
  const app = await openTestApp({ definitions: { 'keys.json': keysDefinition() } });
  const admin = await demoPerson(app, 1);
  const file = join(app.dataDir, 'resources', 'keys.json');
  const seen: ChangingSection['seen'] = async (by = admin) => (await by.get(DEFINITIONS)).body as unknown as Seen;
  return {
    app,
    admin,
    file,
    seen,
    changed: async (change, taken) => {
      const draft = keysDefinition();
      change(draft);
      await writeFile(file, JSON.stringify(draft));
      for (;;) {
        const answer = await seen();
        if (taken(answer)) return answer;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    },
    add: async (label) => Number((await admin.post(KEYS, { label, place: 'safe' })).body.id),
  };
}
