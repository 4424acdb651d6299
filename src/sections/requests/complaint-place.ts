/** Where a complaint stands: the complaints of its type, with it in view. @param type left out where the server did not tell it */
export function complaintPlace({ complaint, type }: { complaint: number; type?: string | undefined }): string {
  return `/chats?complaints=true${type ? `&type=${type}` : ''}&complaint=${complaint}`;
}
