import type { BrokenFile } from '#resources/protocol/definitions/definitions.ts';
import classes from './definitions-page.module.css';

/** What is wrong with files of definitions: field, what was expected and line, a sentence each. */
export function BrokenFiles({ files }: { files: readonly BrokenFile[] }) {
  return files.map(({ file, problems }) => <FileSentences key={file} file={file} sentences={problems} />);
}

/** A file, with what there is to say of it. */
export function FileSentences({ file, sentences }: { file: string; sentences: readonly string[] }) {
  return (
    <div className={classes.file}>
      <b>{file}</b>
      <ul>
        {sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </div>
  );
}
