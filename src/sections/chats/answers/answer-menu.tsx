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
  /** The field that is written in. Its keys are the menu's while that is open: arrows, Enter, Tab and Esc do not reach it. */
  field: RefObject<HTMLTextAreaElement | null>;
  /** Current text of the field. */
  text: string;
  /** The recipient; null in a group, where nothing can be filled in. */
  contact: AnswerContact | null;
  /** Puts this text in place of the whole one. The menu focuses the field and selects the first place left unfilled. */
  onChoose: (text: string) => void;
}

/**
 * Steers a list from the field that is written in, which keeps the focus: arrows lead through it, Enter and Tab take the marked
 * answer, Escape closes it. MUI's `useAutocomplete` does so for inputs, not for a textarea.
 * @param id of the list
 */
function useFieldKeys({
  field,
  id,
  found: matches,
  isOpen,
  text,
  onChoose,
  onClose,
}: Pick<AnswerMenuProps, 'field' | 'text'> & {
  id: string;
  found: readonly AnswerItem[];
  isOpen: boolean;
  onChoose: (answer: AnswerItem) => void;
  onClose: () => void;
}) {
  const [marked, mark] = useState(0);
  const at = Math.min(marked, Math.max(matches.length - 1, 0));
  // biome-ignore lint/correctness/useExhaustiveDependencies: other words, other list
  useEffect(() => mark(0), [text]);

  const takeKey = useRef<(event: KeyboardEvent) => boolean>(() => false);
  takeKey.current = (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === 'Escape') onClose();
    else if (event.isComposing) return false;
    else if (step && matches.length) mark((at + step + matches.length) % matches.length);
    else if ((event.key === 'Enter' && !event.shiftKey) || event.key === 'Tab') {
      const answer = matches[at];
      if (!answer) return false;
      onChoose(answer);
    } else return false;
    return true;
  };
  useEffect(() => {
    const element = field.current;
    if (!isOpen || !element) return;
    // On the field itself and before React: its key handlers must not send what is only being looked for.
    const listen = (event: KeyboardEvent) => {
      if (!takeKey.current(event)) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    element.addEventListener('keydown', listen, true);
    return () => element.removeEventListener('keydown', listen, true);
  }, [isOpen, field]);

  const markedId = isOpen && matches.length ? `${id}-${matches[at]?.id}` : null;
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
  return { at, mark };
}

/**
 * Canned answers above the field of a message: opened by `/` as its first character, narrowed by what follows.
 *
 * ```tsx
 * <div style={{ position: 'relative' }}>
 *   <AnswerMenu field={field} text={text} contact={contact} onChoose={setText} />
 *   <textarea ref={field} … />
 * </div>
 * ```
 * It stands above the nearest positioned element around it, as wide as that.
 */
export default function AnswerMenu({ field, text, contact, onChoose }: AnswerMenuProps) {
  const translate = useTranslate();
  const id = useId();
  const [closedFor, setClosedFor] = useState<string | null>(null);
  const [managing, setManaging] = useState(false);
  const isAsked = text.startsWith('/');
  const { answers, isPending, failed } = useAnswers(isAsked || managing);
  const matches = useMemo(() => (isAsked ? findAnswers(answers, text.slice(1)) : []), [answers, isAsked, text]);
  const isOpen = isAsked && closedFor === null;
  // Esc closes it until the slash is taken away.
  useEffect(() => {
    if (!isAsked) setClosedFor(null);
  }, [isAsked]);

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
  const { at, mark } = useFieldKeys({ field, id, found: matches, isOpen, text, onChoose: choose, onClose });

  const word = isPending ? 'busy' : failed ? 'failed' : answers.length ? 'nothing' : 'none';
  return (
    <>
      {isOpen ? (
        <div className={classes.menu}>
          {matches.length ? (
            <div className={classes.list} id={id} role="listbox" aria-label={translate('answers.title')}>
              {matches.map((answer, index) => (
                // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the field's
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
              {translate(`answers.${word}`)}
            </p>
          )}
          <div className={classes.foot}>
            <span>{translate('answers.keys')}</span>
            <button type="button" onMouseDown={(event) => event.preventDefault()} onClick={() => setManaging(true)}>
              <TuneOutlined aria-hidden fontSize="small" />
              {translate('answers.manage')}
            </button>
          </div>
        </div>
      ) : null}
      {managing ? (
        <Suspense>
          <AnswersDialog
            onClose={() => {
              setManaging(false);
              field.current?.focus();
            }}
          />
        </Suspense>
      ) : null}
    </>
  );
}
