import { createContext, useContext, useEffect, useRef } from 'react';
import type { RaRecord } from 'react-admin';
import type { FieldValues } from 'react-hook-form';
import type { ReasonText } from '#console/ui/inputs/reason.tsx';

/** The record as the server gave it, for inputs that show more of it than the form holds; null when creating. */
export const WireRecordContext = createContext<RaRecord | null>(null);

/** The record being edited, in wire names and shapes; null when creating. */
export function useWireRecord(): RaRecord | null {
  return useContext(WireRecordContext);
}

/** Warnings by an input before the form is sent; empty where all is as usual. */
export type Question = (values: FieldValues) => readonly string[];

/** The questions of the inputs of a form, by field; the form asks them before it sends. */
export const QuestionsContext = createContext<Map<string, Question>>(new Map());

/** Has the form ask something before it is sent: once, and never to refuse. */
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

/** Why the person may not send the form that a field stands in; null where they may. */
export const FormRefusalContext = createContext<ReasonText | null>(null);

/** Why nothing may be changed by this form, for fields that change something before it is sent (PERM-21). */
export const useFormRefusal = (): ReasonText | null => useContext(FormRefusalContext);

/**
 * Whether the server deletes what a record no longer shows when the form is saved, and not before. Else a file that the record
 * shows is deleted as soon as it is removed (ATT-06).
 */
export const SavingDeletesContext = createContext(false);

/** Values of the expressions of a form, by names of fields on the wire. */
interface ExpressionValues {
  /** Values that the server is going to compute. */
  computed: Readonly<Record<string, unknown>>;
  /** Initial values of the cells of a new row, of fields that hold rows. */
  newCells: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** Filled in where the definition of a form has expressions. */
export const ExpressionValuesContext = createContext<ExpressionValues>({ computed: {}, newCells: {} });

/** Values of the expressions of the form around an input. */
export const useExpressionValues = (): ExpressionValues => useContext(ExpressionValuesContext);
