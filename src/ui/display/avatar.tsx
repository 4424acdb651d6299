import { useState } from 'react';
import classes from './display.module.css';

/** The first code point of a name, so that an emoji is not cut; empty for an empty name. */
export const firstLetter = (name: string): string => Array.from(name.trim())[0] ?? '';

/** «АЛ» of «Анна Лебедева». */
function initials(name: string): string {
  const letters = name.split(/\s+/).map((word) => firstLetter(word).toLocaleUpperCase('ru'));
  return letters.slice(0, 2).join('');
}

/**
 * Round picture of a person, or the initials if there is none or it does not load. Decorative, since the name is next to it.
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
