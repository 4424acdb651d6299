import { lazy, type ReactNode, Suspense, useRef, useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import type { SaveWarning } from '#console/fields/form-context.ts';

const SecondLookDialog = lazy(() => import('./save-questions-dialog.tsx'));

interface OpenQuestion {
  lines: readonly string[];
  answer: (isConfirmed: boolean) => void;
}

/**
 * Before a form is sent, asks about the values that its inputs find unusual: once for the same findings, and without blocking the
 * save.
 * @returns the map in which inputs register their questions, the function that asks, and the dialog to render
 */
export function useSaveQuestions(): {
  questions: Map<string, SaveWarning>;
  confirmSave: (values: FieldValues) => Promise<boolean>;
  dialog: ReactNode;
} {
  const questions = useRef(new Map<string, SaveWarning>());
  const answeredFindings = useRef('');
  const [openQuestion, setOpenQuestion] = useState<OpenQuestion | null>(null);

  async function confirmSave(values: FieldValues): Promise<boolean> {
    const lines = [...questions.current.values()].flatMap((question) => question(values));
    const findings = lines.join('\n');
    if (findings === '' || findings === answeredFindings.current) return true;
    answeredFindings.current = findings;
    const isConfirmed = await new Promise<boolean>((answer) => setOpenQuestion({ lines, answer }));
    setOpenQuestion(null);
    return isConfirmed;
  }

  const dialog = openQuestion ? (
    <Suspense>
      <SecondLookDialog lines={openQuestion.lines} onAnswer={openQuestion.answer} />
    </Suspense>
  ) : null;
  return { questions: questions.current, confirmSave, dialog };
}
