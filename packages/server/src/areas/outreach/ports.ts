import type { DeliverableMessage } from '@sw/domain/inbox/message';
import type * as users from '@sw/store/postgres/records/accounts/users';
import type { Queries } from '@sw/store/postgres/records/bind-queries';
import type * as outreach from '@sw/store/postgres/records/outreach/outreach';
import type { Captcha } from '../../outside/captcha/captcha.ts';
import type { BackgroundMail } from '../../outside/mail/background-mail.ts';
import type { Clock } from '../../platform/clocks/wall-clock.ts';
import type { RandomSource } from '../../platform/random-source.ts';
import type { AuditAct } from '../audit-act.ts';

/** Mail addresses must be in lower case. */
export type OutreachRecords = Queries<typeof outreach & Pick<typeof users, 'userByEmail'>>;

export interface OutreachParts {
	records: OutreachRecords;
	clock: Clock;
	randomSource: Pick<RandomSource, 'uuid'>;
	captcha: Captcha;
	mailer: Pick<BackgroundMail, 'send' | 'defer'>;
	/** Count a wait-list sign-up or contact message from an IP address; throw 429 after too many. */
	limits: { countSignUp(address: string): Promise<void>; countMessage(address: string): Promise<void> };
	/** Mailboxes that receive contact messages. */
	operators(): Promise<readonly string[]>;
	/** Scheme, host and port of the URL that users open. */
	origin: string;
	audit: AuditAct;
	/** Sends a message to the inbox of the account with the mail address, if there is one. */
	sendToInbox(email: string, message: DeliverableMessage): Promise<void>;
}
