import TuneOutlined from '@mui/icons-material/TuneOutlined';
import { lazy, type RefObject, Suspense, useEffect, useId, useMemo, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import type { AnswerItem } from '#resources/protocol/answers.ts';
import { type AnswerContact, fillAnswer, findAnswers } from '#resources/rules/chat/canned-answers.ts';
import { useAnswers } from './answer-calls.ts';
import classes from './answer-menu.module.css';

const AnswersDialog = lazy(() => import('./answers-dialog.tsx'));

/** What the field of a message gives to its menu. */
export interface AnswerMenuProps {
  /** The field that is written in. Its keys are the menu's while that is open: arrows, Enter, Tab and Esc do not reach it. */
  field: RefObject<HTMLTextAreaElement | null>;
  /** What the field holds now. */
  text: string;
  /** Whom is written to; null in a group, where nothing can be filled in. */
  contact: AnswerContact | null;
  /** Puts this text in place of the whole one. The menu focuses the field and selects the first place left unfilled. */
  onChoose: (text: string) => void;
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
  const [active, setActive] = useState(0);
  const [managing, setManaging] = useState(false);
  const asked = text.startsWith('/');
  const { answers, isPending, failed } = useAnswers(asked || managing);
  const found = useMemo(() => (asked ? findAnswers(answers, text.slice(1)) : []), [answers, asked, text]);
  const open = asked && closedFor === null;
  const at = Math.min(active, Math.max(found.length - 1, 0));
  const list = useRef<HTMLDivElement>(null);
  const selection = useRef<{ text: string; start: number; end: number } | null>(null);

  // Esc closes it until the slash is taken away.
  useEffect(() => {
    if (!asked) setClosedFor(null);
  }, [asked]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other words, other list
  useEffect(() => setActive(0), [text]);

  function choose(answer: AnswerItem): void {
    const filled = fillAnswer(answer.text, contact);
    const end = filled.text.length;
    selection.current = { text: filled.text, ...(filled.missing ?? { start: end, end }) };
    onChoose(filled.text);
  }

  useEffect(() => {
    const wanted = selection.current;
    if (wanted?.text !== text) return;
    selection.current = null;
    field.current?.focus();
    field.current?.setSelectionRange(wanted.start, wanted.end);
  }, [text, field]);

  const keys = useRef<(event: KeyboardEvent) => boolean>(() => false);
  keys.current = (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === 'Escape') setClosedFor(text);
    else if (event.isComposing) return false;
    else if (step && found.length) setActive((at + step + found.length) % found.length);
    else if ((event.key === 'Enter' && !event.shiftKey) || event.key === 'Tab') {
      const answer = found[at];
      if (!answer) return false;
      choose(answer);
    } else return false;
    return true;
  };
  useEffect(() => {
    const element = field.current;
    if (!open || !element) return;
    // On the field itself and before React, whose own keys must not send what is only being looked for.
    const listen = (event: KeyboardEvent) => {
      if (!keys.current(event)) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    element.addEventListener('keydown', listen, true);
    return () => element.removeEventListener('keydown', listen, true);
  }, [open, field]);

  const activeId = open && found.length ? `${id}-${found[at]?.id}` : null;
  useEffect(() => {
    const element = field.current;
    if (!element || !open) return;
    element.setAttribute('aria-controls', id);
    element.setAttribute('aria-autocomplete', 'list');
    if (activeId) element.setAttribute('aria-activedescendant', activeId);
    return () => {
      for (const name of ['aria-controls', 'aria-autocomplete', 'aria-activedescendant']) element.removeAttribute(name);
    };
  }, [open, activeId, id, field]);
  useEffect(() => {
    if (activeId) list.current?.querySelector(`[id="${activeId}"]`)?.scrollIntoView?.({ block: 'nearest' });
  }, [activeId]);

  const word = isPending ? 'busy' : failed ? 'failed' : answers.length ? 'nothing' : 'none';
  return (
    <>
      {open ? (
        <div className={classes.menu}>
          {found.length ? (
            <div className={classes.list} ref={list} id={id} role="listbox" aria-label={translate('answers.title')}>
              {found.map((answer, index) => (
                // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the field's
                <div
                  key={answer.id}
                  id={`${id}-${answer.id}`}
                  role="option"
                  tabIndex={-1}
                  aria-selected={index === at}
                  className={classes.item}
                  onMouseDown={(event) => event.preventDefault()}
                  onMouseMove={() => setActive(index)}
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
