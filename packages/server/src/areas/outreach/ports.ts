/** Storage and services for the wait-list and contact messages. */
import type { ToldMessage } from '@sw/domain/inbox/message';
import type { ContactLetter, LetterSearch } from '@sw/domain/outreach/letter';
import type { WaitListEntry, WaitListSearch, WaitListSource } from '@sw/domain/outreach/wait-list';
import type { UtcMs } from '@sw/domain/time/units';
import type { Captcha } from '../../outside/captcha/captcha.ts';
import type { Post } from '../../outside/mail/post.ts';
import type { Chance } from '../../platform/chance.ts';
import type { Clock } from '../../platform/clocks/clock.ts';
import type { AuditAct } from '../audit-act.ts';

interface Page<Row> {
	items: Row[];
	total: number;
}

/** Addresses are in lower case. */
export interface OutreachRecords {
	/** False when it is already on the list. */
	addWaiting(entry: WaitListEntry): Promise<boolean>;
	waitingEntry(email: string, source: WaitListSource): Promise<WaitListEntry | undefined>;
	/** False when there was none. */
	removeWaiting(email: string, source: WaitListSource): Promise<boolean>;
	listWaiting(search: WaitListSearch, skip: number, max: number): Promise<Page<WaitListEntry>>;
	addLetter(letter: ContactLetter): Promise<void>;
	listLetters(search: LetterSearch, skip: number, max: number): Promise<Page<ContactLetter>>;
	letterById(id: string): Promise<ContactLetter | undefined>;
	dealWithLetter(id: string, dealtWith: boolean, now: UtcMs): Promise<{ before: ContactLetter; after: ContactLetter } | undefined>;
	hasAccount(email: string): Promise<boolean>;
}

export interface OutreachParts {
	records: OutreachRecords;
	clock: Clock;
	chance: Pick<Chance, 'uuid'>;
	captcha: Captcha;
	post: Pick<Post, 'send' | 'later'>;
	/** Each counts an attempt of the address, or throws 429 when there were too many. */
	limits: { entry(address: string): Promise<void>; letter(address: string): Promise<void> };
	/** Mailboxes that receive contact messages. */
	operators(): Promise<readonly string[]>;
	/** Scheme, host and port that users type. */
	origin: string;
	audit: AuditAct;
	/** Sends a message to the inbox of the account with the address, if there is one. */
	tell(email: string, message: ToldMessage): Promise<void>;
}
