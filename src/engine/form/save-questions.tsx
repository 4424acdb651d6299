import { lazy, type ReactNode, Suspense, useRef, useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import type { Question } from '#console/fields/form-context.ts';

const SecondLookDialog = lazy(() => import('./save-questions-dialog.tsx'));

interface Asked {
  lines: readonly string[];
  answer: (send: boolean) => void;
}

/**
 * Asks what the inputs of a form find unusual before it is sent: once for the same findings, and never to refuse.
 * @returns where the inputs say it, how to ask, and the dialog to draw
 */
export function useSaveQuestions(): {
  questions: Map<string, Question>;
  look: (values: FieldValues) => Promise<boolean>;
  dialog: ReactNode;
} {
  const questions = useRef(new Map<string, Question>());
  const answeredFinding = useRef('');
  const [openQuestion, setOpenQuestion] = useState<Asked | null>(null);

  async function look(values: FieldValues): Promise<boolean> {
    const lines = [...questions.current.values()].flatMap((question) => question(values));
    const finding = lines.join('\n');
    if (finding === '' || finding === answeredFinding.current) return true;
    answeredFinding.current = finding;
    const send = await new Promise<boolean>((answer) => setOpenQuestion({ lines, answer }));
    setOpenQuestion(null);
    return send;
  }

  const dialog = openQuestion ? (
    <Suspense>
      <SecondLookDialog lines={openQuestion.lines} onAnswer={openQuestion.answer} />
    </Suspense>
  ) : null;
  return { questions: questions.current, look, dialog };
}
