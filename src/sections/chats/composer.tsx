import AttachFile from '@mui/icons-material/AttachFile';
import Close from '@mui/icons-material/Close';
import Send from '@mui/icons-material/Send';
import { type KeyboardEvent, lazy, type MouseEvent, Suspense, useEffect, useId, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import type { Answered } from '#console/data/chat/answer-content.ts';
import { ownText } from '#console/data/chat/content.ts';
import type { ShownMessage } from '#console/data/chat/message.ts';
import { useIncoming } from '#console/fields/files/incoming.ts';
import { useWidth } from '#console/shell/width.ts';
import { IconButton } from '#console/ui/icon-button.tsx';
import { NativeFile } from '#console/ui/native-file.tsx';
import { Reason, type ReasonText } from '#console/ui/reason.tsx';
import type { AnswerContact } from '#resources/rules/chat/canned-answers.ts';
import { AttachmentTray } from './attachment-tray.tsx';
import classes from './composer.module.css';
import { EmojiButton } from './emoji-button.tsx';
import { keepTyped, typedIn } from './own-drafts.ts';
import { usePane } from './pane-context.ts';
import { useAttachments } from './use-attachments.ts';

const AnswerMenu = lazy(() => import('./answers/answer-menu.tsx'));

/** The field of a message with what goes along: files, emoji, the message that is answered or changed. */
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
  reply: Answered | null;
  edits: ShownMessage | null;
  onDone: () => void;
}) {
  const translate = useTranslate();
  const { line, nameOf } = usePane();
  const why = useId();
  const phone = useWidth() === 'mobile';
  const [text, setText] = useState(() => typedIn(name));
  // From the first slash on: the menu still has a word to say when its answer stands in the field.
  const [slashed, setSlashed] = useState(false);
  if (!slashed && text.startsWith('/')) setSlashed(true);
  const field = useRef<HTMLTextAreaElement>(null);
  const box = useRef<HTMLFormElement>(null);
  const { files, complaint, add, remove, clear } = useAttachments(line.uploadLimit);
  const over = useIncoming(box, (chosen) => {
    if (!refusal && !edits) add(chosen);
  });

  // What was begun waits while a message is edited.
  useEffect(() => setText(edits?.content ? ownText(edits.content) : typedIn(name)), [edits, name]);
  useEffect(() => {
    if (reply || edits) field.current?.focus();
  }, [reply, edits]);

  // An edit has a text; to take a message away there is «Удалить».
  const nothing = !text.trim() && (edits !== null || files.length === 0);

  function type(next: string) {
    setText(next);
    if (edits) return;
    keepTyped(name, next);
    if (next.trim()) line.typing();
  }
  function finish() {
    setText('');
    keepTyped(name, '');
    clear();
    onDone();
  }
  function send() {
    const said = text.trim();
    if (refusal || nothing) return;
    if (edits) {
      line.send({ text: said, edits: edits.seq });
      return onDone();
    }
    const answer = reply ? { reply } : {};
    if (files.length === 0) line.send({ text: said, ...answer });
    for (const [index, { file }] of files.entries()) {
      line.send({ text: index === 0 ? said : '', file, ...(index === 0 ? answer : {}) });
    }
    finish();
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape' && (reply || edits)) onDone();
    if (event.key !== 'Enter' || event.shiftKey || phone) return;
    event.preventDefault();
    send();
  }
  function insert(piece: string) {
    const at = field.current?.selectionStart ?? text.length;
    type(text.slice(0, at) + piece + text.slice(field.current?.selectionEnd ?? at));
    field.current?.focus();
  }

  const above = edits ?? reply;
  return (
    <form
      ref={box}
      className={over ? `${classes.composer} ${classes.over}` : classes.composer}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      {above ? (
        <div className={classes.above}>
          <span>
            <b>{edits ? translate('chats.editing') : translate('chats.replyTo', { name: reply?.name ?? '' })}</b>
            <span>{edits ? nameOf(edits) : reply?.text}</span>
          </span>
          <IconButton label={translate(edits ? 'chats.cancelEdit' : 'chats.cancelReply')} onClick={onDone}>
            <Close />
          </IconButton>
        </div>
      ) : null}
      {over ? <p className={classes.drop}>{translate('chats.dropHere')}</p> : null}
      {complaint ? (
        <p className={classes.complaint} role="alert">
          {complaint}
        </p>
      ) : null}
      {edits ? null : <AttachmentTray files={files} onRemove={remove} />}
      <div className={classes.line}>
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
              disabled={!refusal && edits !== null}
              onFiles={add}
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
        <div className={classes.field}>
          <Suspense>
            {slashed ? <AnswerMenu field={field} text={text} contact={contact} onChoose={type} /> : null}
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
