/** The entry of a page that leads to where it was taken. */
const GPS = 0x8825;
/** The same in the words of XMP, which is text. */
const GPS_IN_WORDS = 'GPSLatitude';
/** More entries than the pages of any scan have together; the list of pages may also lead back to its beginning. */
const ENTRIES_MAX = 500_000;
const ENTRY = 12;

/**
 * Whether a page of a TIFF says where it was taken.
 * @returns true as well for what cannot be read through, such as a BigTIFF
 */
export function tellsPlace(bytes: Buffer): boolean {
  const little = bytes.toString('latin1', 0, 2) === 'II';
  const short = (at: number) => (little ? bytes.readUInt16LE(at) : bytes.readUInt16BE(at));
  const long = (at: number) => (little ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at));
  if (bytes.includes(GPS_IN_WORDS)) return true;
  try {
    if (short(2) !== 42) return true;
    let page = long(4);
    let entries = 0;
    while (page !== 0) {
      const count = short(page);
      entries += count + 1;
      if (entries > ENTRIES_MAX) return true;
      for (let entry = 0; entry < count; entry += 1) if (short(page + 2 + entry * ENTRY) === GPS) return true;
      page = long(page + 2 + count * ENTRY);
    }
    return false;
  } catch (error) {
    if (error instanceof RangeError) return true;
    throw error;
  }
}
