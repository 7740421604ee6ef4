/** Signatures of a ZIP file: the end of its list of files, and one file of the list. */
const END_OF_LIST = Buffer.from('PK\x05\x06', 'latin1');
const FILE_OF_LIST = 0x02014b50;
const NOT_TOLD = 0xffffffff;

/**
 * The size of all files of a ZIP file, as its list tells it: the reader unpacks no more than that. Infinity if a file tells no size,
 * since then the reader would not know where to stop. 0 without a list: the reader refuses such a file.
 */
export function unpackedBytes(zip: Buffer): number {
  const end = zip.lastIndexOf(END_OF_LIST);
  if (end < 0 || end + 22 > zip.length) return 0;
  let at = zip.readUInt32LE(end + 16);
  let sum = 0;
  while (at + 46 <= end && zip.readUInt32LE(at) === FILE_OF_LIST) {
    const packed = zip.readUInt32LE(at + 20);
    const unpacked = zip.readUInt32LE(at + 24);
    if (unpacked === NOT_TOLD || (unpacked === 0 && packed > 2)) return Number.POSITIVE_INFINITY;
    sum += unpacked;
    at += 46 + zip.readUInt16LE(at + 28) + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
  return sum;
}
