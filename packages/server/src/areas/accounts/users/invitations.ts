import type { Role } from '@sw/domain/access/account';
import { emailKey } from '@sw/domain/access/form-rules';
import type { Invitation, InvitationState } from '@sw/domain/access/invitation';
import type { Licence } from '@sw/domain/reports/licence';
import { DAY, type UtcMs } from '@sw/domain/time/units';
import { malformed, notFound, Problem } from '../../../platform/errors.ts';
import type { CallOrigin, Context } from '../context/context.ts';
import { PRODUCT } from '../parts/audit.ts';
import { sha256 } from '../parts/tokens.ts';
import { ADDRESS_TAKEN } from '../sign-in/sign-up.ts';
import type { Actor } from './users.ts';

type Parts = Pick<Context, 'records' | 'mails' | 'backgroundMail' | 'clock' | 'randomSource' | 'audit' | 'signUpRules' | 'origin'>;

export interface NewInvitation {
	email: string | null;
	role: Role;
	license: Licence | null;
	licenseExpires: UtcMs | null;
	uses: number;
	days: number;
	mail: boolean;
}

const CLOSED = "Sign-up is closed, so an invitation wouldn't work: change the setting first";

/** Set-up links of all processes and earlier starts stay valid this long, or until there is an administrator. */
const SETUP_LIFE = DAY;

export function createInvitations({ records, mails, backgroundMail, clock, randomSource, audit, signUpRules, origin }: Parts) {
	const refuseFaulty = async ({ email, role, license, licenseExpires, uses, mail }: NewInvitation, now: UtcMs): Promise<void> => {
		if (email === null && role === 'admin') throw malformed('email', 'An invitation for an administrator must name the address');
		if (email === null && mail) throw malformed('email', 'Name the address that the invitation is mailed to');
		if (email !== null && uses > 1) throw malformed('uses', 'An invitation for one address creates one account');
		if (license !== null && licenseExpires !== null && licenseExpires <= now) throw malformed('license_expires', 'Must be in the future');
		if ((await signUpRules()).mode === 'closed') throw new Problem('conflict', { detail: CLOSED });
		const found = email === null ? undefined : await records.userByEmail(emailKey(email));
		if (found && found.status !== 'unconfirmed') throw new Problem('conflict', { errors: [{ field: 'email', message: ADDRESS_TAKEN }] });
	};

	return {
		list: (query: { state: InvitationState | undefined; skip: number; max: number }) =>
			records.listInvitations({ ...query, now: clock.now() }),

		/** `link` can't be read again later; null if it was mailed instead. */
		create: async (
			wanted: NewInvitation,
			actor: Actor,
			from: Pick<CallOrigin, 'address'>,
		): Promise<{ invitation: Invitation; link: string | null }> => {
			const now = clock.now();
			await refuseFaulty(wanted, now);
			const { days, mail, ...grant } = wanted;
			const created = createInvitation({ ...grant, isSetup: false, createdBy: actor.email, life: days * DAY }, randomSource, now);
			const { invitation } = created;
			const { email, role, license, uses } = invitation;
			await records.transaction(async (tx) => {
				await tx.addInvitation(invitation);
				const detail = { invitation: invitation.id, role, license, uses, days };
				await audit({ actor, act: 'invitation.create', target: email ?? 'any address', detail, address: from.address }, tx);
			});
			const link = invitationLink(origin, created);
			if (email === null || !mail) return { invitation, link };
			backgroundMail.send(mails.invitation(email, link, invitation.expiresAt));
			return { invitation, link: null };
		},

		withdraw: async (id: string, actor: Actor, from: Pick<CallOrigin, 'address'>): Promise<void> =>
			records.transaction(async (tx) => {
				const withdrawn = await tx.withdrawInvitation(id, clock.now());
				if (!withdrawn) throw notFound('Open invitation not found');
				const target = withdrawn.email ?? 'any address';
				await audit({ actor, act: 'invitation.withdraw', target, detail: { invitation: id }, address: from.address }, tx);
			}),
	};
}

type InvitationRequest = Pick<Invitation, 'email' | 'role' | 'license' | 'licenseExpires' | 'uses' | 'isSetup' | 'createdBy'> & {
	/** Lifetime in milliseconds. */
	life: number;
};

/** Creates an invitation without storing it. `code` is the secret part of its link. */
export function createInvitation({ life, ...wanted }: InvitationRequest, randomSource: Context['randomSource'], now: UtcMs) {
	const code = randomSource.bytes(16).toString('base64url');
	const invitation: Invitation = {
		...wanted,
		licenseExpires: wanted.license === null ? null : wanted.licenseExpires,
		id: randomSource.uuid(),
		codeHash: sha256(code),
		emailKey: wanted.email === null ? null : emailKey(wanted.email),
		usedBy: [],
		createdAt: now,
		expiresAt: (now + life) as UtcMs,
		withdrawnAt: null,
	};
	return { invitation, code };
}

export function invitationLink(origin: string, { invitation, code }: ReturnType<typeof createInvitation>): string {
	return `${origin}/auth/signup?invitation=${invitation.id}&code=${code}`;
}

/** Creates a one-time link for the first administrator; undefined if there is an administrator already. */
export async function createSetupLink({
	records,
	clock,
	randomSource,
	origin,
}: Pick<Context, 'records' | 'clock' | 'randomSource' | 'origin'>): Promise<string | undefined> {
	if ((await records.activeAdmins()).length > 0) return undefined;
	const grant = { email: null, role: 'admin', license: null, licenseExpires: null, uses: 1, isSetup: true } as const;
	const made = createInvitation({ ...grant, createdBy: PRODUCT.email, life: SETUP_LIFE }, randomSource, clock.now());
	await records.addInvitation(made.invitation);
	return invitationLink(origin, made);
}
