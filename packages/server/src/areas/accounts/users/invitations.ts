import type { Role } from '@sw/domain/access/account';
import { emailKey } from '@sw/domain/access/form-rules';
import type { Invitation, InvitationState } from '@sw/domain/access/invitation';
import type { Licence } from '@sw/domain/reports/licence';
import { DAY, type UtcMs } from '@sw/domain/time/units';
import { malformed, notFound, Problem } from '../../../platform/errors.ts';
import type { CallOrigin, Context } from '../context/context.ts';
import { PRODUCT_ACTOR } from '../parts/audit.ts';
import { sha256 } from '../parts/tokens.ts';
import { EMAIL_TAKEN } from '../sign-in/sign-up.ts';
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

const SIGN_UP_CLOSED = "Sign-up is closed, so an invitation wouldn't work: change the setting first";

/** Lifetime of set-up links, including those of other processes and earlier starts. All end once there is an administrator. */
const SETUP_LIFE_MS = DAY;

export function createInvitations({ records, mails, backgroundMail, clock, randomSource, audit, signUpRules, origin }: Parts) {
	const validateInvitation = async ({ email, role, license, licenseExpires, uses, mail }: NewInvitation, now: UtcMs): Promise<void> => {
		if (email === null && role === 'admin') throw malformed('email', 'An invitation for an administrator must name the address');
		if (email === null && mail) throw malformed('email', 'Name the address that the invitation is mailed to');
		if (email !== null && uses > 1) throw malformed('uses', 'An invitation for one address creates one account');
		if (license !== null && licenseExpires !== null && licenseExpires <= now) throw malformed('license_expires', 'Must be in the future');
		if ((await signUpRules()).mode === 'closed') throw new Problem('conflict', { detail: SIGN_UP_CLOSED });
		const existing = email === null ? undefined : await records.userByEmail(emailKey(email));
		if (existing && existing.status !== 'unconfirmed')
			throw new Problem('conflict', { errors: [{ field: 'email', message: EMAIL_TAKEN }] });
	};

	return {
		list: (query: { state: InvitationState | undefined; skip: number; max: number }) =>
			records.listInvitations({ ...query, now: clock.now() }),

		/** `link` can't be read again later; null if it was mailed instead. */
		create: async (
			request: NewInvitation,
			actor: Actor,
			callOrigin: Pick<CallOrigin, 'address'>,
		): Promise<{ invitation: Invitation; link: string | null }> => {
			const now = clock.now();
			await validateInvitation(request, now);
			const { days, mail, ...grant } = request;
			const newInvitation = createInvitation({ ...grant, isSetup: false, createdBy: actor.email, lifeMs: days * DAY }, randomSource, now);
			const { invitation } = newInvitation;
			const { email, role, license, uses } = invitation;
			await records.transaction(async (tx) => {
				await tx.addInvitation(invitation);
				const detail = { invitation: invitation.id, role, license, uses, days };
				await audit({ actor, act: 'invitation.create', target: email ?? 'any address', detail, address: callOrigin.address }, tx);
			});
			const link = createInvitationUrl(origin, newInvitation);
			if (email === null || !mail) return { invitation, link };
			backgroundMail.send(mails.invitation(email, link, invitation.expiresAt));
			return { invitation, link: null };
		},

		withdraw: async (id: string, actor: Actor, callOrigin: Pick<CallOrigin, 'address'>): Promise<void> =>
			records.transaction(async (tx) => {
				const invitation = await tx.withdrawInvitation(id, clock.now());
				if (!invitation) throw notFound('Open invitation not found');
				const target = invitation.email ?? 'any address';
				await audit({ actor, act: 'invitation.withdraw', target, detail: { invitation: id }, address: callOrigin.address }, tx);
			}),
	};
}

type InvitationRequest = Pick<Invitation, 'email' | 'role' | 'license' | 'licenseExpires' | 'uses' | 'isSetup' | 'createdBy'> & {
	/** Lifetime in milliseconds. */
	lifeMs: number;
};

/** Creates an invitation without storing it. `code` is the secret part of its link. */
export function createInvitation({ lifeMs, ...fields }: InvitationRequest, randomSource: Context['randomSource'], now: UtcMs) {
	const code = randomSource.bytes(16).toString('base64url');
	const invitation: Invitation = {
		...fields,
		licenseExpires: fields.license === null ? null : fields.licenseExpires,
		id: randomSource.uuid(),
		codeHash: sha256(code),
		emailKey: fields.email === null ? null : emailKey(fields.email),
		usedBy: [],
		createdAt: now,
		expiresAt: (now + lifeMs) as UtcMs,
		withdrawnAt: null,
	};
	return { invitation, code };
}

export function createInvitationUrl(origin: string, { invitation, code }: ReturnType<typeof createInvitation>): string {
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
	const setupInvitation = createInvitation({ ...grant, createdBy: PRODUCT_ACTOR.email, lifeMs: SETUP_LIFE_MS }, randomSource, clock.now());
	await records.addInvitation(setupInvitation.invitation);
	return createInvitationUrl(origin, setupInvitation);
}
