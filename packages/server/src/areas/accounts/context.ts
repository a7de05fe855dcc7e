import type { Captcha } from '../../outside/captcha/captcha.ts';
import type { Chance } from '../../outside/chance.ts';
import type { Clock } from '../../outside/clock.ts';
import type { Outbox } from '../../outside/mail/outbox.ts';
import type { Post } from '../../outside/mail/post.ts';
import type { OauthProvider } from '../../outside/oauth/provider.ts';
import type { Audit } from './audit.ts';
import type { Hasher } from './hasher.ts';
import type { Limits } from './limits.ts';
import type { Links } from './links.ts';
import type { Mails } from './mails.ts';
import type { AccountRecords } from './ports.ts';
import type { Sessions } from './sessions.ts';

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
	/** null where mails go by a mail server. */
	outbox: Outbox | null;
	captcha: Captcha;
	providers: ReadonlyMap<string, OauthProvider>;
	audit: Audit;
	/** Scheme, host and port that users type. */
	origin: string;
}

/** Who asks from where; `ip` is the whole address, `address` what it counts as. */
export interface From {
	ip: string;
	address: string;
	agent: string;
}
