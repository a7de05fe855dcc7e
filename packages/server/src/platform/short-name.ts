import { hash } from 'node:crypto';

/** A name of 22 characters for whatever JSON can hold: what is looked up at every call is hashed at every call, and long names take longer. */
export const shortName = (parts: unknown): string => hash('sha256', JSON.stringify(parts), 'base64url').slice(0, 22);
