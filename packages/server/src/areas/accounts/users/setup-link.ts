import { DAY } from '@sw/domain/time/units';
import type { Context } from '../context/context.ts';
import { PRODUCT } from '../parts/audit.ts';
import { createInvitation, invitationLink } from './invitations.ts';

/** Links of other processes and of earlier starts stay valid for this long, too, but only until there is an administrator. */
const SETUP_LIFE = DAY;

/** A one-time link that creates the first administrator; undefined when there is one. */
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
