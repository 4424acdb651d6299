/** How many camera frames run at once; each is a page of its own with a video in it. */
const BUDGET = 9;
/** Pause after the last scroll before frames are chosen anew, ms: no stream starts in the middle of a scroll. */
const STILL = 250;
/** Milliseconds between two frames that begin or end. */
const APART = 60;

interface Frame {
  element: Element;
  seen: boolean;
  live: boolean;
  /** Turn in which the person asked for this very one; 0 if they did not. */
  asked: number;
  setLive: (live: boolean) => void;
}

/** A frame compared with the others to choose which ones run. */
interface Candidate {
  asked: number;
  /** Pixels between the upper edges of frame and window. */
  distance: number;
}

/** The order in which frames may run: those asked for, the latest first, then the nearest to the top. */
function before(a: Candidate, b: Candidate): number {
  return b.asked - a.asked || a.distance - b.distance;
}

const frames = new Map<Element, Frame>();
let observer: IntersectionObserver | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;
let turn = 0;

/** Frames due to begin or to end, one at a time. */
let dueFrames: Frame[] = [];
let next: ReturnType<typeof setTimeout> | undefined;

/** Nine pages that come or go in one moment would hold up whatever moves: each has a moment of its own. */
function turnOne(): void {
  clearTimeout(next);
  const frame = dueFrames.shift();
  if (!frame) return;
  frame.setLive(frame.live);
  next = setTimeout(turnOne, APART);
}

function choose(first?: Frame): void {
  const candidates = [...frames.values()]
    .filter(({ seen }) => seen)
    .map((frame) => {
      const distance = Math.abs(frame.element.getBoundingClientRect().top);
      return { frame, asked: frame.asked, distance };
    })
    .sort(before);
  const chosen = candidates.slice(0, BUDGET).map(({ frame }) => frame);
  const begin = chosen.filter(({ live }) => !live);
  const end = [...frames.values()].filter((frame) => frame.live && !chosen.includes(frame));
  for (const frame of begin) frame.live = true;
  for (const frame of end) frame.live = false;
  dueFrames = [...new Set([...(first ? [first] : []), ...dueFrames, ...end, ...begin])];
  turnOne();
}

function chooseSoon(): void {
  clearTimeout(timer);
  clearTimeout(next);
  timer = setTimeout(choose, STILL);
}

function observe(element: Element): void {
  observer ??= new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        const frame = frames.get(target);
        if (frame) frame.seen = isIntersecting;
      }
      chooseSoon();
    },
    { threshold: 0.4 },
  );
  observer.observe(element);
}

/**
 * Takes a frame into the choice of those that run: of the frames in sight the few nearest to the top.
 * @param setLive told whenever the choice about this frame changes; it begins as still
 * @returns `ask` puts this one first at once, `leave` takes it out
 */
export function joinFrames(element: Element, setLive: (live: boolean) => void): { ask: () => void; leave: () => void } {
  if (frames.size === 0) document.addEventListener('scroll', chooseSoon, { capture: true, passive: true });
  const frame: Frame = { element, seen: false, live: false, asked: 0, setLive };
  frames.set(element, frame);
  observe(element);
  return {
    ask: () => {
      turn += 1;
      frame.asked = turn;
      frame.seen = true;
      choose(frame);
    },
    leave: () => {
      frames.delete(element);
      dueFrames = dueFrames.filter((one) => one !== frame);
      observer?.unobserve(element);
      if (frames.size > 0) return;
      document.removeEventListener('scroll', chooseSoon, { capture: true });
      clearTimeout(timer);
      clearTimeout(next);
    },
  };
}
