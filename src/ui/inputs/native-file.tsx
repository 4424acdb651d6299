import type { ComponentProps } from 'react';
import classes from './native-file.module.css';

/**
 * The browser's own choice of files, unseen over the whole of what stands around it, which is to be `position: relative`
 * and to show its focus. The same file may be chosen again.
 */
export function NativeFile({
  onFiles,
  ...input
}: Omit<ComponentProps<'input'>, 'type' | 'className' | 'onChange'> & { onFiles: (files: File[]) => void }) {
  return (
    <input
      {...input}
      type="file"
      className={classes.native}
      onChange={({ target }) => {
        const files = [...(target.files ?? [])];
        target.value = '';
        if (files.length > 0) onFiles(files);
      }}
    />
  );
}
