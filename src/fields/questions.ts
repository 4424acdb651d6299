import { createContext, useContext, useEffect, useRef } from 'react';
import type { FieldValues } from 'react-hook-form';

/** What an input would have the person look at again before the form is sent; nothing where all is as usual. */
export type Question = (values: FieldValues) => readonly string[];

/** The questions of the inputs of a form, by field; the form asks them before it sends. */
export const QuestionsContext = createContext<Map<string, Question>>(new Map());

/** Has the form ask something before it is sent: once, and never to refuse (issue 7). */
export function useQuestion(source: string, question: Question): void {
  const questions = useContext(QuestionsContext);
  const latest = useRef(question);
  latest.current = question;
  useEffect(() => {
    questions.set(source, (values) => latest.current(values));
    return () => {
      questions.delete(source);
    };
  }, [questions, source]);
}
