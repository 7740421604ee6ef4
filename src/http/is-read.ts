/** Whether requests with this method change nothing. */
export function isRead(method: string): boolean {
  return method === 'GET' || method === 'HEAD';
}
