import { useTranslate } from 'react-admin';
import { useNavigate } from 'react-router';
import { refusalText, useRefusal } from '#console/data/session/access.ts';
import { messagePlace } from '#console/shell/places.ts';
import type { ReasonText } from '#console/ui/inputs/reason.tsx';
import { TEXT } from '#resources/limits.ts';

/** A message that a request can be made of. */
interface RequestMessage {
  /** Name of the chat on its wire: `usr…` of the other person, or `grp…`. */
  topic: string;
  seq: number;
  /** The message as plain text. */
  text: string;
  /** The author's home, as far as it is known. */
  building?: number;
  porch?: number;
}

/** Ways to begin a request from elsewhere, and why not. */
export interface RequestStart {
  /** «Создать заявку». */
  label: string;
  refusal: ReasonText | null;
  /** Opens the form of a new request with the text of the message; both are linked when the request is stored. */
  start: (message: RequestMessage) => void;
}

/** The action «Создать заявку» for a menu of one's own; greyed with its reason without the right to write requests. */
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
      navigate('/create-task', { state: { prefill, from: messagePlace({ topic, seq }) } });
    },
  };
}
