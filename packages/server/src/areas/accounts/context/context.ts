import type { AccountState } from '@sw/domain/access/account';
import type { SignUpRules } from '@sw/domain/access/sign-up';
import type { UtcMs } from '@sw/domain/time/units';
import type { Captcha } from '../../../outside/captcha/captcha.ts';
import type { BackgroundMail } from '../../../outside/mail/background-mail.ts';
import type { Mailer } from '../../../outside/mail/mail.ts';
import type { Outbox } from '../../../outside/mail/outbox.ts';
import type { OauthProvider } from '../../../outside/oauth/provider.ts';
import type { Clock } from '../../../platform/clocks/wall-clock.ts';
import type { RandomSource } from '../../../platform/random-source.ts';
import type { Audit } from '../parts/audit.ts';
import type { Hasher } from '../parts/hasher.ts';
import type { Limits } from '../parts/limits.ts';
import type { Links, Mails } from '../parts/mails.ts';
import type { AccountRecords } from '../parts/ports.ts';
import type { Sessions } from '../sessions/sessions.ts';

/** Dependencies of the use cases; each picks the ones it needs. */
export interface Context {
	records: AccountRecords;
	clock: Clock;
	randomSource: RandomSource;
	hasher: Hasher;
	sessions: Sessions;
	links: Links;
	limits: Limits;
	mails: Mails;
	backgroundMail: BackgroundMail;
	/** For mails whose delivery must be awaited. */
	mailer: Mailer;
	/** Null when mails are sent through a mail server. */
	outbox: Outbox | null;
	/** Path of the outbox folder, shown in responses. Null when other machines can reach the service. */
	outboxFolder: string | null;
	captcha: Captcha;
	providers: ReadonlyMap<string, OauthProvider>;
	/** Whether users can sign in without a sign-in provider. */
	passwordsEnabled: boolean;
	audit: Audit;
	/** Whether the account must set up a second factor first: true for administrators of a service that other machines can reach. */
	mustEnrol(user: AccountState & { secondFactorAt: UtcMs | null }): boolean;
	signUpRules(): Promise<SignUpRules>;
	/** Scheme, host and port of the URL that users open. */
	origin: string;
}

/** Origin of a call. `ip` is the full IP address, `address` the rate-limit bucket that it is counted in. */
export interface CallOrigin {
	ip: string;
	address: string;
	agent: string;
	/** SHA-256 of the browser's secret cookie; null without that cookie. */
	browser: Buffer | null;
}
