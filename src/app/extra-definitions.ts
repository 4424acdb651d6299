import { reportFailure } from '#console/data/failures.ts';
import { request, unwrap } from '#console/data/http.ts';
import { RequestError } from '#console/data/request-error.ts';
import { session } from '#console/data/session.ts';
import { BUILT_IN } from '#resources/built-in.ts';
import type { Resource } from '#resources/language/define-resource.ts';
import type { DefinitionsAnswer } from '#resources/protocol/definitions.ts';

const PATH = '/resources/definitions/';
/** An address of no built-in section does not wait longer to learn whether an added one has it, ms. */
const PATIENCE = 4000;
const NONE: readonly Resource[] = [];

/** The sections an installation added: none until the server has told of them. */
export interface ExtraDefinitions {
  /** Those that are known now. */
  known(): readonly Resource[];
  /** Calls once they are known; returns how to stop. */
  follow(listener: () => void): () => void;
  /** All of them; never rejects. */
  all: Promise<readonly Resource[]>;
}

/** Begins to ask for the added sections. The console is drawn meanwhile: they come as an addition. */
export function extraDefinitions(): ExtraDefinitions {
  const listeners = new Set<() => void>();
  let known = NONE;
  const all = loadExtraDefinitions().then((found) => {
    known = found.length ? found : NONE;
    for (const listener of listeners) listener();
    return known;
  });
  return {
    known: () => known,
    follow: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    all,
  };
}

/**
 * The added sections, as the server has read and checked them. None for who is signed out and with a server that
 * does not know the call; any other failure is reported, and there are none then either.
 */
async function loadExtraDefinitions(): Promise<readonly Resource[]> {
  if (!session.token.get()) return NONE;
  try {
    const signal = AbortSignal.timeout(PATIENCE);
    const answer = unwrap(await request(PATH, { signal, report: false })) as Partial<DefinitionsAnswer> | null;
    const taken = new Set(BUILT_IN.map(({ name }) => name));
    return (answer?.definitions ?? []).filter(({ name }) => !taken.has(name));
  } catch (error) {
    if (!(error instanceof RequestError) || (error.status !== 404 && error.status !== 401)) reportFailure(error);
    return NONE;
  }
}
