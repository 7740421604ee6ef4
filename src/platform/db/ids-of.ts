/** The ids that a statement finds. */
export async function idsOf(rows: PromiseLike<readonly { id: number }[]>): Promise<number[]> {
  return (await rows).map(({ id }) => id);
}
