/** Maximum number of running camera frames, because each is an iframe with a video. */
const MAX_LIVE_FRAMES = 9;
/** Delay after the last scroll before frames are chosen again, ms, so that no stream starts while scrolling. */
const SCROLL_PAUSE_MS = 250;
/** Interval between two frames that start or stop, ms. */
const TURN_INTERVAL_MS = 60;

interface Frame {
  element: Element;
  isVisible: boolean;
  isLive: boolean;
  /** Number of the request by which the person started this frame; 0 if they did not. */
  requestTurn: number;
  setLive: (live: boolean) => void;
}

/** A frame considered for running. */
interface Candidate {
  requestTurn: number;
  /** Distance between the upper edges of frame and window, px. */
  distance: number;
}

/** Priority of frames: those started by the person, latest first, then those nearest to the top. */
function compareCandidates(a: Candidate, b: Candidate): number {
  return b.requestTurn - a.requestTurn || a.distance - b.distance;
}

const frames = new Map<Element, Frame>();
let observer: IntersectionObserver | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;
let turn = 0;

/** Frames due to start or stop. */
let dueFrames: Frame[] = [];
let nextTimer: ReturnType<typeof setTimeout> | undefined;

/** Starts or stops one frame at a time, because nine at once would block animations. */
function processNext(): void {
  clearTimeout(nextTimer);
  const frame = dueFrames.shift();
  if (!frame) return;
  frame.setLive(frame.isLive);
  nextTimer = setTimeout(processNext, TURN_INTERVAL_MS);
}

function chooseLiveFrames(first?: Frame): void {
  const candidates = [...frames.values()]
    .filter(({ isVisible }) => isVisible)
    .map((frame) => {
      const distance = Math.abs(frame.element.getBoundingClientRect().top);
      return { frame, requestTurn: frame.requestTurn, distance };
    })
    .sort(compareCandidates);
  const chosen = candidates.slice(0, MAX_LIVE_FRAMES).map(({ frame }) => frame);
  const starting = chosen.filter(({ isLive }) => !isLive);
  const stopping = [...frames.values()].filter((frame) => frame.isLive && !chosen.includes(frame));
  for (const frame of starting) frame.isLive = true;
  for (const frame of stopping) frame.isLive = false;
  dueFrames = [...new Set([...(first ? [first] : []), ...dueFrames, ...stopping, ...starting])];
  processNext();
}

function scheduleChoice(): void {
  clearTimeout(timer);
  clearTimeout(nextTimer);
  timer = setTimeout(chooseLiveFrames, SCROLL_PAUSE_MS);
}

function observe(element: Element): void {
  observer ??= new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        const frame = frames.get(target);
        if (frame) frame.isVisible = isIntersecting;
      }
      scheduleChoice();
    },
    { threshold: 0.4 },
  );
  observer.observe(element);
}

/**
 * Registers a frame for running; of the visible frames the few nearest to the top run.
 * @param setLive called when this frame must start or stop; it begins stopped
 * @returns `requestStart` gives this frame priority at once, `unregister` removes it
 */
export function registerFrame(
  element: Element,
  setLive: (live: boolean) => void,
): { requestStart: () => void; unregister: () => void } {
  if (frames.size === 0) document.addEventListener('scroll', scheduleChoice, { capture: true, passive: true });
  const frame: Frame = { element, isVisible: false, isLive: false, requestTurn: 0, setLive };
  frames.set(element, frame);
  observe(element);
  return {
    requestStart: () => {
      turn += 1;
      frame.requestTurn = turn;
      frame.isVisible = true;
      chooseLiveFrames(frame);
    },
    unregister: () => {
      frames.delete(element);
      dueFrames = dueFrames.filter((other) => other !== frame);
      observer?.unobserve(element);
      if (frames.size > 0) return;
      document.removeEventListener('scroll', scheduleChoice, { capture: true });
      clearTimeout(timer);
      clearTimeout(nextTimer);
    },
  };
}
