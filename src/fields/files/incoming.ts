import { type RefObject, useEffect, useRef, useState } from 'react';

/** Whether dragged or pasted data contains files. */
const hasFiles = (data: DataTransfer | null): data is DataTransfer => data?.types?.includes('Files') ?? false;

/** Whether the focus is in a text box, where a paste belongs to the text. */
function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA)$/.test(target.tagName));
}

type DropTarget = RefObject<HTMLElement | null>;

/** Mounted drop targets of the page, in order of mounting. */
const dropTargets: DropTarget[] = [];

/** The drop target for an event: the one that contains it, else the first. */
function findDropTarget(target: EventTarget | null): DropTarget | undefined {
  return dropTargets.find(({ current }) => target instanceof Node && current?.contains(target)) ?? dropTargets[0];
}

/**
 * Accepts files dropped anywhere on the page or pasted into it. A file dropped beside the drop target would otherwise replace the
 * page, and typed text would be lost.
 * @param dropTarget drop target, which distinguishes several file fields of a form
 * @param add receives the files; null to ignore them
 * @returns whether the files being dragged would be dropped here
 */
export function useIncomingFiles(dropTarget: DropTarget, add: ((files: readonly File[]) => void) | null): boolean {
  const [isOver, setIsOver] = useState(false);
  const onFilesRef = useRef(add);
  onFilesRef.current = add;
  useEffect(() => {
    // `dragenter` and `dragleave` fire for every element crossed; the page has been left when their counts are equal.
    let depth = 0;
    const updateDepth = (delta: number) => {
      depth = Math.max(0, delta === 0 ? 0 : depth + delta);
      if (depth === 0) setIsOver(false);
    };
    const onDragEnter = ({ dataTransfer }: DragEvent) => hasFiles(dataTransfer) && updateDepth(1);
    const onDragLeave = ({ dataTransfer }: DragEvent) => hasFiles(dataTransfer) && updateDepth(-1);
    const onDragOver = (event: DragEvent) => {
      if (!hasFiles(event.dataTransfer)) return;
      event.preventDefault();
      setIsOver(onFilesRef.current !== null && findDropTarget(event.target) === dropTarget);
    };
    const onDrop = (event: DragEvent) => {
      if (!hasFiles(event.dataTransfer)) return;
      event.preventDefault();
      updateDepth(0);
      if (findDropTarget(event.target) !== dropTarget) return;
      onFilesRef.current?.([...event.dataTransfer.files]);
    };
    const onPaste = (event: ClipboardEvent) => {
      const { clipboardData, target } = event;
      if (!clipboardData?.files.length || findDropTarget(target) !== dropTarget) return;
      // A copied table or paragraph also contains a picture of itself; in a text box the text is pasted.
      if (isTyping(target) && clipboardData.types?.includes('text/plain')) return;
      event.preventDefault();
      onFilesRef.current?.([...clipboardData.files]);
    };
    dropTargets.push(dropTarget);
    document.addEventListener('dragenter', onDragEnter);
    document.addEventListener('dragleave', onDragLeave);
    document.addEventListener('dragover', onDragOver);
    document.addEventListener('drop', onDrop);
    document.addEventListener('paste', onPaste);
    return () => {
      dropTargets.splice(dropTargets.indexOf(dropTarget), 1);
      document.removeEventListener('dragenter', onDragEnter);
      document.removeEventListener('dragleave', onDragLeave);
      document.removeEventListener('dragover', onDragOver);
      document.removeEventListener('drop', onDrop);
      document.removeEventListener('paste', onPaste);
    };
  }, [dropTarget]);
  return isOver;
}
