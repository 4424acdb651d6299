import type { Tinode } from 'tinode-sdk';

/** The bytes of a JPEG that stands in a data URL. */
function bytesOf(dataUrl: string): Blob {
  const bytes = Uint8Array.from(atob(dataUrl.split(',')[1] ?? ''), (letter) => letter.charCodeAt(0));
  return new Blob([bytes], { type: 'image/jpeg' });
}

/** Uploads a picture for a profile or a group (A13). @returns its address on the chat's server */
export function uploadPhoto(tinode: Tinode, dataUrl: string): Promise<string> {
  return tinode.getLargeFileHelper().upload(bytesOf(dataUrl));
}
