import { hash } from 'node:crypto';

/** A key of 22 characters for any JSON value: keys are hashed at each lookup, and longer ones take longer. */
export function hashKey(parts: unknown): string {
	return hash('sha256', JSON.stringify(parts), 'base64url').slice(0, 22);
}
