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
import { useServerFeature } from '#console/data/session/features.ts';
import { useIncomingFiles } from '#console/fields/files/incoming.ts';
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

/** Text of the message field: the draft, or the message being edited, which leaves the draft untouched. */
function useComposerText(name: string, editedMessage: ShownMessage | null) {
  const { conversation } = usePane();
  const [text, setText] = useState(() => readDraft(name));
  useEffect(
    () => setText(editedMessage?.content ? ownText(editedMessage.content) : readDraft(name)),
    [editedMessage, name],
  );
  function setTyped(next: string) {
    setText(next);
    if (editedMessage) return;
    saveDraft(name, next);
    if (next.trim()) conversation.sendTyping();
  }
  return [text, setTyped] as const;
}

/** Message field with attachments, emoji, canned answers, and the message that is replied to or edited. */
export function Composer({
  name,
  refusal,
  contact,
  reply,
  editedMessage,
  onDone,
}: {
  name: string;
  refusal: ReasonText | null;
  contact: AnswerContact | null;
  reply: QuotedMessage | null;
  editedMessage: ShownMessage | null;
  onDone: () => void;
}) {
  const translate = useTranslate();
  const { conversation } = usePane();
  const isPhone = useWidth() === 'mobile';
  const [text, setText] = useComposerText(name, editedMessage);
  const hasAnswers = useServerFeature('chat');
  // Stays true after the first slash: the menu must stay mounted to select a placeholder of the inserted answer.
  const [hasSlash, setHasSlash] = useState(false);
  if (!hasSlash && text.startsWith('/')) setHasSlash(true);
  const field = useRef<HTMLTextAreaElement>(null);
  const box = useRef<HTMLFormElement>(null);
  const { files, complaint: errorText, add, remove, clear } = useAttachments(conversation.uploadLimit);
  const isDraggedOver = useIncomingFiles(box, (chosen) => {
    if (!refusal && !editedMessage) add(chosen);
  });

  useEffect(() => {
    if (reply || editedMessage) field.current?.focus();
  }, [reply, editedMessage]);

  const isEmpty = !text.trim() && (editedMessage !== null || files.length === 0);

  function send(event: SyntheticEvent) {
    event.preventDefault();
    const trimmedText = text.trim();
    if (refusal || isEmpty) return;
    if (editedMessage) {
      conversation.send({ text: trimmedText, edits: editedMessage.seq });
      return onDone();
    }
    const replyPart = reply ? { reply } : {};
    if (files.length === 0) conversation.send({ text: trimmedText, ...replyPart });
    for (const [index, { file }] of files.entries()) {
      conversation.send({ text: index === 0 ? trimmedText : '', file, ...(index === 0 ? replyPart : {}) });
    }
    setText('');
    clear();
    onDone();
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape' && (reply || editedMessage)) onDone();
    if (event.key !== 'Enter' || event.shiftKey || isPhone) return;
    send(event);
  }
  function insert(piece: string) {
    const start = field.current?.selectionStart ?? text.length;
    setText(text.slice(0, start) + piece + text.slice(field.current?.selectionEnd ?? start));
    field.current?.focus();
  }

  return (
    <form
      ref={box}
      className={isDraggedOver ? `${classes.composer} ${classes.over}` : classes.composer}
      onSubmit={send}
    >
      <ReferencedMessage reply={reply} editedMessage={editedMessage} onDone={onDone} />
      {isDraggedOver ? <p className={classes.drop}>{translate('chats.dropHere')}</p> : null}
      {errorText ? (
        <p className={classes.complaint} role="alert">
          {errorText}
        </p>
      ) : null}
      {editedMessage ? null : <AttachmentTray files={files} onRemove={remove} />}
      <div className={classes.line}>
        <AttachButton refusal={refusal} isDisabled={editedMessage !== null} onFiles={add} />
        {hasAnswers ? (
          <AnswersButton
            refusal={refusal}
            text={text}
            isDisabled={editedMessage !== null}
            onText={(next) => {
              setText(next);
              field.current?.focus();
            }}
          />
        ) : null}
        <div className={classes.field}>
          <Suspense>
            {hasAnswers && hasSlash ? (
              <AnswerMenu field={field} text={text} contact={contact} onChoose={setText} />
            ) : null}
          </Suspense>
          <textarea
            ref={field}
            rows={1}
            value={text}
            maxLength={10_000}
            placeholder={translate(files.length && !editedMessage ? 'chats.caption' : 'chats.message')}
            aria-label={translate('chats.message')}
            aria-disabled={refusal ? true : undefined}
            title={refusal?.title}
            readOnly={Boolean(refusal)}
            onChange={(event) => setText(event.target.value)}
            onKeyDown={onKeyDown}
          />
          {isPhone ? null : <EmojiButton refusal={refusal} onEmoji={insert} />}
        </div>
        <Reason reason={refusal}>
          <button
            type="submit"
            className={classes.send}
            aria-label={translate(editedMessage ? 'chats.save' : 'chats.send')}
            aria-disabled={Boolean(refusal) || isEmpty || undefined}
          >
            <Send aria-hidden />
          </button>
        </Reason>
      </div>
    </form>
  );
}

/** The message that is replied to or edited, with a cancel button. */
function ReferencedMessage({
  reply,
  editedMessage,
  onDone,
}: {
  reply: QuotedMessage | null;
  editedMessage: ShownMessage | null;
  onDone: () => void;
}) {
  const translate = useTranslate();
  const { authorName } = usePane();
  if (!editedMessage && !reply) return null;
  return (
    <div className={classes.above}>
      <span>
        <b>{editedMessage ? translate('chats.editing') : translate('chats.replyTo', { name: reply?.name ?? '' })}</b>
        <span>{editedMessage ? authorName(editedMessage) : reply?.text}</span>
      </span>
      <IconButton label={translate(editedMessage ? 'chats.cancelEdit' : 'chats.cancelReply')} onClick={onDone}>
        <Close />
      </IconButton>
    </div>
  );
}

/** Opens and closes the canned answers by adding or removing the slash in the field. */
function AnswersButton({
  refusal,
  text,
  isDisabled,
  onText,
}: {
  refusal: ReasonText | null;
  /** Text of the field; a canned answer can only be inserted if it is empty or starts with a slash. */
  text: string;
  /** Whether canned answers are unavailable, e.g. while a message is edited. */
  isDisabled: boolean;
  onText: (text: string) => void;
}) {
  const translate = useTranslate();
  const isSlash = text.startsWith('/');
  const isUnavailable = isDisabled || (text !== '' && !isSlash);
  return (
    <IconButton
      label={translate('answers.title')}
      refusal={refusal ?? (isUnavailable ? { title: translate('chats.typedAlready') } : null)}
      onClick={() => onText(isSlash ? '' : '/')}
    >
      <QuickreplyOutlined fontSize="small" />
    </IconButton>
  );
}

/** Attach button; disabled with a reason where sending is not allowed. */
function AttachButton({
  refusal,
  isDisabled,
  onFiles,
}: {
  refusal: ReasonText | null;
  /** Whether files are unavailable, e.g. while a message is edited. */
  isDisabled: boolean;
  onFiles: (files: readonly File[]) => void;
}) {
  const translate = useTranslate();
  const reasonId = useId();
  return (
    <Reason reason={refusal} id={reasonId}>
      <label
        className={classes.attach}
        {...(refusal ? {} : { title: translate('chats.attach') })}
        aria-disabled={Boolean(refusal)}
      >
        <AttachFile aria-hidden />
        <span className="sr-only">{translate('chats.attach')}</span>
        <NativeFile
          multiple
          disabled={!refusal && isDisabled}
          onFiles={onFiles}
          {...(refusal
            ? {
                'aria-disabled': true,
                'aria-describedby': reasonId,
                onClick: (event: MouseEvent) => event.preventDefault(),
              }
            : {})}
        />
      </label>
    </Reason>
  );
}
