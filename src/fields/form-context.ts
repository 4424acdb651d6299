import { createContext, useContext, useEffect, useRef } from 'react';
import type { RaRecord } from 'react-admin';
import type { FieldValues } from 'react-hook-form';
import type { ReasonText } from '#console/ui/inputs/reason.tsx';

/** The record as the server sent it, for inputs that show more than the form values; null when creating. */
export const WireRecordContext = createContext<RaRecord | null>(null);

/** The record being edited, in wire format; null when creating. */
export function useWireRecord(): RaRecord | null {
  return useContext(WireRecordContext);
}

/** Returns the warnings of an input about the values to be sent. */
export type SaveWarning = (values: FieldValues) => readonly string[];

/** Warnings of a form's inputs by field; the form asks about them before it is sent. */
export const SaveWarningsContext = createContext<Map<string, SaveWarning>>(new Map());

/** Registers a warning that the form asks about once before it is sent; it never blocks the save. */
export function useSaveWarning(source: string, question: SaveWarning): void {
  const questions = useContext(SaveWarningsContext);
  const latest = useRef(question);
  latest.current = question;
  useEffect(() => {
    questions.set(source, (values) => latest.current(values));
    return () => {
      questions.delete(source);
    };
  }, [questions, source]);
}

/** Why the person may not send the surrounding form; null where they may. */
export const FormRefusalContext = createContext<ReasonText | null>(null);

/** Why this form may not change anything, for fields that change something before it is sent, e.g. uploads (PERM-21). */
export const useFormRefusal = (): ReasonText | null => useContext(FormRefusalContext);

/**
 * Whether removed files are deleted by the server only when the form is saved. Otherwise a file of the record is deleted as soon
 * as it is removed from the form (ATT-06).
 */
export const DeleteFilesOnSaveContext = createContext(false);

/** Results of a form's expressions, by wire name. */
interface ExpressionValues {
  /** Values that the server will compute. */
  computed: Readonly<Record<string, unknown>>;
  /** Initial values of the cells of a new row, by rows field. */
  newCells: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** Provided in forms whose definition has expressions. */
export const ExpressionValuesContext = createContext<ExpressionValues>({ computed: {}, newCells: {} });

/** Results of the expressions of the surrounding form. */
export const useExpressionValues = (): ExpressionValues => useContext(ExpressionValuesContext);
