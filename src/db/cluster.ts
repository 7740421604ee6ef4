/**
 * Whether the tables of the database are distributed over a cluster. A process works with one database. So far only tests
 * mark it (docs/decisions/0029-a-cluster-by-company.md).
 */
let distributed = false;

export function isDistributed(): boolean {
  return distributed;
}

export function markDistributed(is: boolean): void {
  distributed = is;
}
