/** Largest file of market data that can be uploaded, in bytes; larger ones are imported where the server runs. */
export const LARGEST_UPLOAD = 16 * 1024 * 1024;
