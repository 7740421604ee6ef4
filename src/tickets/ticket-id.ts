/** The public id of a ticket. */
export function ticketIdOf(id: number): string {
  return `TKT-${String(id).padStart(8, '0')}`;
}
