/**
 * For statements of a transaction that are sent without waiting for one another. Where one fails, those after it are
 * refused; what is thrown is the first failure, which says why, and not whichever is noticed first.
 */
export async function together<Sent extends readonly unknown[]>(
  sent: readonly [...Sent],
): Promise<{ [Index in keyof Sent]: Awaited<Sent[Index]> }> {
  await Promise.allSettled(sent);
  return await Promise.all(sent);
}
