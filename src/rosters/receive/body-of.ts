/** The body of a roster, as an HR system would send it. */
export async function* bodyOf(
  syncId: string,
  batches: AsyncIterable<readonly object[]> | Iterable<readonly object[]>,
): AsyncGenerator<Buffer> {
  yield Buffer.from(`{"syncId":${JSON.stringify(syncId)},"employees":[`);
  let separator = '\n';
  for await (const batch of batches) {
    if (batch.length === 0) continue;
    yield Buffer.from(separator + batch.map((entry) => JSON.stringify(entry)).join(',\n'));
    separator = ',\n';
  }
  yield Buffer.from('\n]}\n');
}
