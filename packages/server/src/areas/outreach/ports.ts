/** Storage and services for the wait-list and contact messages. */
import type { DeliverableMessage } from '@sw/domain/inbox/message';
import type { ContactMessage, ContactMessageSearch } from '@sw/domain/outreach/contact-message';
import type { WaitListSearch, WaitListSignUp, WaitListSource } from '@sw/domain/outreach/wait-list';
import type { UtcMs } from '@sw/domain/time/units';
import type { Captcha } from '../../outside/captcha/captcha.ts';
import type { BackgroundMail } from '../../outside/mail/background-mail.ts';
import type { Clock } from '../../platform/clocks/clock.ts';
import type { RandomSource } from '../../platform/random-source.ts';
import type { AuditAct } from '../audit-act.ts';

interface Page<Row> {
	items: Row[];
	total: number;
}

/** Addresses are in lower case. */
export interface OutreachRecords {
	/** False when it is already on the list. */
	addSignUp(entry: WaitListSignUp): Promise<boolean>;
	signUpById(email: string, source: WaitListSource): Promise<WaitListSignUp | undefined>;
	/** False when there was none. */
	removeSignUp(email: string, source: WaitListSource): Promise<boolean>;
	listSignUps(search: WaitListSearch, skip: number, max: number): Promise<Page<WaitListSignUp>>;
	addContactMessage(message: ContactMessage): Promise<void>;
	listContactMessages(search: ContactMessageSearch, skip: number, max: number): Promise<Page<ContactMessage>>;
	contactMessageById(id: string): Promise<ContactMessage | undefined>;
	settleContactMessage(id: string, dealtWith: boolean, now: UtcMs): Promise<{ before: ContactMessage; after: ContactMessage } | undefined>;
	hasAccount(email: string): Promise<boolean>;
}

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
