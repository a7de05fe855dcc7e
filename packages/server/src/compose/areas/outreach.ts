import { outreach as outreachArea } from '@sw/contract/outreach/outreach';
import { emailKey } from '@sw/domain/access/form-rules';
import { CONTACT_MESSAGE_LIFE } from '@sw/domain/outreach/contact-message';
import type { UtcMs } from '@sw/domain/time/units';
import type { Records } from '@sw/store/postgres/records';
import { adminEmails, userByEmail } from '@sw/store/postgres/records/accounts/users';
import { bindQueries } from '@sw/store/postgres/records/bind-queries';
import * as outreach from '@sw/store/postgres/records/outreach/outreach';
import type { Accounts } from '../../areas/accounts/create.ts';
import type { AuditAct } from '../../areas/audit-act.ts';
import { type Implementation, implement } from '../../areas/handlers.ts';
import { createOutreachHandlers } from '../../areas/outreach/handlers.ts';
import type { Config } from '../../config/config.ts';
import type { Captcha } from '../../outside/captcha/captcha.ts';
import { toClock } from '../../platform/clocks/wall-clock.ts';
import type { Inbox } from './inbox.ts';

export interface OutreachWiring {
	records: Pick<Records, 'db'>;
	accounts: Pick<Accounts, 'context'>;
	config: Pick<Config, 'origin' | 'contact'>;
	wall: { now(): number };
	audit: AuditAct;
	notify: Inbox['notify'];
	/** Default: the captcha of accounts. */
	captcha?: Captcha;
}

export interface Outreach {
	area: Implementation;
	/** Deletes old contact messages; to be called once a day. */
	sweep(): Promise<void>;
}

/** Opens the wait-list and the contact form, whose messages go to the operator. */
export function openOutreach({ records: { db }, accounts: { context }, config, wall, audit, notify, captcha }: OutreachWiring): Outreach {
	const records = bindQueries({ ...outreach, userByEmail, adminEmails }, db);
	const clock = toClock(wall);
	return {
		area: implement(
			outreachArea,
			createOutreachHandlers({
				records,
				clock,
				randomSource: context.randomSource,
				captcha: captcha ?? context.captcha,
				mailer: context.backgroundMail,
				limits: {
					countSignUp: (ipBucket) => context.limits.count('wait-list address', ipBucket),
					countMessage: (ipBucket) => context.limits.count('letter address', ipBucket),
				},
				operators: async () => (config.contact === null ? records.adminEmails() : [config.contact]),
				origin: config.origin,
				audit,
				sendToInbox: async (email, message) => {
					const user = await records.userByEmail(emailKey(email));
					if (user?.status === 'active') await notify(user.id, message);
				},
			}),
		),
		sweep: () => records.sweepContactMessages((clock.now() - CONTACT_MESSAGE_LIFE) as UtcMs),
	};
}
