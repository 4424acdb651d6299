import Done from '@mui/icons-material/Done';
import DoneAll from '@mui/icons-material/DoneAll';
import ErrorOutline from '@mui/icons-material/ErrorOutlined';
import Schedule from '@mui/icons-material/Schedule';
import { type ComponentType, Fragment, memo, type ReactNode } from 'react';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router';
import type { ChatFile } from '#console/data/chat/content.ts';
import type { Piece } from '#console/data/chat/content-tree.ts';
import type { MessageState, ShownMessage } from '#console/data/chat/message.ts';
import { FileIcon } from '#console/fields/files/file-icon.tsx';
import classes from './bubble.module.css';
import { BubbleMenu } from './bubble-menu.tsx';
import { BubblePicture } from './bubble-picture.tsx';
import { attachmentSizeText, clockText } from './format.ts';
import { usePane } from './pane-context.ts';

/** Formatted text of a message, built from React elements only, so that the sender cannot inject HTML. */
export function MessageText({ pieces }: { pieces: readonly Piece[] }) {
  return pieces.map((piece, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a message keep their order
    <Fragment key={index}>{renderPiece(piece)}</Fragment>
  ));
}

function renderPiece(piece: Piece): ReactNode {
  if (piece.kind === 'text') return piece.text;
  if (piece.kind === 'break') return <br />;
  const inner = <MessageText pieces={piece.pieces} />;
  if (piece.kind === 'link') {
    return (
      <a className="link" href={piece.address} target="_blank" rel="noopener noreferrer nofollow">
        {inner}
      </a>
    );
  }
  if (piece.kind === 'bold' || piece.kind === 'mention') return <b>{inner}</b>;
  if (piece.kind === 'italic') return <em>{inner}</em>;
  if (piece.kind === 'struck') return <s>{inner}</s>;
  if (piece.kind === 'code') return <code className={classes.code}>{inner}</code>;
  return piece.kind === 'quote' ? <span className={classes.quote}>{inner}</span> : inner;
}

/** A file of a message, downloaded by a click; a click on one without an address is only logged (CHAT-16). */
function BubbleFile({ file }: { file: ChatFile }) {
  const translate = useTranslate();
  const { client } = usePane();
  const name = file.name || translate('chats.file');
  const inner = (
    <>
      <FileIcon name={name} />
      <span className={classes.fileName}>
        <b>{name}</b>
        <small>{file.address ? attachmentSizeText(file.size, translate) : translate('chats.noFile')}</small>
      </span>
    </>
  );
  return file.address ? (
    <a className={classes.file} href={client.fileAddress(file.address, true)} download={name}>
      {inner}
    </a>
  ) : (
    <button type="button" className={classes.file} onClick={() => console.warn('chat: file too large', name)}>
      {inner}
    </button>
  );
}

const TICKS: Readonly<Record<MessageState, ComponentType<{ className?: string }> | null>> = {
  waiting: Schedule,
  sending: Schedule,
  failed: ErrorOutline,
  sent: Done,
  received: DoneAll,
  read: DoneAll,
  theirs: null,
};

/** One message: pictures, files, text, time, delivery state; memoised, so that changes of other messages do not re-render it. */
export const Bubble = memo(function Bubble({ message, gap }: { message: ShownMessage; gap: boolean }) {
  const translate = useTranslate();
  const { group, authorName, findRequestId, goTo, conversation } = usePane();
  const requestId = findRequestId(message);
  const { content, mine, state, progress } = message;
  const percent = Math.round((progress ?? 0) * 100);
  const names = [classes.bubble, mine && classes.mine, gap && classes.gap].filter(Boolean).join(' ');
  const replyTo = message.replyTo;
  return (
    <div className={mine ? `${classes.row} ${classes.right}` : classes.row} data-seq={message.seq}>
      <div className={names}>
        {group && !mine ? <b className={classes.author}>{authorName(message)}</b> : null}
        {replyTo === null ? null : (
          <button type="button" className={classes.replyLink} onClick={() => goTo(replyTo)}>
            {translate('chats.answered')}
          </button>
        )}
        {content?.pictures.map((picture, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the pictures of a message keep their order
          <BubblePicture key={index} picture={picture} />
        ))}
        {content?.files.map((file, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the files of a message keep their order
          <BubbleFile key={index} file={file} />
        ))}
        {content ? (
          <span className={classes.text}>
            <MessageText pieces={content.pieces} />
          </span>
        ) : (
          <i className={classes.invalid}>{translate('chats.invalid')}</i>
        )}
        {requestId === null ? null : (
          <Link className={`link ${classes.request}`} to={`/tasks?id=${requestId}`}>
            {translate('complaints.request', { id: requestId })}
          </Link>
        )}
        {progress === null ? null : (
          <span className={classes.upload}>
            <progress max={100} value={percent} aria-label={translate('chats.uploading', { percent })} />
            <button type="button" className="link" onClick={() => conversation.cancel(message.seq)}>
              {translate('chats.cancel')}
            </button>
          </span>
        )}
        <span className={classes.foot}>
          {message.edited ? <span>{translate('chats.edited')}</span> : null}
          <time dateTime={new Date(message.at).toISOString()}>{clockText(message.at)}</time>
          {mine ? <Tick state={state} /> : null}
        </span>
        {state === 'failed' ? (
          <span className={classes.failed}>
            <span>{translate('chats.states.failed')}</span>
            <button type="button" className="link" onClick={() => conversation.retry(message.seq)}>
              {translate('chats.retry')}
            </button>
            <button type="button" className="link" onClick={() => conversation.cancel(message.seq)}>
              {translate('chats.cancel')}
            </button>
          </span>
        ) : null}
      </div>
      <BubbleMenu message={message} />
    </div>
  );
});

function Tick({ state }: { state: MessageState }) {
  const translate = useTranslate();
  const Icon = TICKS[state];
  const label = translate(`chats.states.${state}`);
  return Icon ? (
    <span className={classes.tick} data-state={state} role="img" aria-label={label} title={label}>
      <Icon />
    </span>
  ) : null;
}
