/**
 * Awaits pipelined statements of one transaction. After a failure PostgreSQL refuses the following
 * statements; the first failure is thrown, because it names the cause.
 */
export async function together<Sent extends readonly unknown[]>(
  sent: readonly [...Sent],
): Promise<{ [Index in keyof Sent]: Awaited<Sent[Index]> }> {
  await Promise.allSettled(sent);
  return await Promise.all(sent);
}
