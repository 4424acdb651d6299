import AttachFile from '@mui/icons-material/AttachFile';
import Close from '@mui/icons-material/Close';
import QuickreplyOutlined from '@mui/icons-material/QuickreplyOutlined';
import Send from '@mui/icons-material/Send';
import {
  type KeyboardEvent,
  lazy,
  type MouseEvent,
  Suspense,
  type SyntheticEvent,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { useTranslate } from 'react-admin';
import { ownText } from '#console/data/chat/content.ts';
import type { ShownMessage } from '#console/data/chat/message.ts';
import type { QuotedMessage } from '#console/data/chat/reply-content.ts';
import { useAddition } from '#console/data/session/features.ts';
import { useIncoming } from '#console/fields/files/incoming.ts';
import { useWidth } from '#console/shell/width.ts';
import { IconButton } from '#console/ui/buttons/icon-button.tsx';
import { NativeFile } from '#console/ui/inputs/native-file.tsx';
import { Reason, type ReasonText } from '#console/ui/inputs/reason.tsx';
import type { AnswerContact } from '#resources/rules/chat/canned-answers.ts';
import { AttachmentTray } from './attachment-tray.tsx';
import { readDraft, saveDraft } from './chat-drafts.ts';
import classes from './composer.module.css';
import { EmojiButton } from './emoji-button.tsx';
import { usePane } from './pane-context.ts';
import { useAttachments } from './use-attachments.ts';

const AnswerMenu = lazy(() => import('./answers/answer-menu.tsx'));

/** Text of the field: of the message being edited, or the draft, which is put aside meanwhile. */
function useTyped(name: string, edits: ShownMessage | null) {
  const { conversation } = usePane();
  const [text, setText] = useState(() => readDraft(name));
  useEffect(() => setText(edits?.content ? ownText(edits.content) : readDraft(name)), [edits, name]);
  function type(next: string) {
    setText(next);
    if (edits) return;
    saveDraft(name, next);
    if (next.trim()) conversation.typing();
  }
  return [text, type] as const;
}

/** The field of a message with what goes along: files, emoji, the message that is replied to or edited. */
export function Composer({
  name,
  refusal,
  contact,
  reply,
  edits,
  onDone,
}: {
  name: string;
  refusal: ReasonText | null;
  contact: AnswerContact | null;
  reply: QuotedMessage | null;
  edits: ShownMessage | null;
  onDone: () => void;
}) {
  const translate = useTranslate();
  const { conversation } = usePane();
  const phone = useWidth() === 'mobile';
  const [text, type] = useTyped(name, edits);
  // From the first slash on: the menu still has a word to say when its answer stands in the field.
  const hasAnswers = useAddition('chat');
  const [hasSlash, setHasSlash] = useState(false);
  if (!hasSlash && text.startsWith('/')) setHasSlash(true);
  const field = useRef<HTMLTextAreaElement>(null);
  const box = useRef<HTMLFormElement>(null);
  const { files, complaint, add, remove, clear } = useAttachments(conversation.uploadLimit);
  const isDraggedOver = useIncoming(box, (chosen) => {
    if (!refusal && !edits) add(chosen);
  });

  useEffect(() => {
    if (reply || edits) field.current?.focus();
  }, [reply, edits]);

  // An edit has a text; to take a message away there is «Удалить».
  const nothing = !text.trim() && (edits !== null || files.length === 0);

  function send(event: SyntheticEvent) {
    event.preventDefault();
    const trimmedText = text.trim();
    if (refusal || nothing) return;
    if (edits) {
      conversation.send({ text: trimmedText, edits: edits.seq });
      return onDone();
    }
    const replyPart = reply ? { reply } : {};
    if (files.length === 0) conversation.send({ text: trimmedText, ...replyPart });
    for (const [index, { file }] of files.entries()) {
      conversation.send({ text: index === 0 ? trimmedText : '', file, ...(index === 0 ? replyPart : {}) });
    }
    type('');
    clear();
    onDone();
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape' && (reply || edits)) onDone();
    if (event.key !== 'Enter' || event.shiftKey || phone) return;
    send(event);
  }
  function insert(piece: string) {
    const at = field.current?.selectionStart ?? text.length;
    type(text.slice(0, at) + piece + text.slice(field.current?.selectionEnd ?? at));
    field.current?.focus();
  }

  return (
    <form
      ref={box}
      className={isDraggedOver ? `${classes.composer} ${classes.over}` : classes.composer}
      onSubmit={send}
    >
      <Above reply={reply} edits={edits} onDone={onDone} />
      {isDraggedOver ? <p className={classes.drop}>{translate('chats.dropHere')}</p> : null}
      {complaint ? (
        <p className={classes.complaint} role="alert">
          {complaint}
        </p>
      ) : null}
      {edits ? null : <AttachmentTray files={files} onRemove={remove} />}
      <div className={classes.line}>
        <AttachButton refusal={refusal} isClosed={edits !== null} onFiles={add} />
        {hasAnswers ? (
          <AnswersButton
            refusal={refusal}
            text={text}
            isClosed={edits !== null}
            onText={(next) => {
              type(next);
              field.current?.focus();
            }}
          />
        ) : null}
        <div className={classes.field}>
          <Suspense>
            {hasAnswers && hasSlash ? <AnswerMenu field={field} text={text} contact={contact} onChoose={type} /> : null}
          </Suspense>
          <textarea
            ref={field}
            rows={1}
            value={text}
            maxLength={10_000}
            placeholder={translate(files.length && !edits ? 'chats.caption' : 'chats.message')}
            aria-label={translate('chats.message')}
            aria-disabled={refusal ? true : undefined}
            title={refusal?.title}
            readOnly={Boolean(refusal)}
            onChange={(event) => type(event.target.value)}
            onKeyDown={onKeyDown}
          />
          {phone ? null : <EmojiButton refusal={refusal} onEmoji={insert} />}
        </div>
        <Reason reason={refusal}>
          <button
            type="submit"
            className={classes.send}
            aria-label={translate(edits ? 'chats.save' : 'chats.send')}
            aria-disabled={Boolean(refusal) || nothing || undefined}
          >
            <Send aria-hidden />
          </button>
        </Reason>
      </div>
    </form>
  );
}

/** The message that is replied to or edited, with a cross to leave it. */
function Above({
  reply,
  edits,
  onDone,
}: {
  reply: QuotedMessage | null;
  edits: ShownMessage | null;
  onDone: () => void;
}) {
  const translate = useTranslate();
  const { authorName } = usePane();
  if (!edits && !reply) return null;
  return (
    <div className={classes.above}>
      <span>
        <b>{edits ? translate('chats.editing') : translate('chats.replyTo', { name: reply?.name ?? '' })}</b>
        <span>{edits ? authorName(edits) : reply?.text}</span>
      </span>
      <IconButton label={translate(edits ? 'chats.cancelEdit' : 'chats.cancelReply')} onClick={onDone}>
        <Close />
      </IconButton>
    </div>
  );
}

/** Opens the canned answers, and closes them, as the slash in the field does. */
function AnswersButton({
  refusal,
  text,
  isClosed,
  onText,
}: {
  refusal: ReasonText | null;
  /** Text of the field; empty if a canned answer may be put in. */
  text: string;
  /** Whether canned answers are not offered now. */
  isClosed: boolean;
  onText: (text: string) => void;
}) {
  const translate = useTranslate();
  const isSlash = text.startsWith('/');
  const isTaken = isClosed || (text !== '' && !isSlash);
  return (
    <IconButton
      label={translate('answers.title')}
      refusal={refusal ?? (isTaken ? { title: translate('chats.typedAlready') } : null)}
      onClick={() => onText(isSlash ? '' : '/')}
    >
      <QuickreplyOutlined fontSize="small" />
    </IconButton>
  );
}

/** The paper clip; greyed with the reason where nothing may be sent. */
function AttachButton({
  refusal,
  isClosed,
  onFiles,
}: {
  refusal: ReasonText | null;
  /** Files cannot go along now. */
  isClosed: boolean;
  onFiles: (files: readonly File[]) => void;
}) {
  const translate = useTranslate();
  const why = useId();
  return (
    <Reason reason={refusal} id={why}>
      <label
        className={classes.attach}
        {...(refusal ? {} : { title: translate('chats.attach') })}
        aria-disabled={Boolean(refusal)}
      >
        <AttachFile aria-hidden />
        <span className="sr-only">{translate('chats.attach')}</span>
        <NativeFile
          multiple
          disabled={!refusal && isClosed}
          onFiles={onFiles}
          {...(refusal
            ? {
                'aria-disabled': true,
                'aria-describedby': why,
                onClick: (event: MouseEvent) => event.preventDefault(),
              }
            : {})}
        />
      </label>
    </Reason>
  );
}
