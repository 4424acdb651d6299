import BrokenImageOutlined from '@mui/icons-material/BrokenImageOutlined';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import type { Announcement } from '#resources/protocol/news/news-answers.ts';
import classes from './collage.module.css';

/** Maximum number of tiles; the last one shows how many pictures are left out. */
const MAX_TILES = 4;

type Picture = Announcement['image_attachments'][number];

/** Up to four pictures in a layout for their number, and «+N» for those without a tile (NEWS-10…13). */
export function Collage({ pictures, onOpen }: { pictures: readonly Picture[]; onOpen: (index: number) => void }) {
  const translate = useTranslate();
  const tiles = pictures.slice(0, MAX_TILES);
  const moreCount = pictures.length - tiles.length;
  return (
    <div className={classes.collage} data-count={tiles.length}>
      {tiles.map((picture, index) => (
        <button
          key={picture.id}
          type="button"
          className={classes.tile}
          aria-label={translate('news.collage.open', {
            number: index + 1,
            total: pictures.length,
            name: picture.name,
          })}
          onClick={() => onOpen(index)}
        >
          <TilePicture address={picture.medium?.file ?? picture.preview_url} />
          {moreCount > 0 && index === MAX_TILES - 1 ? (
            <span className={classes.more}>{translate('news.collage.more', { count: moreCount })}</span>
          ) : null}
        </button>
      ))}
    </div>
  );
}

function TilePicture({ address }: { address: string | null }) {
  const [isBroken, setIsBroken] = useState(false);
  if (!address || isBroken) return <BrokenImageOutlined aria-hidden className={classes.broken} />;
  return <img src={address} alt="" loading="lazy" decoding="async" onError={() => setIsBroken(true)} />;
}
