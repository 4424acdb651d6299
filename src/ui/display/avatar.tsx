import { useState } from 'react';
import classes from './display.module.css';

/** The first character of a name, a whole code point so that an emoji is not cut; empty for an empty name. */
export const firstLetter = (name: string): string => Array.from(name.trim())[0] ?? '';

/** «АЛ» of «Анна Лебедева». */
function initials(name: string): string {
  const letters = name.split(/\s+/).map((word) => firstLetter(word).toLocaleUpperCase('ru'));
  return letters.slice(0, 2).join('');
}

/**
 * The round picture of a person, the initials when there is none or it does not load. Decorative: the name
 * stands beside it.
 * @param size edge in CSS pixels
 */
export function Avatar({ name, picture, size = 32 }: { name: string; picture?: string | null; size?: number }) {
  const [brokenUrl, setBrokenUrl] = useState<string | null>(null);
  return (
    <span className={classes.avatar} style={{ width: size, height: size, fontSize: size * 0.4 }} aria-hidden>
      {picture && picture !== brokenUrl ? (
        <img src={picture} alt="" width={size} height={size} onError={() => setBrokenUrl(picture)} />
      ) : (
        initials(name)
      )}
    </span>
  );
}
