import AutoStoriesOutlined from '@mui/icons-material/AutoStoriesOutlined';
import { useState } from 'react';
import classes from './cover-picture.module.css';

/**
 * The cover of a story; a sign of ours when it has none or it does not load. Decorative: the title stands beside it.
 * @param bare nothing instead of the sign
 */
export function CoverPicture({
  address,
  className,
  bare = false,
}: {
  address: string | undefined;
  className?: string | undefined;
  bare?: boolean;
}) {
  const [broken, setBroken] = useState<string | null>(null);
  if (address && address !== broken) {
    return (
      <img
        className={className}
        src={address}
        alt=""
        draggable={false}
        decoding="async"
        onError={() => setBroken(address)}
      />
    );
  }
  return bare ? null : (
    <span className={classes.none}>
      <AutoStoriesOutlined aria-hidden />
    </span>
  );
}
