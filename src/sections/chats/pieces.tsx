import { Fragment, type ReactNode } from 'react';
import type { Piece } from '#console/data/chat/content-tree.ts';
import classes from './bubble.module.css';

/** Texts of a message. Everything in them is text to React; no markup of the sender's is ever read. */
export function Pieces({ pieces }: { pieces: readonly Piece[] }) {
  return pieces.map((piece, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a message do not move
    <Fragment key={index}>{drawn(piece)}</Fragment>
  ));
}

function drawn(piece: Piece): ReactNode {
  if (piece.kind === 'text') return piece.text;
  if (piece.kind === 'break') return <br />;
  const inner = <Pieces pieces={piece.pieces} />;
  if (piece.kind === 'link') {
    return (
      <a className="link" href={piece.address} target="_blank" rel="noopener noreferrer nofollow">
        {inner}
      </a>
    );
  }
  if (piece.kind === 'bold' || piece.kind === 'mention') return <b>{inner}</b>;
  if (piece.kind === 'italic') return <em>{inner}</em>;
  if (piece.kind === 'struck') return <s>{inner}</s>;
  if (piece.kind === 'code') return <code className={classes.code}>{inner}</code>;
  return piece.kind === 'quote' ? <span className={classes.quote}>{inner}</span> : inner;
}
