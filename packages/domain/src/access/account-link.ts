import type { UtcMs } from '../time/units.ts';

/** Links in mails: one use, an end, few guesses. */
export const LINK_KINDS = ['confirm', 'recovery', 'login', 'invite'] as const;
export type LinkKind = (typeof LINK_KINDS)[number];

export interface AccountLink {
	id: string;
	kind: LinkKind;
	userId: string;
	/** SHA-256. */
	codeHash: Uint8Array;
	/** The address that the link proves. */
	email: string;
	/** The password of the sign-up that asked for the link: it becomes the account's only with the link. */
	passwordHash: string | null;
	createdAt: UtcMs;
	expiresAt: UtcMs;
}
