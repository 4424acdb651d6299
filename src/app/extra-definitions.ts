import { definitionTrouble } from '#console/data/definition-trouble.ts';
import { reportFailure } from '#console/data/http/failures.ts';
import { request } from '#console/data/http/http.ts';
import { noAnswer, onNetwork } from '#console/data/http/online.ts';
import { RequestError } from '#console/data/http/request-error.ts';
import { createListeners } from '#console/data/listeners.ts';
import { onConnectionOpen, onFrame } from '#console/data/live/live-frames.ts';
import { levelsNow } from '#console/data/session/access.ts';
import { presentLevel } from '#console/data/session/field-rights.ts';
import { refreshPermissions } from '#console/data/session/permissions.ts';
import { onSessionChange, session } from '#console/data/session/session.ts';
import { BUILT_IN } from '#resources/built-in.ts';
import type { Resource } from '#resources/language/define-resource.ts';
import { type HeldLevel, hasFieldRights } from '#resources/language/field-levels.ts';
import { decodeAddedSections } from '#resources/protocol/definitions/definition-answers.ts';
import type { DefinitionsAnswer } from '#resources/protocol/definitions/definitions.ts';
import { DEFINITIONS_PATH } from '#resources/protocol/paths/definitions.ts';

const NONE: readonly Resource[] = [];

/** One answer: the sections, the wrong files, and how many changes wait for approval. */
interface DefinitionsReply {
  definitions: readonly Resource[];
  problems: DefinitionsAnswer['problems'];
  pending: number;
}
const NOTHING: DefinitionsReply = { definitions: NONE, problems: [], pending: 0 };

/** The sections an installation added: none until the server has told of them. */
export interface ExtraDefinitions {
  /** Those that are known now. */
  known(): readonly Resource[];
  /** Whether the server has told of them, is being asked for the first time, or could not be. */
  hearing(): 'heard' | 'asking' | 'unheard';
  /** Calls whenever they are others, or that changes; returns how to stop. */
  follow(listener: () => void): () => void;
  /** Those that the first answer told of; never rejects. */
  all: Promise<readonly Resource[]>;
}

/** Loaded with the first definition that has rights of single fields: most installations have none. */
let viewFor: (resource: Resource, held: HeldLevel) => Resource = (resource) => resource;

/** The definitions as the person sees them with the rights of now; the former list where it says the same. */
function asSeenNow(definitions: readonly Resource[], formerViews: readonly Resource[]): readonly Resource[] {
  const views = definitions.map((resource) => viewFor(resource, presentLevel(resource.section)));
  const isSame = views.length === formerViews.length && views.every((view, at) => view === formerViews[at]);
  return isSame ? formerViews : views;
}

/** Asks for the levels anew: those of a section that has just come are not known. A failed call has told of itself. */
const renewLevels = (): void => void refreshPermissions().catch(noAnswer);

/**
 * Begins to ask for the added sections. The console is drawn meanwhile: they come as an addition. Asked again when the
 * server says that they are others, and whenever the line to it comes to stand, since before that it may have gone unheard.
 */
export function extraDefinitions(): ExtraDefinitions {
  const listeners = createListeners();
  let definitions = NONE;
  // The same as the person sees them.
  let views = NONE;
  let lastQuestion = 0;
  let lastAnswered = 0;
  let openQuestions = 0;
  const tell = () => {
    views = asSeenNow(definitions, views);
    listeners.tell();
  };
  onSessionChange(() => {
    if (asSeenNow(definitions, views) !== views) tell();
  });
  async function ask(): Promise<readonly Resource[]> {
    lastQuestion += 1;
    const mine = lastQuestion;
    const first = lastAnswered === 0;
    openQuestions += 1;
    if (first) tell();
    const answer = await loadExtraDefinitions();
    openQuestions -= 1;
    // This question failed, or a later one has been answered: keep what is known.
    if (answer === null || mine < lastAnswered) {
      if (first) tell();
      return views;
    }
    lastAnswered = mine;
    definitionTrouble.set(answer.problems, answer.pending);
    if (!first && JSON.stringify(answer.definitions) === JSON.stringify(definitions)) return views;
    // One that says what it said keeps its pages, with all that is typed into them.
    const before = new Map(definitions.map((resource) => [JSON.stringify(resource), resource]));
    definitions = answer.definitions.map((resource) => before.get(JSON.stringify(resource)) ?? resource);
    tell();
    if (!first && definitions.some(({ section }) => !Object.hasOwn(levelsNow(), section))) renewLevels();
    return views;
  }
  onConnectionOpen(() => void ask());
  onFrame('definitions-changed', () => void ask());
  onNetwork(() => lastAnswered === 0 && void ask());
  return {
    known: () => views,
    hearing: () => (lastAnswered > 0 ? 'heard' : openQuestions > 0 ? 'asking' : 'unheard'),
    follow: (listener) => {
      return listeners.follow(listener);
    },
    all: ask(),
  };
}

/**
 * The added sections, as the server has read and checked them; null when it could not be learnt, which is reported. None
 * for a signed-out person and with a server that does not know the call.
 */
async function loadExtraDefinitions(): Promise<DefinitionsReply | null> {
  if (!session.token.get()) return NOTHING;
  try {
    const answer = decodeAddedSections(await request(DEFINITIONS_PATH, { report: false }));
    const builtInNames = new Set(BUILT_IN.map(({ name }) => name));
    if (answer.definitions.some(hasFieldRights))
      viewFor = (await import('#resources/language/field-rights.ts')).viewFor;
    if (answer.definitions.some(({ was }) => was !== undefined))
      await (await import('#console/data/drafts/renamed-section.ts')).moveRenamedSections(answer.definitions);
    return {
      definitions: answer.definitions.filter(({ name }) => !builtInNames.has(name)),
      problems: answer.problems,
      pending: answer.pending,
    };
  } catch (error) {
    if (error instanceof RequestError && (error.status === 404 || error.status === 401)) return NOTHING;
    noAnswer();
    reportFailure(error);
    return null;
  }
}
