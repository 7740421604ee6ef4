/** How a ticket is called outside the database. */
export function ticketIdOf(id: number): string {
  return `TKT-${String(id).padStart(8, '0')}`;
}
