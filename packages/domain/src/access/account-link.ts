import type { UtcMs } from '../time/units.ts';

/** Links in mails: single use, an expiry, few guesses. `factor` isn't a link, but a sign-in that waits for its second factor. */
export const LINK_KINDS = ['confirm', 'recovery', 'login', 'invite', 'factor'] as const;
export type LinkKind = (typeof LINK_KINDS)[number];

export interface AccountLink {
	id: string;
	kind: LinkKind;
	userId: string;
	/** SHA-256. */
	codeHash: Uint8Array;
	/** The address that using the link proves. */
	email: string;
	/** The password entered at the sign-up that requested the link: it takes effect only with the link. */
	passwordHash: string | null;
	/** Hash of the secret of the browser that requested the link; null: no browser did. */
	browserHash: Uint8Array | null;
	createdAt: UtcMs;
	expiresAt: UtcMs;
}
