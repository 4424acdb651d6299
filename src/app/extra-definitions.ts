import { reportFailure } from '#console/data/failures.ts';
import { request, unwrap } from '#console/data/http.ts';
import { RequestError } from '#console/data/request-error.ts';
import { session } from '#console/data/session.ts';
import { BUILT_IN } from '#resources/built-in.ts';
import type { Resource } from '#resources/language/define-resource.ts';
import type { DefinitionsAnswer } from '#resources/protocol/definitions.ts';

const PATH = '/resources/definitions/';
/** The console does not wait longer for its extra sections; without them it opens as it was built. */
const PATIENCE = 4000;

/**
 * The sections an installation added, as the server has read and checked them. None for who is signed out
 * and with a server that does not know the call; any other failure is reported, and there are none then either.
 */
export async function loadExtraDefinitions(): Promise<readonly Resource[]> {
  if (!session.token.get()) return [];
  try {
    const signal = AbortSignal.timeout(PATIENCE);
    const answer = unwrap(await request(PATH, { signal, report: false })) as Partial<DefinitionsAnswer> | null;
    const taken = new Set(BUILT_IN.map(({ name }) => name));
    return (answer?.definitions ?? []).filter(({ name }) => !taken.has(name));
  } catch (error) {
    if (!(error instanceof RequestError) || (error.status !== 404 && error.status !== 401)) reportFailure(error);
    return [];
  }
}
