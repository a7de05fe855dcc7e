/** Storage and services for the wait-list and contact messages. */
import type { DeliverableMessage } from '@sw/domain/inbox/message';
import type * as users from '@sw/store/postgres/records/accounts/users';
import type { Queries } from '@sw/store/postgres/records/bind-queries';
import type * as outreach from '@sw/store/postgres/records/outreach/outreach';
import type { Captcha } from '../../outside/captcha/captcha.ts';
import type { BackgroundMail } from '../../outside/mail/background-mail.ts';
import type { Clock } from '../../platform/clocks/wall-clock.ts';
import type { RandomSource } from '../../platform/random-source.ts';
import type { AuditAct } from '../audit-act.ts';

/** Addresses are in lower case. */
export type OutreachRecords = Queries<typeof outreach & Pick<typeof users, 'userByEmail'>>;

export interface OutreachParts {
	records: OutreachRecords;
	clock: Clock;
	randomSource: Pick<RandomSource, 'uuid'>;
	captcha: Captcha;
	post: Pick<BackgroundMail, 'send' | 'later'>;
	/** Each counts an attempt of the address, or throws 429 when there were too many. */
	limits: { entry(address: string): Promise<void>; message(address: string): Promise<void> };
	/** Mailboxes that receive contact messages. */
	operators(): Promise<readonly string[]>;
	/** Scheme, host and port that users type. */
	origin: string;
	audit: AuditAct;
	/** Sends a message to the inbox of the account with the address, if there is one. */
	notify(email: string, message: DeliverableMessage): Promise<void>;
}
