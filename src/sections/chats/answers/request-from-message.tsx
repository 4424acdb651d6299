import { useTranslate } from 'react-admin';
import { useNavigate } from 'react-router';
import { refusalText, useRefusal } from '#console/data/session/access.ts';
import { messageLink } from '#console/shell/page-links.ts';
import type { ReasonText } from '#console/ui/inputs/reason.tsx';
import { TEXT } from '#resources/limits.ts';

/** Message from which a request can be created. */
interface RequestMessage {
  /** Topic of the chat: `usr…` of the other person, or `grp…`. */
  topic: string;
  seq: number;
  /** The message as plain text. */
  text: string;
  /** The author's home, if known. */
  building?: number;
  porch?: number;
}

/** Action that creates a request from a message, and the reason if it is not allowed. */
export interface RequestStart {
  /** «Создать заявку». */
  label: string;
  refusal: ReasonText | null;
  /** Opens the form of a new request with the text of the message; both are linked when the request is stored. */
  start: (message: RequestMessage) => void;
}

/** Menu action «Создать заявку»; disabled with a reason without the right to change requests. */
export function useRequestFromMessage(): RequestStart {
  const translate = useTranslate();
  const navigate = useNavigate();
  const why = useRefusal('tasks', 'change');
  return {
    label: translate('complaints.makeRequest'),
    refusal: why ? refusalText(why, translate) : null,
    start: ({ topic, seq, text, building, porch }) => {
      const prefill = {
        place: {
          given: { ...(building === undefined ? {} : { building }), ...(porch === undefined ? {} : { porch }) },
        },
        description: [...text].slice(0, TEXT.taskDescription.max).join(''),
        source: { message: { topic, seq } },
      };
      navigate('/create-task', { state: { prefill, from: messageLink({ topic, seq }) } });
    },
  };
}
