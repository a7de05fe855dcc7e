/**
 * Defines every environment variable of the server once: name, default, meaning, check, and whether it is a secret. Only main.ts and commands/ read the
 * environment, and pass it to this module. docs/generated/environment.md is generated from this list.
 */
import { z } from 'zod';
import {
	authorities,
	calendars,
	folder,
	groupRules,
	hostAndPort,
	mailbox,
	mentions,
	oneOf,
	proxies,
	proxyHeader,
	pushHosts,
	ROLES,
	receivers,
	roles,
	siteAddress,
	span,
	speed,
	symbols,
	telegramToken,
	text,
	url,
	VENDORS,
	vapidKey,
	wholeNumber,
} from './environment-values.ts';
import { signInProviders } from './sign-in-providers.ts';

function variable<T extends z.ZodType>(fallback: string, about: string, value: T) {
	return { fallback, about, value, isSecret: false };
}

/** Defines a variable without a default. The value is null if the variable is empty or not set. */
function optional<T extends z.ZodType>(about: string, value: T) {
	return variable('', about, value.nullable());
}

/** Defines an optional variable whose value is never shown, not even in error messages. */
function secret<T extends z.ZodType>(about: string, value: T) {
	return { ...optional(about, value), isSecret: true };
}

const VARIABLES = {
	PORT: variable('8080', 'Port of the web application and the API; 0 picks a free port.', wholeNumber(0, 65535)),
	HOST: variable('127.0.0.1', 'Address to listen on. Any address other than loopback removes the demo accounts.', text),
	SIGNALWHEEL_ORIGIN: optional(
		'Public address of the site, for example https://signals.example.com, or with a path https://example.com/signals. Empty: http://localhost:PORT. https turns on secure cookies and HSTS.',
		siteAddress,
	),
	SIGNALWHEEL_INTERNAL_ADDRESS: optional(
		"Address at which the other processes reach this one, for example http://10.0.0.5:8080. Empty: the listening address, or the machine's name if it listens on all addresses. Don't expose it to the internet.",
		url('http'),
	),
	SIGNALWHEEL_DRAIN: variable(
		'0',
		"Seconds between the stop signal and shutdown. Meanwhile /api/health says 'stopping' so that a proxy sends new requests elsewhere; all requests are still served.",
		wholeNumber(0, 60),
	),
	SIGNALWHEEL_DATA: variable('data', 'Folder of the embedded databases and files. Each running server needs its own.', folder),
	DATABASE_URL: secret('PostgreSQL 15 or later. Empty: a private embedded PostgreSQL 18.', url('postgres', 'postgresql')),
	CLICKHOUSE_URL: secret('ClickHouse over HTTP. Empty: the embedded engine (chDB).', url('http', 'https')),
	SIGNALWHEEL_ROLES: variable(
		ROLES.join(','),
		'Roles of this process: market (reads data, scores and publishes, or stands by), api (pages, calls, live connections), jobs (background jobs). Fewer than all three need a shared DATABASE_URL and CLICKHOUSE_URL.',
		roles,
	),
	SIGNALWHEEL_CLICKHOUSE_CLUSTER: optional(
		"Name of the ClickHouse cluster, as in its servers' remote_servers: tables are replicated and sharded by ticker. Empty: a single server.",
		z.string().regex(/^[A-Za-z_]\w{0,63}$/, 'a name of letters, digits and _, as in remote_servers of the servers'),
	),
	SIGNALWHEEL_PROVIDER: variable(
		'simulated',
		'Source of market data: simulated, files (imported with `npm run import`), replay (plays a backup), yahoo (no key needed), alpaca or massive.',
		oneOf('simulated', 'files', 'replay', ...VENDORS),
	),
	SIGNALWHEEL_REPLAY: optional('Folder of the backup to replay.', folder),
	SIGNALWHEEL_REPLAY_SPAN: optional(
		"First and last session to replay, for example '2024-03-07..2024-03-13'. Empty: the last five sessions of the backup.",
		span,
	),
	SIGNALWHEEL_SYMBOLS: optional('Symbols to follow with a vendor, comma-separated. Empty: the most traded.', symbols),
	SIGNALWHEEL_UNIVERSE: optional(
		'Number of most traded tickers to follow. Empty: 150 with Yahoo, 2000 with Alpaca, 1000 with Massive.',
		wholeNumber(1, 20_000),
	),
	SIGNALWHEEL_DELAY: optional(
		'Delay of the market clock in minutes, so that the data of a slot are complete when it ends. Empty: 1 with Yahoo, 16 with Alpaca and Massive. Use 0 for plans with real-time prices.',
		wholeNumber(0, 1_440),
	),
	SIGNALWHEEL_OPTIONS_DELAY: optional(
		'Delay of option volume in minutes. Empty: 15. If it is longer than the delay of prices, option volume is added after the report. Use 0 for plans with real-time options.',
		wholeNumber(0, 1_440),
	),
	SIGNALWHEEL_COVERAGE: variable(
		'95',
		'Percentage of expected tickers that a slot must have. After a few minutes the report is made with fewer and a warning, but never with less than half.',
		wholeNumber(50, 100),
	),
	SIGNALWHEEL_REQUESTS_PER_MINUTE: optional(
		'Maximum requests per minute to the vendor. Empty: 120 with Yahoo, 180 with Alpaca, 600 with Massive (use 5 for its free plan).',
		wholeNumber(1, 100_000),
	),
	SIGNALWHEEL_CHAINS: variable(
		'50',
		'Number of underlyings whose option chains are read after each slot, most traded first; 0 reads none.',
		wholeNumber(0, 20_000),
	),
	SIGNALWHEEL_ALPACA_KEY: secret('Alpaca key id; ids of paper accounts begin with PK.', text),
	SIGNALWHEEL_ALPACA_SECRET: secret('Alpaca secret key.', text),
	SIGNALWHEEL_ALPACA_STREAM: optional(
		"'sip' reads live bars of the whole market from Alpaca's stream (if the plan includes it); the market clock is then only a few seconds behind.",
		oneOf('sip'),
	),
	SIGNALWHEEL_MASSIVE_KEY: secret('API key of Massive, formerly Polygon.io.', text),
	SIGNALWHEEL_MASSIVE_FILES_KEY: secret("Key id of Massive's flat files (S3); history is then loaded by whole days.", text),
	SIGNALWHEEL_MASSIVE_FILES_SECRET: secret("Secret key of Massive's flat files.", text),
	SIGNALWHEEL_MENTIONS: optional(
		'Sources of mentions for a real market: apewisdom (no key needed) or reddit, and x, comma-separated. Empty: none.',
		mentions,
	),
	SIGNALWHEEL_REDDIT_ID: secret("Client id of a Reddit application of type 'script'.", text),
	SIGNALWHEEL_REDDIT_SECRET: secret('Client secret of the Reddit application.', text),
	SIGNALWHEEL_X_TOKEN: secret('Bearer token of an X application; each request costs money.', text),
	SIGNALWHEEL_EDGAR_CONTACT: optional(
		"Mail address that the SEC asks for in each request. With it, a real market reads public filings (EDGAR, no key needed). Empty: filings aren't read.",
		mailbox,
	),
	SIGNALWHEEL_SPEED: optional(
		'Speed of the simulated market and of a replay, as a multiple of real time; 60 publishes a report every 15 seconds. Empty: the simulated market runs at 20 while a page is open, otherwise 1; a replay at 1.',
		speed,
	),
	SIGNALWHEEL_PUBLIC_QUOTES: optional(
		"'licensed' shows a vendor's prices to visitors without an account; vendors forbid this without a display agreement.",
		oneOf('licensed'),
	),
	SIGNALWHEEL_ASSISTANTS: optional(
		"'on' lets AI assistants use /api/mcp (Model Context Protocol) with personal keys, see docs/assistants.md. Empty: off.",
		oneOf('on'),
	),
	SIGNALWHEEL_TRUSTED_PROXIES: optional('Addresses or networks of proxies whose X-Forwarded-For is trusted, comma-separated.', proxies),
	SIGNALWHEEL_PROXY_SIGN_IN: optional(
		'Header in which a trusted proxy passes the user it has signed in, for example Remote-User; that user is then signed in here, too. Mail address, name and groups (comma-separated) come from the headers with the same prefix: Remote-Email, Remote-Name and Remote-Groups. Empty: off.',
		proxyHeader,
	),
	SIGNALWHEEL_PROXY_GROUPS: optional(
		"Licence or role for each of the proxy's groups, for example traders=premium,operators=admin,*=basic; 'user' gives an account without a licence. Users in none of these groups get no account. Empty: every user of the proxy gets one.",
		groupRules,
	),
	SIGNALWHEEL_HSTS: optional(
		"'subdomains' makes browsers require TLS for all subdomains of the site as well; use it only if all of them have TLS.",
		oneOf('subdomains'),
	),
	SIGNALWHEEL_LOG: variable(
		'warn',
		'Log level; logs are written to standard output as JSON.',
		oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
	),
	SIGNALWHEEL_METRICS: optional(
		'Port, or host:port, of Prometheus metrics (GET /metrics, no authentication); a port alone listens on 127.0.0.1. Empty: off.',
		hostAndPort,
	),
	SIGNALWHEEL_SMTP_URL: secret(
		'Mail server, smtp:// or smtps://. Empty: mails are written to the outbox folder in the data folder.',
		url('smtp', 'smtps'),
	),
	SIGNALWHEEL_MAIL_FROM: variable('Signalwheel <no-reply@localhost>', 'Sender of mails.', text),
	SIGNALWHEEL_PUSH_HOSTS: variable(
		'fcm.googleapis.com,updates.push.services.mozilla.com,*.notify.windows.com,*.push.apple.com',
		"Hosts of push services that web push may use, comma-separated; '*.' matches all subdomains. Browsers that use other services are refused.",
		pushHosts,
	),
	SIGNALWHEEL_PUSH_PUBLIC_KEY: optional(
		'Public key of web push (VAPID), as printed by `web-push generate-vapid-keys`. Empty: a key pair is created at the first start and kept in the database. After a change, browsers must subscribe again.',
		vapidKey(87),
	),
	SIGNALWHEEL_PUSH_PRIVATE_KEY: secret('Private key of web push (VAPID).', vapidKey(43)),
	SIGNALWHEEL_LOCAL_RECEIVERS: optional(
		"Hosts with ports in your own network that users' webhooks and message channels may reach, also by plain http; comma-separated, exactly as in their addresses, such as homeassistant.local:8123. Empty: public internet addresses only.",
		receivers,
	),
	SIGNALWHEEL_TELEGRAM_TOKEN: secret('Token of the Telegram bot that sends messages to users, from @BotFather.', telegramToken),
	SIGNALWHEEL_CONTACT: optional('Mailbox for contact messages. Empty: they go to every administrator.', mailbox),
	SIGNALWHEEL_ENVIRONMENT: variable(
		'prod',
		'Environment of this site: prod, or another name, which keeps its pages out of search engines. Hosts that start with test, dev or stage are never prod.',
		text,
	),
	SIGNALWHEEL_OPERATOR: optional('Name of the operator, for the FAQ, privacy and terms pages.', text),
	SIGNALWHEEL_OPERATOR_ADDRESS: optional('Postal address of the operator in one line, for the same pages.', text),
	SIGNALWHEEL_PAGES: optional(
		'Folder of Markdown files that replace the built-in static pages: faq.md, privacy-policy.md, terms-of-use.md. Read at start. Empty: the built-in pages.',
		folder,
	),
	SIGNALWHEEL_BACKUPS: optional(
		'Folder of the daily backups, outside the data folder; hour and number kept are site settings. Set it for every process with the role market or jobs. Empty: none are made.',
		folder,
	),
	SIGNALWHEEL_ANCHORS: optional(
		"'on': outside witnesses stamp the end of the report chain after each session, see docs/proof-format.md. Set it for every process with the role market or jobs. Empty: off.",
		oneOf('on'),
	),
	SIGNALWHEEL_ANCHOR_AUTHORITIES: variable(
		'https://freetsa.org/tsr',
		'Addresses of time-stamping authorities (RFC 3161), comma-separated; https or, since tokens are signed, http. Empty: none.',
		authorities,
	),
	SIGNALWHEEL_ANCHOR_ROOTS: optional(
		"File with the root certificates of the authorities (PEM). Empty: only a token's own signature is checked, which proves nothing about its signer.",
		folder,
	),
	SIGNALWHEEL_ANCHOR_CALENDARS: variable(
		'https://a.pool.opentimestamps.org,https://b.pool.opentimestamps.org',
		'Addresses of OpenTimestamps calendars, comma-separated. Empty: none.',
		calendars,
	),
	SIGNALWHEEL_ANCHOR_BLOCKS: variable(
		'https://blockstream.info/api',
		'Address of an Esplora API for reading the headers of Bitcoin blocks.',
		url('https'),
	),
	SIGNALWHEEL_ANCHOR_WEBHOOK: optional('Address that receives each stamped end of the chain as signed JSON. Empty: none.', url('https')),
	SIGNALWHEEL_UPDATES: optional(
		'Address of a release feed, a JSON file such as {"version": "0.3.0", "notes": "https://..."}: read once a day, and administrators see a newer version. No data is sent with the request. Empty: off.',
		url('https', 'http'),
	),
	SIGNALWHEEL_TRACKING: optional(
		'Address of an analytics script, loaded three seconds after a page for readers who consented to identification. Empty: none.',
		url('https', 'http'),
	),
	SIGNALWHEEL_CAPTCHA: optional('Captcha: turnstile, hcaptcha or recaptcha. Empty: none.', oneOf('turnstile', 'hcaptcha', 'recaptcha')),
	SIGNALWHEEL_CAPTCHA_SITE_KEY: optional('Public key of the captcha.', text),
	SIGNALWHEEL_CAPTCHA_SECRET: secret('Secret key of the captcha.', text),
	SIGNALWHEEL_PAYMENTS: optional(
		'Payment provider: payproglobal, or simulated (takes no money; works only on this machine, without another origin or a proxy). Empty: none, administrators grant licences.',
		oneOf('payproglobal', 'simulated'),
	),
	SIGNALWHEEL_PAYPRO_ACCOUNT: optional('Vendor account id at PayPro Global.', wholeNumber(1, 2_147_483_647)),
	SIGNALWHEEL_PAYPRO_API_SECRET: secret(
		"API secret key of PayPro Global, for reading orders; the server's address must be on PayPro Global's allow list.",
		text,
	),
	SIGNALWHEEL_PAYPRO_VALIDATION_KEY: secret('Validation key of PayPro Global, which signs payment notifications (SIGNATURE).', text),
	SIGNALWHEEL_PAYPRO_SECRET_KEY: secret('Secret key of PayPro Global, which hashes payment notifications (HASH).', text),
	SIGNALWHEEL_OAUTH: secret(
		'Sign-in providers: JSON list of {"name", "issuer" (OpenID providers), "clientId", "clientSecret"}; google and github need no issuer. Optional: "label"; "scope" (default: openid email profile); "grants", what the groups of a user give at each sign-in and refresh, for example {"traders": "premium", "operators": "admin", "*": "user"}, users in no such group are refused; "claim", the path of the groups (default: groups; for example realm_access.roles); "linkByEmail": true opens existing accounts by an address that the provider has verified; "logout": true signs out at the provider, too. Addresses for the settings of the provider: return <origin>/oauth/<name>, after logout <origin>/, back-channel logout <origin>/api/oauth/<name>/logout.',
		signInProviders,
	),
	SIGNALWHEEL_PASSWORDS: variable(
		'on',
		'on, or off: accounts are opened only by SIGNALWHEEL_OAUTH or SIGNALWHEEL_PROXY_SIGN_IN; sign-up, invitations, passkeys and mailed links are refused. npm run admin -- link lets an administrator in.',
		oneOf('on', 'off'),
	),
};

type Name = keyof typeof VARIABLES;
export type Environment = { readonly [N in Name]: z.output<(typeof VARIABLES)[N]['value']> };

/** All variables as a list, without their checks. */
export const SETTINGS = Object.entries(VARIABLES).map(([name, { fallback, about, isSecret }]) => ({ name, fallback, about, isSecret }));

/** Each entry names a variable, a value of that variable (null: any value), and the other variables that this value requires. */
const DEPENDENCIES: readonly (readonly [Name, string | null, ...Name[]])[] = [
	['SIGNALWHEEL_CLICKHOUSE_CLUSTER', null, 'CLICKHOUSE_URL'],
	['SIGNALWHEEL_PROXY_SIGN_IN', null, 'SIGNALWHEEL_TRUSTED_PROXIES'],
	['SIGNALWHEEL_PROXY_GROUPS', null, 'SIGNALWHEEL_PROXY_SIGN_IN'],
	['SIGNALWHEEL_PROVIDER', 'replay', 'SIGNALWHEEL_REPLAY'],
	['SIGNALWHEEL_PROVIDER', 'alpaca', 'SIGNALWHEEL_ALPACA_KEY', 'SIGNALWHEEL_ALPACA_SECRET'],
	['SIGNALWHEEL_PROVIDER', 'massive', 'SIGNALWHEEL_MASSIVE_KEY'],
	['SIGNALWHEEL_MENTIONS', 'reddit', 'SIGNALWHEEL_REDDIT_ID', 'SIGNALWHEEL_REDDIT_SECRET'],
	['SIGNALWHEEL_MENTIONS', 'x', 'SIGNALWHEEL_X_TOKEN'],
	[
		'SIGNALWHEEL_PAYMENTS',
		'payproglobal',
		'SIGNALWHEEL_PAYPRO_ACCOUNT',
		'SIGNALWHEEL_PAYPRO_API_SECRET',
		'SIGNALWHEEL_PAYPRO_VALIDATION_KEY',
		'SIGNALWHEEL_PAYPRO_SECRET_KEY',
	],
	['SIGNALWHEEL_CAPTCHA', null, 'SIGNALWHEEL_CAPTCHA_SITE_KEY', 'SIGNALWHEEL_CAPTCHA_SECRET'],
];
/** Variables that must name shared servers if roles are split over several processes. */
const SHARED_VARIABLES = ['DATABASE_URL', 'CLICKHOUSE_URL'] as const satisfies readonly Name[];
/** Variables that must be set together. */
const PAIRED_VARIABLES = [
	['SIGNALWHEEL_ALPACA_KEY', 'SIGNALWHEEL_ALPACA_SECRET'],
	['SIGNALWHEEL_PUSH_PUBLIC_KEY', 'SIGNALWHEEL_PUSH_PRIVATE_KEY'],
	['SIGNALWHEEL_MASSIVE_FILES_KEY', 'SIGNALWHEEL_MASSIVE_FILES_SECRET'],
	['SIGNALWHEEL_REDDIT_ID', 'SIGNALWHEEL_REDDIT_SECRET'],
] as const satisfies readonly Name[][];

/** An invalid configuration. The message names each invalid variable and its allowed values. */
export class ConfigError extends Error {}

export type RawEnvironment = Readonly<Record<string, string | undefined>>;

/** Returns the value of a variable as text: the set value, or else the default. */
export function valueText(env: RawEnvironment, name: string, fallback: string): string {
	return env[name]?.trim() || fallback;
}

/** Parses and checks the environment. Throws a ConfigError that names every invalid variable but no secret value. */
export function readEnvironment(env: RawEnvironment): Environment {
	const texts = Object.fromEntries(SETTINGS.map(({ name, fallback }) => [name, valueText(env, name, fallback) || null])) as Record<
		Name,
		string | null
	>;
	const shape = Object.fromEntries(Object.entries(VARIABLES).map(([name, { value }]) => [name, value])) as {
		[N in Name]: (typeof VARIABLES)[N]['value'];
	};
	const parsed = z.object(shape).safeParse(texts);
	const errors = new Map<string, string>();
	for (const { path, message } of parsed.error?.issues ?? []) {
		const name = path[0] as Name;
		errors.set(name, `${name} must be ${message}${VARIABLES[name].isSecret ? '' : `, not '${texts[name]}'`}.`);
	}
	for (const [name, value, ...required] of DEPENDENCIES) {
		const isConfigured = value === null ? texts[name] !== null : texts[name]?.split(',').some((part) => part.trim() === value);
		if (isConfigured && required.some((requiredName) => texts[requiredName] === null))
			errors.set(`${name}=${value}`, `${name}${value === null ? '' : `=${value}`} needs ${required.join(' and ')}.`);
	}
	if (
		parsed.success &&
		ROLES.some((role) => !parsed.data.SIGNALWHEEL_ROLES.has(role)) &&
		SHARED_VARIABLES.some((name) => texts[name] === null)
	)
		errors.set(
			'SIGNALWHEEL_ROLES',
			`SIGNALWHEEL_ROLES=${texts['SIGNALWHEEL_ROLES']} splits the roles over several processes, which can't share the embedded databases: set ${SHARED_VARIABLES.join(' and ')} to shared servers, or unset SIGNALWHEEL_ROLES.`,
		);
	for (const [first, second] of PAIRED_VARIABLES)
		if ((texts[first] === null) !== (texts[second] === null))
			errors.set(`${first} ${second}`, `Set both ${first} and ${second}, or neither.`);
	if (texts['SIGNALWHEEL_PASSWORDS'] === 'off' && texts['SIGNALWHEEL_OAUTH'] === null && texts['SIGNALWHEEL_PROXY_SIGN_IN'] === null)
		errors.set('SIGNALWHEEL_PASSWORDS', 'SIGNALWHEEL_PASSWORDS=off needs SIGNALWHEEL_OAUTH or SIGNALWHEEL_PROXY_SIGN_IN.');
	if (!parsed.success || errors.size > 0) throw new ConfigError([...errors.values()].join('\n'));
	return parsed.data;
}
