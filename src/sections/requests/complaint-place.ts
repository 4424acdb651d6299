/** Path of a complaint in the list of complaints of its type. @param type omitted if the server did not send it */
export function complaintPlace({ complaint, type }: { complaint: number; type?: string | undefined }): string {
  return `/chats?complaints=true${type ? `&type=${type}` : ''}&complaint=${complaint}`;
}
