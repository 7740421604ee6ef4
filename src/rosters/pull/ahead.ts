/** Takes the next item while the present one is used. */
export async function* ahead<Item>(items: AsyncIterable<Item>): AsyncGenerator<Item> {
  const iterator = items[Symbol.asyncIterator]();
  let next = iterator.next();
  try {
    for (;;) {
      const { done, value } = await next;
      if (done) return;
      next = iterator.next();
      // Its error is thrown when it is taken.
      next.catch(() => {});
      yield value;
    }
  } finally {
    await iterator.return?.();
  }
}
