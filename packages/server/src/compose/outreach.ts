import { outreach as outreachArea } from '@sw/contract/outreach';
import { emailKey } from '@sw/domain/access/form-rules';
import { LETTER_LIFE } from '@sw/domain/outreach/letter';
import type { UtcMs } from '@sw/domain/time/units';
import type { Records } from '@sw/store/postgres/records';
import { adminEmails, userByEmail } from '@sw/store/postgres/records/accounts-users';
import { boundTo } from '@sw/store/postgres/records/bound-to';
import * as letters from '@sw/store/postgres/records/contact-letters';
import * as waitList from '@sw/store/postgres/records/wait-list';
import type { Accounts } from '../areas/accounts/create.ts';
import type { AuditAct } from '../areas/audit-act.ts';
import { type Implementation, implement } from '../areas/handlers.ts';
import { outreachHandlers } from '../areas/outreach/handlers.ts';
import type { Config } from '../config/config.ts';
import type { Captcha } from '../outside/captcha/captcha.ts';
import { clockOf } from '../platform/clocks/clock.ts';
import type { Inbox } from './inbox.ts';

export interface OutreachWiring {
	records: Pick<Records, 'db'>;
	accounts: Pick<Accounts, 'context'>;
	config: Pick<Config, 'origin' | 'contact'>;
	wall: { now(): number };
	audit: AuditAct;
	tell: Inbox['tell'];
	/** Default: the captcha of accounts. */
	captcha?: Captcha;
}

export interface Outreach {
	area: Implementation;
	/** Deletes old contact messages; to be called once a day. */
	sweep(): Promise<void>;
}

/** The wait-list and contact messages to the operator. */
export const openOutreach = ({ records: { db }, accounts: { context }, config, wall, audit, tell, captcha }: OutreachWiring): Outreach => {
	const of = boundTo(db);
	const clock = clockOf(wall);
	return {
		area: implement(
			outreachArea,
			outreachHandlers({
				records: {
					addWaiting: of(waitList.addWaiting),
					waitingEntry: of(waitList.waitingEntry),
					removeWaiting: of(waitList.removeWaiting),
					listWaiting: of(waitList.listWaiting),
					addLetter: of(letters.addLetter),
					listLetters: of(letters.listLetters),
					letterById: of(letters.letterById),
					dealWithLetter: of(letters.dealWithLetter),
					hasAccount: async (email) => (await userByEmail(db, email)) !== undefined,
				},
				clock,
				chance: context.chance,
				captcha: captcha ?? context.captcha,
				post: context.post,
				limits: {
					entry: (address) => context.limits.count('wait-list address', address),
					letter: (address) => context.limits.count('letter address', address),
				},
				operators: async () => (config.contact === null ? adminEmails(db) : [config.contact]),
				origin: config.origin,
				audit,
				tell: async (email, message) => {
					const user = await userByEmail(db, emailKey(email));
					if (user?.status === 'active') await tell(user.id, message);
				},
			}),
		),
		sweep: () => letters.sweepLetters(db, (clock.now() - LETTER_LIFE) as UtcMs),
	};
};
