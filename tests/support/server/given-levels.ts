import type { Level } from '#resources/language/access.ts';

/** Levels that somebody with this one may give and take, written down once more by hand (PERM-23). */
const GIVEN_BY: Readonly<Record<string, Partial<Record<Level, readonly Level[]>>>> = {
  news: { denied: ['denied', 'read'], read: ['denied', 'read'], write: ['denied', 'read', 'write'] },
  tasks: {
    denied: ['denied'],
    read: ['denied', 'read'],
    write: ['denied', 'read', 'write', 'performer'],
    performer: ['denied', 'performer'],
  },
  other: { denied: ['denied'], read: ['denied', 'read'], write: ['denied', 'read', 'write'] },
};

/** How a level acts: who leads is more than a performer, chats know no writing, and only requests have performers. */
export function acts(role: string, section: string, level: Level = 'denied'): Level {
  if (section === 'chats') return level === 'denied' ? level : 'read';
  if (level !== 'performer') return level;
  return section === 'tasks' && role === 'employee' ? level : 'write';
}

/** Somebody's role and level of a section. */
export type Held = readonly [role: string, level: Level | undefined];

/** Whether who holds the one may give the other, and take it. */
export function mayGive(section: string, [role, own]: Held, [whose, level]: Held): boolean {
  const given = (GIVEN_BY[section] ?? GIVEN_BY.other)?.[acts(role, section, own)] ?? [];
  return given.includes(acts(whose, section, level));
}

/** The same numbers at every run, evenly spread. */
export function seeded(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return Math.floor((state / 4_294_967_296) * below);
  };
}

/** Ids that were added and removed between two lists. */
export const moved = (was: readonly number[], is: readonly number[]) => ({
  came: is.filter((id) => !was.includes(id)),
  went: was.filter((id) => !is.includes(id)),
});

/** Counts what happened, by a word for it. */
export function tally(): { count(word: string, times?: number): void; words(): string[] } {
  const counts = new Map<string, number>();
  return {
    count: (word, times = 1) => {
      if (times) counts.set(word, (counts.get(word) ?? 0) + times);
    },
    words: () => [...counts.keys()].sort(),
  };
}
