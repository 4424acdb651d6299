import type { BrokenFile } from '#resources/protocol/definitions/definitions.ts';
import classes from './definitions-page.module.css';

/** Problems of definition files; each problem is a sentence with field, expected value and line. */
export function BrokenFiles({ files }: { files: readonly BrokenFile[] }) {
  return files.map(({ file, problems }) => <FileSentences key={file} file={file} sentences={problems} />);
}

/** A file name with sentences about the file. */
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
