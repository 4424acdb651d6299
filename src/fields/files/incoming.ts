import { type RefObject, useEffect, useRef, useState } from 'react';

/** Whether what is dragged or pasted has files in it. */
const withFiles = (data: DataTransfer | null): data is DataTransfer => data?.types?.includes('Files') ?? false;

/** Whether the person is typing where a paste belongs to the text. */
function typing(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA)$/.test(target.tagName));
}

type Place = RefObject<HTMLElement | null>;

/** Places of the open form that take files, in the order they appeared. */
const places: Place[] = [];

/** The one place that takes what comes at a target: the one it is in, else the first. */
function nearestTaker(target: EventTarget | null): Place | undefined {
  return places.find(({ current }) => target instanceof Node && current?.contains(target)) ?? places[0];
}

/**
 * Takes the files that are dropped anywhere on the page or pasted into it. A file dropped beside its place would
 * otherwise open in the stead of the form, and what was typed would be gone.
 * @param place where they are dropped or pasted when a form has several such fields
 * @param add takes them; null while nothing is taken, and what comes is gone
 * @returns whether what is being dragged would come here
 */
export function useIncoming(place: Place, add: ((files: readonly File[]) => void) | null): boolean {
  const [isOver, setIsOver] = useState(false);
  const take = useRef(add);
  take.current = add;
  useEffect(() => {
    // Enter and leave come for every element on the way; the page is left when they are even.
    let depth = 0;
    const turn = (by: number) => {
      depth = Math.max(0, by === 0 ? 0 : depth + by);
      if (depth === 0) setIsOver(false);
    };
    const enter = ({ dataTransfer }: DragEvent) => withFiles(dataTransfer) && turn(1);
    const leave = ({ dataTransfer }: DragEvent) => withFiles(dataTransfer) && turn(-1);
    const hover = (event: DragEvent) => {
      if (!withFiles(event.dataTransfer)) return;
      event.preventDefault();
      setIsOver(take.current !== null && nearestTaker(event.target) === place);
    };
    const drop = (event: DragEvent) => {
      if (!withFiles(event.dataTransfer)) return;
      event.preventDefault();
      turn(0);
      if (nearestTaker(event.target) !== place) return;
      take.current?.([...event.dataTransfer.files]);
    };
    const paste = (event: ClipboardEvent) => {
      const { clipboardData, target } = event;
      if (!clipboardData?.files.length || nearestTaker(target) !== place) return;
      // A copied table or paragraph comes with a picture of itself; into a text box goes the text.
      if (typing(target) && clipboardData.types?.includes('text/plain')) return;
      event.preventDefault();
      take.current?.([...clipboardData.files]);
    };
    places.push(place);
    document.addEventListener('dragenter', enter);
    document.addEventListener('dragleave', leave);
    document.addEventListener('dragover', hover);
    document.addEventListener('drop', drop);
    document.addEventListener('paste', paste);
    return () => {
      places.splice(places.indexOf(place), 1);
      document.removeEventListener('dragenter', enter);
      document.removeEventListener('dragleave', leave);
      document.removeEventListener('dragover', hover);
      document.removeEventListener('drop', drop);
      document.removeEventListener('paste', paste);
    };
  }, [place]);
  return isOver;
}
