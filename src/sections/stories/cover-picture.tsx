import AutoStoriesOutlined from '@mui/icons-material/AutoStoriesOutlined';
import { useState } from 'react';
import classes from './cover-picture.module.css';

/**
 * The cover of a story, or an icon if it has none or fails to load. Decorative, because the title is shown beside it.
 * @param bare renders nothing instead of the icon
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
  const [failedAddress, setFailedAddress] = useState<string | null>(null);
  if (address && address !== failedAddress) {
    return (
      <img
        className={className}
        src={address}
        alt=""
        draggable={false}
        decoding="async"
        onError={() => setFailedAddress(address)}
      />
    );
  }
  return bare ? null : (
    <span className={classes.none}>
      <AutoStoriesOutlined aria-hidden />
    </span>
  );
}
