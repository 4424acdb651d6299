import BrokenImageOutlined from '@mui/icons-material/BrokenImageOutlined';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import type { Announcement } from '#resources/protocol/news/news-answers.ts';
import classes from './collage.module.css';

/** Tiles at most; the last of them says how many pictures there are besides. */
const TILES = 4;

type Picture = Announcement['image_attachments'][number];

/** Up to four pictures, each number in a layout of its own, and «+N» for those without a tile (NEWS-10…13). */
export function Collage({ pictures, onOpen }: { pictures: readonly Picture[]; onOpen: (index: number) => void }) {
  const translate = useTranslate();
  const tiles = pictures.slice(0, TILES);
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
          {moreCount > 0 && index === TILES - 1 ? (
            <span className={classes.more}>{translate('news.collage.more', { count: moreCount })}</span>
          ) : null}
        </button>
      ))}
    </div>
  );
}

function TilePicture({ address }: { address: string | null }) {
  const [broken, setBroken] = useState(false);
  if (!address || broken) return <BrokenImageOutlined aria-hidden className={classes.broken} />;
  return <img src={address} alt="" loading="lazy" decoding="async" onError={() => setBroken(true)} />;
}
