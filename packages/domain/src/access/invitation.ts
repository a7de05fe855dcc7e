import type { Licence } from '../reports/licence.ts';
import type { UtcMs } from '../time/units.ts';
import type { Role } from './account.ts';

export const MAX_INVITATION_USES = 1_000;
export const MAX_INVITATION_DAYS = 90;

export const INVITATION_STATES = ['open', 'used', 'withdrawn', 'expired'] as const;
export type InvitationState = (typeof INVITATION_STATES)[number];

export interface Invitation {
	id: string;
	/** SHA-256 of the link's secret part. */
	codeHash: Uint8Array;
	/** The only address that can use the invitation; null: any address. */
	email: string | null;
	/** `emailKey` of `email`. */
	emailKey: string | null;
	role: Role;
	/** null: the same licence as a sign-up without an invitation. */
	license: Licence | null;
	licenseExpires: UtcMs | null;
	/** Number of accounts that the invitation can create, at most MAX_INVITATION_USES. */
	uses: number;
	/** Ids of the accounts created with the invitation. */
	usedBy: readonly string[];
	/** Whether this is the invitation printed when the server starts, to create the first administrator; invalid once there is one. */
	isSetup: boolean;
	createdAt: UtcMs;
	createdBy: string;
	expiresAt: UtcMs;
	withdrawnAt: UtcMs | null;
}

export function invitationState({ uses, usedBy, withdrawnAt, expiresAt }: Invitation, now: UtcMs): InvitationState {
	if (usedBy.length >= uses) return 'used';
	if (withdrawnAt !== null) return 'withdrawn';
	return expiresAt <= now ? 'expired' : 'open';
}

/** Shown to the holder of the link when the invitation can't be used. */
export const CLOSED_INVITATION_MESSAGES = {
	used: 'This invitation was already used: ask for a new one',
	withdrawn: 'This invitation was withdrawn: ask for a new one',
	expired: 'This invitation has expired: ask for a new one',
} as const satisfies Record<Exclude<InvitationState, 'open'>, string>;
