import type { Standing } from '@sw/domain/access/account';
import type { UtcMs } from '@sw/domain/time/units';
import type { Captcha } from '../../../outside/captcha/captcha.ts';
import type { Mailer } from '../../../outside/mail/mail.ts';
import type { Outbox } from '../../../outside/mail/outbox.ts';
import type { Post } from '../../../outside/mail/post.ts';
import type { OauthProvider } from '../../../outside/oauth/provider.ts';
import type { Chance } from '../../../platform/chance.ts';
import type { Clock } from '../../../platform/clocks/clock.ts';
import type { Audit } from '../parts/audit.ts';
import type { Hasher } from '../parts/hasher.ts';
import type { Limits } from '../parts/limits.ts';
import type { Links } from '../parts/links.ts';
import type { Mails } from '../parts/mails.ts';
import type { AccountRecords } from '../parts/ports.ts';
import type { Sessions } from '../sessions/sessions.ts';

/** What the use-cases share; each takes the parts it names. */
export interface Context {
	records: AccountRecords;
	clock: Clock;
	chance: Chance;
	hasher: Hasher;
	sessions: Sessions;
	links: Links;
	limits: Limits;
	mails: Mails;
	post: Post;
	/** For mails whose fate has to be known. */
	mailer: Mailer;
	/** null where mails go by a mail server. */
	outbox: Outbox | null;
	/** Its folder, where nobody but this machine's user can come here; otherwise null: nobody else is told. */
	mailsLieIn: string | null;
	captcha: Captcha;
	providers: ReadonlyMap<string, OauthProvider>;
	audit: Audit;
	/** Whether the account may do nothing but set up its second factor: administrators of a service that others reach. */
	mustEnrol(user: Standing & { secondFactorAt: UtcMs | null }): boolean;
	/** Scheme, host and port that users type. */
	origin: string;
}

/** Who asks from where; `ip` is the whole address, `address` what it counts as. */
export interface From {
	ip: string;
	address: string;
	agent: string;
	/** Hash of the browser's own secret; null: it has none, or is no browser. */
	browser: Buffer | null;
}
