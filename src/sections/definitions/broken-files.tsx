import type { BrokenFile } from '#resources/protocol/definitions/definitions.ts';
import classes from './definitions-page.module.css';

/** What is wrong with files of definitions: field, what was expected and line, a sentence each. */
export function BrokenFiles({ files }: { files: readonly BrokenFile[] }) {
  return files.map(({ file, problems }) => (
    <div key={file} className={classes.file}>
      <b>{file}</b>
      <ul>
        {problems.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </div>
  ));
}
