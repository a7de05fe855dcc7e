import { ApiError } from '../../lib/api/api-error.ts';
import { words } from './words.ts';

/** Parts of the link itself: what the answer says of them is meant for programs. */
const PARTS = new Set(['id', 'code']);

export const sentenceOf = (error: unknown): string => {
	const message = error instanceof Error ? error.message : String(error);
	return message.endsWith('.') ? message : `${message}.`;
};

/** Why the link of a mail cannot be used, as a sentence. */
export const linkFault = (error: unknown): string => {
	const fields = error instanceof ApiError && error.status === 400 ? (error.problem?.errors ?? []) : [];
	return fields.some(({ field }) => PARTS.has(field)) ? words.linkBroken : sentenceOf(error);
};
