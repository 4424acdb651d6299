import { format } from 'node:util';
import '@testing-library/jest-dom';
import { cleanup, configure, getConfig } from '@testing-library/react';
import * as React from 'react';
import { session } from '#console/data/session/session.ts';
import { clearUndoOffers } from '#console/data/undo.ts';
import { unset } from '#i18n/typeset.ts';
import '#i18n/audience-choice-texts.ts';
import '#i18n/cameras-texts.ts';
import '#i18n/chats-texts.ts';
import '#i18n/complaints-texts.ts';
import '#i18n/conflict-dialog-texts.ts';
import '#i18n/employee-card-texts.ts';
import '#i18n/form-pages-texts.ts';
import '#i18n/import-texts.ts';
import '#i18n/news-later-texts.ts';
import '#i18n/place-choice-texts.ts';
import '#i18n/readings-page-texts.ts';
import '#i18n/readings-round-texts.ts';
import '#i18n/resident-search-texts.ts';
import '#i18n/shell-dialogs-texts.ts';
import '#i18n/story-viewer-texts.ts';
import '#i18n/tasks-texts.ts';
import { EVERY_ADDITION } from '#resources/language/features.ts';

// React captures a stack for each of the first 10,000 elements a second, a tenth of the time of all tests; only its warnings show them.
Object.defineProperty(
  (React as unknown as Record<string, object>).__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE,
  'recentlyCreatedOwnerStacks',
  { get: () => Number.POSITIVE_INFINITY, set: () => undefined },
);
Error.stackTraceLimit = 10;

// Awaited changes come at once, but not on a machine that has other things to do.
// A text that a toast shows stands a second time in the region of screen readers, which `heard` looks into.
configure({ asyncUtilTimeout: 30_000, defaultIgnore: 'script, style, body > .sr-only[role=status]' });

const { getElementError } = getConfig();
configure({
  getElementError: (message, container) => {
    // `waitFor` shows only the error of its last look; printing the page at each look took a twentieth of the time of all tests.
    const { _disableExpensiveErrorDiagnostics: isWaiting } = getConfig() as {
      _disableExpensiveErrorDiagnostics?: boolean;
    };
    if (!isWaiting) return getElementError(message, container);
    const error = Object.assign(new Error(), { name: 'TestingLibraryElementError' });
    const get = () => getElementError(message, container).message;
    return Object.defineProperty(error, 'message', { get, configurable: true });
  },
});

/** Complaints of the running test; any left at its end fails it. */
const complaints: string[] = [];

/** Takes the complaints a test provokes on purpose, so that they do not fail it. */
export function takeComplaints(): string[] {
  return complaints.splice(0);
}

/** React's message about an element that browsers know and jsdom does not. */
const UNKNOWN_TO_JSDOM = 'The tag <search> is unrecognized in this browser';
/** Its message about a test whose last look came before a change: which comes first is a matter of luck, and no fault of the page. */
const BEHIND_THE_TEST = /^An update to .+ inside a test was not wrapped in act/;

for (const method of ['error', 'warn'] as const) {
  console[method] = (...args: unknown[]) => {
    const said = format(...args);
    if (!said.startsWith(UNKNOWN_TO_JSDOM) && !BEHIND_THE_TEST.test(said))
      complaints.push(`console.${method}: ${said}`);
  };
}

/** An observer that never sees anything: jsdom lays nothing out. */
class NoObserver {
  readonly observe = (): void => undefined;
  readonly unobserve = (): void => undefined;
  readonly disconnect = (): void => undefined;
}

/** A window 1440 px wide that knows width queries and nothing else. */
function matchMedia(query: string): MediaQueryList {
  const width = window.innerWidth;
  const max = /max-width:\s*([\d.]+)px/.exec(query)?.[1];
  const min = /min-width:\s*([\d.]+)px/.exec(query)?.[1];
  const matches = Boolean(max ?? min) && (!max || width <= Number(max)) && (!min || width >= Number(min));
  const target = new EventTarget();
  return Object.assign(target, {
    matches,
    media: query,
    onchange: null,
    addListener: () => undefined,
    removeListener: () => undefined,
  }) as unknown as MediaQueryList;
}

Object.assign(globalThis, {
  ResizeObserver: NoObserver,
  IntersectionObserver: NoObserver,
  matchMedia,
  scrollTo: () => undefined,
});
Object.assign(window, { innerWidth: 1440, innerHeight: 900 });

/** jsdom's listeners know the signals of jsdom alone, and the console's are Node's (environment.cjs). */
const listen = EventTarget.prototype.addEventListener;
EventTarget.prototype.addEventListener = function addEventListener(type, listener, options) {
  const { signal, ...others } = typeof options === 'object' ? options : { capture: options ?? false };
  if (signal?.aborted) return;
  listen.call(this, type, listener, others);
  signal?.addEventListener('abort', () => this.removeEventListener(type, listener, others), { once: true });
};

/** Texts with plain spaces, as names of elements are compared: where a line may break is a matter of looks. */
const { get: readText, ...written } = Object.getOwnPropertyDescriptor(Node.prototype, 'textContent') ?? {};
Object.defineProperty(Node.prototype, 'textContent', {
  ...written,
  get(this: Node) {
    const text = readText?.call(this) as string | null;
    return text === null ? null : unset(text);
  },
});

Element.prototype.scrollIntoView = () => undefined;
Element.prototype.scrollTo = () => undefined;
// jsdom unpacks no pictures.
HTMLImageElement.prototype.decode = () => Promise.resolve();

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  // The server of the tests has these additions of ours unless a test says otherwise (G-69).
  const {
    exports: _files,
    sessions: _list,
    notices: _bell,
    byHand: _gateway,
    firstStepsLeft: _steps,
    ...additions
  } = EVERY_ADDITION;
  session.features.set(additions);
  document.body.innerHTML = '';
});

afterEach(() => {
  cleanup();
  clearUndoOffers();
  const left = takeComplaints();
  if (left.length) throw new Error(`The page complained:\n${left.join('\n')}`);
});
