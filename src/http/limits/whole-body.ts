import { AppError } from '../../platform/errors.ts';

/** Chunks are copied together: a list of chunks of one byte each would take hundreds of times the memory of the body. */
export async function readWhole(chunks: AsyncIterable<Buffer>, max: number): Promise<Buffer> {
  let whole = Buffer.alloc(0);
  let used = 0;
  for await (const chunk of chunks) {
    const bytes = used + chunk.length;
    if (bytes > max) throw largerThan(max);
    if (bytes > whole.length) {
      const larger = Buffer.allocUnsafeSlow(Math.min(max, Math.max(bytes, 2 * whole.length)));
      whole.copy(larger, 0, 0, used);
      whole = larger;
    }
    chunk.copy(whole, used);
    used = bytes;
  }
  return whole.subarray(0, used);
}

export const largerThan = (max: number) =>
  new AppError('payload-too-large', `The request body is larger than ${max} bytes, the maximum here.`);
