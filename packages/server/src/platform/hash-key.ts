import { hash } from 'node:crypto';

/** A key of 22 characters for any JSON value: keys are hashed at each lookup, and longer ones take longer. */
export const hashKey = (parts: unknown): string => hash('sha256', JSON.stringify(parts), 'base64url').slice(0, 22);
