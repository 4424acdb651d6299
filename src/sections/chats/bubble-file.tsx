import { useTranslate } from 'react-admin';
import type { ChatFile } from '#console/data/chat/content.ts';
import { FileIcon } from '#console/fields/files/file-icon.tsx';
import classes from './bubble.module.css';
import { sizeText } from './moments.ts';
import { usePane } from './pane-context.ts';

/** A file of a message: a press fetches it. One without an address is only logged (CHAT-16). */
export function BubbleFile({ file }: { file: ChatFile }) {
  const translate = useTranslate();
  const { client } = usePane();
  const name = file.name || translate('chats.file');
  const inner = (
    <>
      <FileIcon name={name} />
      <span className={classes.fileName}>
        <b>{name}</b>
        <small>{file.address ? sizeText(file.size, translate) : translate('chats.noFile')}</small>
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
