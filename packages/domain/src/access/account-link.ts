import type { UtcMs } from '../time/units.ts';

/** Single-use links sent by mail. `factor` isn't mailed: it is a sign-in that still needs the second factor. */
export const LINK_KINDS = ['confirm', 'recovery', 'login', 'invite', 'factor'] as const;
export type LinkKind = (typeof LINK_KINDS)[number];

export interface AccountLink {
	id: string;
	kind: LinkKind;
	userId: string;
	/** SHA-256. */
	codeHash: Uint8Array;
	/** The address that opening the link confirms. */
	email: string;
	/** The password entered at sign-up; it takes effect when the link is opened. */
	passwordHash: string | null;
	/** Hash of a secret kept by the browser that requested the link; null: requested by something else. */
	browserHash: Uint8Array | null;
	createdAt: UtcMs;
	expiresAt: UtcMs;
}
