/** The ids of the companies that a statement finds. */
export async function companiesOf(rows: PromiseLike<readonly { id: number }[]>): Promise<number[]> {
  return (await rows).map(({ id }) => id);
}
