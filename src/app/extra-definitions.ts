import { definitionTrouble } from '#console/data/definition-trouble.ts';
import { reportFailure } from '#console/data/http/failures.ts';
import { request } from '#console/data/http/http.ts';
import { handleNoAnswer, onNetworkReturn } from '#console/data/http/online.ts';
import { RequestError } from '#console/data/http/request-error.ts';
import { createListeners } from '#console/data/listeners.ts';
import { onConnectionOpen, onFrame } from '#console/data/live/live-frames.ts';
import { currentLevels } from '#console/data/session/access.ts';
import { presentLevel } from '#console/data/session/field-rights.ts';
import { refreshPermissions } from '#console/data/session/permissions.ts';
import { onSessionChange, session } from '#console/data/session/session.ts';
import { BUILT_IN } from '#resources/built-in.ts';
import type { Resource } from '#resources/language/define-resource.ts';
import { hasFieldRights, type ReaderLevel } from '#resources/language/field-levels.ts';
import { decodeAddedSections } from '#resources/protocol/definitions/definition-answers.ts';
import type { DefinitionsAnswer } from '#resources/protocol/definitions/definitions.ts';
import { DEFINITIONS_PATH } from '#resources/protocol/paths/definitions.ts';

const NO_DEFINITIONS: readonly Resource[] = [];

/** Decoded answer: the sections, the invalid files, and the number of changes waiting for approval. */
interface DefinitionsReply {
  definitions: readonly Resource[];
  problems: DefinitionsAnswer['problems'];
  pending: number;
}
const EMPTY_REPLY: DefinitionsReply = { definitions: NO_DEFINITIONS, problems: [], pending: 0 };

/** The sections that this installation has added; none until the server has answered. */
export interface ExtraDefinitions {
  /** The sections of the latest answer. */
  current(): readonly Resource[];
  /** Whether the server has answered (`heard`), the first answer is pending (`asking`), or the first call failed (`unheard`). */
  loadState(): 'heard' | 'asking' | 'unheard';
  /** Subscribes to changes of the sections or of the loading state; returns the unsubscribe function. */
  subscribe(listener: () => void): () => void;
  /** Resolves with the sections after the first call; never rejects. */
  firstLoad: Promise<readonly Resource[]>;
}

/** Replaced by the real function with the first definition that restricts single fields; most installations have none. */
let getViewForLevel: (resource: Resource, heldLevel: ReaderLevel) => Resource = (resource) => resource;

/** Applies the current field rights to the definitions; returns the previous array when nothing has changed. */
function applyFieldRights(definitions: readonly Resource[], formerViews: readonly Resource[]): readonly Resource[] {
  const views = definitions.map((resource) => getViewForLevel(resource, presentLevel(resource.section)));
  const isSame = views.length === formerViews.length && views.every((view, at) => view === formerViews[at]);
  return isSame ? formerViews : views;
}

/** Fetches the levels again, since those of a new section are not known. The call reports its own failure. */
const refreshLevels = (): void => void refreshPermissions().catch(handleNoAnswer);

/**
 * Starts to load the added sections; the console renders meanwhile. Reloads them when the server reports a change, and whenever
 * the socket connects, since a change before that may have been missed.
 */
export function extraDefinitions(): ExtraDefinitions {
  const listeners = createListeners();
  let definitions = NO_DEFINITIONS;
  // The definitions with the field rights applied.
  let views = NO_DEFINITIONS;
  let lastRequestId = 0;
  let lastAppliedId = 0;
  let pendingRequests = 0;
  const publish = () => {
    views = applyFieldRights(definitions, views);
    listeners.notify();
  };
  onSessionChange(() => {
    if (applyFieldRights(definitions, views) !== views) publish();
  });
  async function load(): Promise<readonly Resource[]> {
    lastRequestId += 1;
    const requestId = lastRequestId;
    const isFirst = lastAppliedId === 0;
    pendingRequests += 1;
    if (isFirst) publish();
    const answer = await fetchExtraDefinitions();
    pendingRequests -= 1;
    // This call failed, or the answer to a later one has arrived: keep the current sections.
    if (answer === null || requestId < lastAppliedId) {
      if (isFirst) publish();
      return views;
    }
    lastAppliedId = requestId;
    definitionTrouble.set(answer.problems, answer.pending);
    if (!isFirst && JSON.stringify(answer.definitions) === JSON.stringify(definitions)) return views;
    // An unchanged definition keeps its object, so that its pages are not remounted and keep what was typed.
    const previousByJson = new Map(definitions.map((resource) => [JSON.stringify(resource), resource]));
    definitions = answer.definitions.map((resource) => previousByJson.get(JSON.stringify(resource)) ?? resource);
    publish();
    if (!isFirst && definitions.some(({ section }) => !Object.hasOwn(currentLevels(), section))) refreshLevels();
    return views;
  }
  onConnectionOpen(() => void load());
  onFrame('definitions-changed', () => void load());
  onNetworkReturn(() => lastAppliedId === 0 && void load());
  return {
    current: () => views,
    loadState: () => (lastAppliedId > 0 ? 'heard' : pendingRequests > 0 ? 'asking' : 'unheard'),
    subscribe: (listener) => {
      return listeners.subscribe(listener);
    },
    firstLoad: load(),
  };
}

/**
 * Fetches the added sections, which the server has validated; null after a failure, which is reported. None for a signed-out
 * person and with a server that does not support the call.
 */
async function fetchExtraDefinitions(): Promise<DefinitionsReply | null> {
  if (!session.token.get()) return EMPTY_REPLY;
  try {
    const answer = decodeAddedSections(await request(DEFINITIONS_PATH, { report: false }));
    const builtInNames = new Set(BUILT_IN.map(({ name }) => name));
    if (answer.definitions.some(hasFieldRights))
      getViewForLevel = (await import('#resources/language/field-rights.ts')).getViewForLevel;
    if (answer.definitions.some(({ was }) => was !== undefined))
      await (await import('#console/data/drafts/renamed-section.ts')).moveRenamedSections(answer.definitions);
    return {
      definitions: answer.definitions.filter(({ name }) => !builtInNames.has(name)),
      problems: answer.problems,
      pending: answer.pending,
    };
  } catch (error) {
    if (error instanceof RequestError && (error.status === 404 || error.status === 401)) return EMPTY_REPLY;
    handleNoAnswer();
    reportFailure(error);
    return null;
  }
}
