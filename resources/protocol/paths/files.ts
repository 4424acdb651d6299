export const ATTACHMENTS_PATH = '/api/authorized/attachments/';
