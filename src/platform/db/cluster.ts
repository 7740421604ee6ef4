/**
 * Whether the tables of the database are distributed over a cluster (docs/decisions/0029-a-cluster-by-company.md). A process
 * works with one database, and `migrate`, which every process calls first, finds out.
 */
let distributed = false;

export function isDistributed(): boolean {
  return distributed;
}

export function markDistributed(is: boolean): void {
  distributed = is;
}
