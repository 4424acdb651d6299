import TuneOutlined from '@mui/icons-material/TuneOutlined';
import { lazy, type RefObject, Suspense, useEffect, useId, useMemo, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import type { AnswerItem } from '#resources/protocol/chat/answers.ts';
import { type AnswerContact, fillAnswer, findAnswers } from '#resources/rules/chat/canned-answers.ts';
import { useAnswers } from './answer-calls.ts';
import classes from './answer-menu.module.css';

const AnswersDialog = lazy(() => import('./answers-dialog.tsx'));

/** Props that the message field passes to its menu. */
export interface AnswerMenuProps {
  /** The message textarea; while the menu is open, the menu handles arrows, Enter, Tab and Esc instead. */
  field: RefObject<HTMLTextAreaElement | null>;
  /** Current text of the field. */
  text: string;
  /** The recipient; null in a group, where nothing can be filled in. */
  contact: AnswerContact | null;
  /** Replaces the whole text; the menu then focuses the field and selects the first unfilled placeholder. */
  onChoose: (text: string) => void;
}

/**
 * Controls the list from the textarea, which keeps the focus: arrows move, Enter and Tab choose, Escape closes.
 * Own code, because MUI's `useAutocomplete` supports inputs but not a textarea.
 * @param id id of the list element
 */
function useFieldKeys({
  field,
  id,
  matches,
  isOpen,
  text,
  onChoose,
  onClose,
}: Pick<AnswerMenuProps, 'field' | 'text'> & {
  id: string;
  matches: readonly AnswerItem[];
  isOpen: boolean;
  onChoose: (answer: AnswerItem) => void;
  onClose: () => void;
}) {
  const [markedIndex, setMarkedIndex] = useState(0);
  const activeIndex = Math.min(markedIndex, Math.max(matches.length - 1, 0));
  // biome-ignore lint/correctness/useExhaustiveDependencies: a changed text changes the list
  useEffect(() => setMarkedIndex(0), [text]);

  const takeKey = useRef<(event: KeyboardEvent) => boolean>(() => false);
  takeKey.current = (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === 'Escape') onClose();
    else if (event.isComposing) return false;
    else if (step && matches.length) setMarkedIndex((activeIndex + step + matches.length) % matches.length);
    else if ((event.key === 'Enter' && !event.shiftKey) || event.key === 'Tab') {
      const answer = matches[activeIndex];
      if (!answer) return false;
      onChoose(answer);
    } else return false;
    return true;
  };
  useEffect(() => {
    const element = field.current;
    if (!isOpen || !element) return;
    // Captured on the field, before React's handlers, so that Enter chooses an answer instead of sending the message.
    const listen = (event: KeyboardEvent) => {
      if (!takeKey.current(event)) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    element.addEventListener('keydown', listen, true);
    return () => element.removeEventListener('keydown', listen, true);
  }, [isOpen, field]);

  const markedId = isOpen && matches.length ? `${id}-${matches[activeIndex]?.id}` : null;
  useEffect(() => {
    const element = field.current;
    if (!element || !isOpen) return;
    element.setAttribute('aria-controls', id);
    element.setAttribute('aria-autocomplete', 'list');
    if (markedId) element.setAttribute('aria-activedescendant', markedId);
    return () => {
      for (const name of ['aria-controls', 'aria-autocomplete', 'aria-activedescendant']) element.removeAttribute(name);
    };
  }, [isOpen, markedId, id, field]);
  useEffect(() => {
    if (markedId) document.getElementById(markedId)?.scrollIntoView?.({ block: 'nearest' });
  }, [markedId]);
  return { at: activeIndex, mark: setMarkedIndex };
}

/**
 * Canned answers above the message field: opened by `/` as its first character, filtered by the text after it.
 *
 * ```tsx
 * <div style={{ position: 'relative' }}>
 *   <AnswerMenu field={field} text={text} contact={contact} onChoose={setText} />
 *   <textarea ref={field} … />
 * </div>
 * ```
 * Placed above the nearest positioned ancestor, with its width.
 */
export default function AnswerMenu({ field, text, contact, onChoose }: AnswerMenuProps) {
  const translate = useTranslate();
  const id = useId();
  const [closedFor, setClosedFor] = useState<string | null>(null);
  const [isManaging, setIsManaging] = useState(false);
  const isTriggered = text.startsWith('/');
  const { answers, isPending, failed } = useAnswers(isTriggered || isManaging);
  const matches = useMemo(() => (isTriggered ? findAnswers(answers, text.slice(1)) : []), [answers, isTriggered, text]);
  const isOpen = isTriggered && closedFor === null;
  // After Esc the menu stays closed until the slash is removed.
  useEffect(() => {
    if (!isTriggered) setClosedFor(null);
  }, [isTriggered]);

  const selection = useRef<{ text: string; start: number; end: number } | null>(null);
  function choose(answer: AnswerItem): void {
    const filled = fillAnswer(answer.text, contact);
    const end = filled.text.length;
    selection.current = { text: filled.text, ...(filled.missing ?? { start: end, end }) };
    onChoose(filled.text);
  }
  useEffect(() => {
    const pendingSelection = selection.current;
    if (pendingSelection?.text !== text) return;
    selection.current = null;
    field.current?.focus();
    field.current?.setSelectionRange(pendingSelection.start, pendingSelection.end);
  }, [text, field]);
  const onClose = () => setClosedFor(text);
  const { at, mark } = useFieldKeys({ field, id, matches, isOpen, text, onChoose: choose, onClose });

  const statusKey = isPending ? 'busy' : failed ? 'failed' : answers.length ? 'nothing' : 'none';
  return (
    <>
      {isOpen ? (
        <div className={classes.menu}>
          {matches.length ? (
            <div className={classes.list} id={id} role="listbox" aria-label={translate('answers.title')}>
              {matches.map((answer, index) => (
                // biome-ignore lint/a11y/useKeyWithClickEvents: the textarea handles the keys
                <div
                  key={answer.id}
                  id={`${id}-${answer.id}`}
                  role="option"
                  tabIndex={-1}
                  aria-selected={index === at}
                  className={classes.item}
                  onMouseDown={(event) => event.preventDefault()}
                  onMouseMove={() => mark(index)}
                  onClick={() => choose(answer)}
                >
                  <b>{answer.title}</b>
                  <span>{fillAnswer(answer.text, contact).text}</span>
                </div>
              ))}
            </div>
          ) : (
            <p className={classes.word} role="status">
              {translate(`answers.${statusKey}`)}
            </p>
          )}
          <div className={classes.foot}>
            <span>{translate('answers.keys')}</span>
            <button type="button" onMouseDown={(event) => event.preventDefault()} onClick={() => setIsManaging(true)}>
              <TuneOutlined aria-hidden fontSize="small" />
              {translate('answers.manage')}
            </button>
          </div>
        </div>
      ) : null}
      {isManaging ? (
        <Suspense>
          <AnswersDialog
            onClose={() => {
              setIsManaging(false);
              field.current?.focus();
            }}
          />
        </Suspense>
      ) : null}
    </>
  );
}
