import type { UtcMs } from '../time/units.ts';

/** Links in mails: one use, an end, few guesses. `factor` is none, but a sign-in that waits for its second factor. */
export const LINK_KINDS = ['confirm', 'recovery', 'login', 'invite', 'factor'] as const;
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
	/** Of the secret of the browser that asked for the link; null: none did. */
	browserHash: Uint8Array | null;
	createdAt: UtcMs;
	expiresAt: UtcMs;
}
