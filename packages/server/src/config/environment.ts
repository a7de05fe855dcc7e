/**
 * Every environment variable that the server knows, once: name, default, meaning, check and whether it is a secret. main.ts hands over the process's
 * environment; nothing else reads it. docs/generated/environment.md is made from this list.
 */
import { isIP } from 'node:net';
import { isEmail } from '@sw/domain/access/form-rules';
import { normalSymbol } from '@sw/domain/prices/symbol';
import { parseDate } from '@sw/domain/time/zone';
import { z } from 'zod';

export const VENDORS = ['yahoo', 'alpaca', 'massive'] as const;
/** What a process does: 'market' takes in, scores and publishes, or stands by to; 'api' answers; 'jobs' works in the background. */
export const ROLES = ['market', 'api', 'jobs'] as const;
export type Role = (typeof ROLES)[number];
export const MENTION_COUNTERS = ['apewisdom', 'reddit', 'x'] as const;

// Each check's message ends the sentence 'NAME takes ...'.
const text = z.string();
const whole = (least: number, most: number) => {
	const error = `a whole number from ${least} to ${most}`;
	return z.string().regex(/^\d+$/, error).transform(Number).pipe(z.number().min(least, error).max(most, error));
};
const oneOf = <const T extends readonly string[]>(...values: T) => z.enum(values, { error: `one of ${values.join(', ')}` });
const url = (...schemes: string[]) =>
	z.url({ protocol: new RegExp(`^(${schemes.join('|')})$`), error: `a URL with ${schemes.join(' or ')}://` });
const mailbox = z.string().refine(isEmail, 'a mail address, for example desk@example.com');
const list = z.string().transform((value) =>
	value
		.split(',')
		.map((part) => part.trim())
		.filter(Boolean),
);
/** Widest networks that are believed: a wider one, such as 0.0.0.0/0, lets any visitor choose the address that limits count. */
const LEAST_BITS = { 4: 8, 6: 7 } as const;
/** What Fastify's trustProxy takes: addresses, networks, and three names of networks. */
const proxies = list.refine((all) => all.every(isProxy), {
	error:
		'addresses or networks such as 127.0.0.1, 10.0.0.0/8 or fd00::/8 (at least /8, IPv6 at least /7), or loopback, linklocal, uniquelocal; host names are not taken',
});
function isProxy(text: string): boolean {
	if (/^(loopback|linklocal|uniquelocal)$/.test(text)) return true;
	const [address = '', bits, ...rest] = text.split('/');
	const family = isIP(address);
	if ((family !== 4 && family !== 6) || address.includes('%') || rest.length > 0) return false;
	if (bits === undefined) return true;
	// IPv4 within IPv6 has its network in the last 32 bits.
	const least = /^::ffff:/i.test(address) ? 96 + LEAST_BITS[4] : LEAST_BITS[family];
	return /^\d{1,3}$/.test(bits) && Number(bits) >= least && Number(bits) <= (family === 4 ? 32 : 128);
}
const aboveZero = 'a number above 0, at most 3600';
const speed = z.coerce.number<string>({ error: aboveZero }).positive(aboveZero).max(3_600, aboveZero);
/** What `read` makes of the text; undefined is a fault. */
const read = <T>(error: string, reader: (value: string) => T | undefined) =>
	z.string().transform((value, context) => {
		const found = reader(value);
		if (found === undefined) context.addIssue(error);
		return found ?? z.NEVER;
	});

const listener = read('a port, or host:port', (value) => {
	const [, host = '127.0.0.1', port = ''] = /^(?:([\w.-]+|\[[\da-fA-F:]+\]):)?(\d{1,5})$/.exec(value) ?? [];
	return port !== '' && Number(port) <= 65_535 ? { host: host.replace(/^\[|\]$/g, ''), port: Number(port) } : undefined;
});
const span = read('two dates with two dots between them, the earlier first', (value) => {
	const [from, to, ...more] = value.split('..').map(parseDate);
	return from && to && from <= to && more.length === 0 ? { from, to } : undefined;
});
const symbols = list
	.pipe(z.array(read('symbols with commas between them, for example AAPL,MSFT,BRK.B', normalSymbol)))
	.transform((found): readonly string[] => [...new Set(found)]);
const pushHosts = list.pipe(
	z.array(
		z
			.string()
			.toLowerCase()
			.regex(
				/^(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)+$/,
				'names of hosts with commas between them, for example fcm.googleapis.com,*.push.apple.com',
			),
	),
);
const vapidKey = (length: number) =>
	z.string().regex(new RegExp(`^[\\w-]{${length}}$`), `a key of P-256 in base64 for URLs, ${length} characters`);
const rolesError = `one or several of ${ROLES.join(', ')}, with commas between them`;
const roles = list
	.pipe(z.array(z.enum(ROLES, { error: rolesError })).min(1, rolesError))
	.transform((found): ReadonlySet<Role> => new Set(found));
const mentions = list
	.pipe(z.array(z.enum(MENTION_COUNTERS, { error: `${MENTION_COUNTERS.join(', ')}, with commas between them` })))
	.refine((found) => !(found.includes('apewisdom') && found.includes('reddit')), 'apewisdom or reddit, not both: both count Reddit');
const oauthError = 'a JSON list of {"name", "issuer", "clientId", "clientSecret"}';
/** A part of it; what is wrong with it is said of the whole. */
const oauthText = z.string(oauthError);
const oauth = read(oauthError, (value): unknown => {
	try {
		return JSON.parse(value);
	} catch {
		return undefined;
	}
}).pipe(
	z.array(
		z.object({ name: oauthText, issuer: text.nullable().catch(null), clientId: oauthText, clientSecret: oauthText }, { error: oauthError }),
		{
			error: oauthError,
		},
	),
);

const variable = <T extends z.ZodType>(fallback: string, about: string, value: T) => ({ fallback, about, value, isSecret: false });
/** Null when it is empty or not there. */
const optional = <T extends z.ZodType>(about: string, value: T) => variable('', about, value.nullable());
/** Optional, and neither shown nor repeated in a message. */
const secret = <T extends z.ZodType>(about: string, value: T) => ({ ...optional(about, value), isSecret: true });

const VARIABLES = {
	PORT: variable('8080', 'Port of the web application and the API; 0 takes any free one.', whole(0, 65535)),
	HOST: variable('127.0.0.1', 'Address to listen on. Anything but loopback removes the demo accounts.', text),
	SIGNALWHEEL_ORIGIN: optional(
		'The address that users type, for example https://signals.example.com; empty: http://localhost:PORT. https switches secure cookies and HSTS on.',
		url('http', 'https'),
	),
	SIGNALWHEEL_INTERNAL_ADDRESS: optional(
		'Where other processes of the same databases reach this one, for example http://10.0.0.5:8080; empty: where it listens, by the name of the machine where that is everywhere. Keep it from the internet.',
		url('http'),
	),
	SIGNALWHEEL_DRAIN: variable(
		'0',
		"Seconds between being asked to stop and stopping, in which /api/health says 'stopping' and everything else is served: a proxy sends new calls to other processes meanwhile.",
		whole(0, 60),
	),
	SIGNALWHEEL_DATA: variable('data', 'Folder of the embedded databases and files. One running server a folder.', text),
	DATABASE_URL: secret('PostgreSQL 15 or later; empty: a private embedded PostgreSQL 18.', url('postgres', 'postgresql')),
	CLICKHOUSE_URL: secret('ClickHouse over HTTP; empty: the embedded engine (chDB).', url('http', 'https')),
	SIGNALWHEEL_ROLES: variable(
		ROLES.join(','),
		'What this process does: market (takes in, scores and publishes, or stands by to take over), api (pages, calls, live connections), jobs (works in the background). Anything but all three needs DATABASE_URL and CLICKHOUSE_URL, which processes share.',
		roles,
	),
	SIGNALWHEEL_CLICKHOUSE_CLUSTER: optional(
		"Name of the cluster that this ClickHouse is one of, as its servers' remote_servers has it: tables are replicated and lie in shards by ticker; empty: one server.",
		z.string().regex(/^[A-Za-z_]\w{0,63}$/, 'a name of letters, digits and _, as in remote_servers of the servers'),
	),
	SIGNALWHEEL_PROVIDER: variable(
		'simulated',
		'Where the market comes from: simulated, files (what `npm run import` read), replay (a backup plays again), yahoo (no key), alpaca or massive.',
		oneOf('simulated', 'files', 'replay', ...VENDORS),
	),
	SIGNALWHEEL_REPLAY: optional('Folder of the backup that plays again.', text),
	SIGNALWHEEL_REPLAY_SPAN: optional(
		'First and last session to play, for example 2024-03-07..2024-03-13; empty: the last five of the backup.',
		span,
	),
	SIGNALWHEEL_SYMBOLS: optional('Symbols to follow with a real market, comma between them; empty: its most traded.', symbols),
	SIGNALWHEEL_UNIVERSE: optional(
		'How many of the most traded tickers to follow; empty: 150 with Yahoo, 2000 with Alpaca, 1000 with Massive.',
		whole(1, 20_000),
	),
	SIGNALWHEEL_DELAY: optional(
		'Minutes by which the market clock is behind, so that a slot is complete when it ends on it; empty: 1 with Yahoo, 16 with Alpaca and Massive. 0 suits plans with real-time prices.',
		whole(0, 1_440),
	),
	SIGNALWHEEL_OPTIONS_DELAY: optional(
		'Minutes by which option sums are behind; empty: 15. Sums belong to the slot that they are of: where options are later than prices, they come after the report. 0 suits plans with real-time options.',
		whole(0, 1_440),
	),
	SIGNALWHEEL_COVERAGE: variable(
		'95',
		'Per cent of the expected tickers that a slot must have; a few minutes later less is taken with a warning, never less than half.',
		whole(50, 100),
	),
	SIGNALWHEEL_REQUESTS_PER_MINUTE: optional(
		'Rate limit towards the vendor; empty: 120 with Yahoo, 180 with Alpaca, 600 with Massive (its free plan: 5).',
		whole(1, 100_000),
	),
	SIGNALWHEEL_CHAINS: variable(
		'50',
		'Underlyings whose option chains are read after each slot, the first of the universe; 0: none.',
		whole(0, 20_000),
	),
	SIGNALWHEEL_ALPACA_KEY: secret('Key id of Alpaca; those of paper accounts begin with PK.', text),
	SIGNALWHEEL_ALPACA_SECRET: secret('Secret key of Alpaca.', text),
	SIGNALWHEEL_ALPACA_STREAM: optional(
		"'sip' takes live bars of the whole market from Alpaca's stream, for plans that have it; the market clock is then a few seconds behind.",
		oneOf('sip'),
	),
	SIGNALWHEEL_MASSIVE_KEY: secret('API key of Massive, formerly Polygon.io.', text),
	SIGNALWHEEL_MASSIVE_FILES_KEY: secret("Key id of Massive's flat files (S3); with it history comes by whole days.", text),
	SIGNALWHEEL_MASSIVE_FILES_SECRET: secret("Secret key of Massive's flat files.", text),
	SIGNALWHEEL_MENTIONS: optional(
		'Who counts mentions beside a real market: apewisdom (no key) or reddit, and x, comma between them; empty: nobody.',
		mentions,
	),
	SIGNALWHEEL_REDDIT_ID: secret("Client id of a Reddit application of kind 'script'.", text),
	SIGNALWHEEL_REDDIT_SECRET: secret('Its secret.', text),
	SIGNALWHEEL_X_TOKEN: secret('Bearer token of an X application; each request costs money.', text),
	SIGNALWHEEL_SPEED: optional(
		'Market seconds in one second, for the simulated market and a replay; 60 shows a new report every 15 seconds. Empty: 20 in the simulated market while somebody looks at a page, otherwise 1.',
		speed,
	),
	SIGNALWHEEL_PUBLIC_QUOTES: optional(
		"'licensed' shows a real provider's prices to visitors: vendors forbid it without a display agreement.",
		oneOf('licensed'),
	),
	SIGNALWHEEL_ASSISTANTS: optional(
		"'on' lets assistants ask at /api/mcp (Model Context Protocol), with personal keys: docs/assistants.md; empty: they find nothing there.",
		oneOf('on'),
	),
	SIGNALWHEEL_TRUSTED_PROXIES: optional('Comma list of proxy addresses or networks whose X-Forwarded-For is believed.', proxies),
	SIGNALWHEEL_HSTS: optional(
		"'subdomains' tells browsers to use TLS for every host below the origin's as well; all of them must have it.",
		oneOf('subdomains'),
	),
	SIGNALWHEEL_LOG: variable(
		'warn',
		'How much is logged, to standard output as JSON.',
		oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
	),
	SIGNALWHEEL_METRICS: optional(
		'Port, or host:port, of metrics for Prometheus (GET /metrics, without a session); a port alone listens on 127.0.0.1; empty: none.',
		listener,
	),
	SIGNALWHEEL_SMTP_URL: secret('Mail server, smtp:// or smtps://; empty: mails go to the outbox folder under data.', url('smtp', 'smtps')),
	SIGNALWHEEL_MAIL_FROM: variable('Signalwheel <no-reply@localhost>', 'Sender of mails.', text),
	SIGNALWHEEL_PUSH_HOSTS: variable(
		'fcm.googleapis.com,updates.push.services.mozilla.com,*.notify.windows.com,*.push.apple.com',
		"Hosts of the push services that web push is sent to, comma between them; '*.' stands for all below one. Browsers of other services are refused.",
		pushHosts,
	),
	SIGNALWHEEL_PUSH_PUBLIC_KEY: optional(
		'Public key of web push (VAPID), as `web-push generate-vapid-keys` prints it; empty: a pair is made at the first start and kept in the database. With another key browsers have to be added anew.',
		vapidKey(87),
	),
	SIGNALWHEEL_PUSH_PRIVATE_KEY: secret('Its private key.', vapidKey(43)),
	SIGNALWHEEL_CONTACT: optional("Mailbox that visitors' letters go to; empty: that of every administrator.", mailbox),
	SIGNALWHEEL_ENVIRONMENT: variable(
		'prod',
		'What this site is: prod, or the name of another environment, whose pages stay out of search engines. Hosts that start with test, dev or stage are never prod.',
		text,
	),
	SIGNALWHEEL_OPERATOR: optional('Name of who runs the service, for the pages of questions, privacy and terms.', text),
	SIGNALWHEEL_OPERATOR_ADDRESS: optional('Their postal address, in one line, for the same pages.', text),
	SIGNALWHEEL_PAGES: optional(
		'Folder of Markdown files that take the place of the pages of words, by their names: faq.md, privacy-policy.md, terms-of-use.md. Read at start; empty: the pages of the product.',
		text,
	),
	SIGNALWHEEL_TRACKING: optional(
		'Address of a script that counts visits, loaded three seconds after a page by readers who have allowed identification; empty: none.',
		url('https', 'http'),
	),
	SIGNALWHEEL_CAPTCHA: optional('turnstile, hcaptcha or recaptcha; empty: no captcha.', oneOf('turnstile', 'hcaptcha', 'recaptcha')),
	SIGNALWHEEL_CAPTCHA_SITE_KEY: optional("The captcha's public key.", text),
	SIGNALWHEEL_CAPTCHA_SECRET: secret("The captcha's secret key.", text),
	SIGNALWHEEL_PAYMENTS: optional(
		'Who takes payments: payproglobal, or simulated (a checkout that takes no money, for this machine alone: refused with another origin or behind a proxy); empty: nobody, and administrators grant licences.',
		oneOf('payproglobal', 'simulated'),
	),
	SIGNALWHEEL_PAYPRO_ACCOUNT: optional('Vendor account id of PayPro Global.', whole(1, 2_147_483_647)),
	SIGNALWHEEL_PAYPRO_API_SECRET: secret(
		"Its API secret key, by which orders are read back; the server's address must be on the provider's list.",
		text,
	),
	SIGNALWHEEL_PAYPRO_VALIDATION_KEY: secret('Its validation key, which signs notices (SIGNATURE).', text),
	SIGNALWHEEL_PAYPRO_SECRET_KEY: secret('Its secret key, which hashes notices (HASH).', text),
	SIGNALWHEEL_OAUTH: secret(
		'Sign-in with others: JSON list of {"name", "issuer" (OpenID providers), "clientId", "clientSecret"}; google and github need no issuer.',
		oauth,
	),
};

type Name = keyof typeof VARIABLES;
export type Environment = { readonly [N in Name]: z.output<(typeof VARIABLES)[N]['value']> };

/** The same as a list, without the checks. */
export const SETTINGS = Object.entries(VARIABLES).map(([name, { fallback, about, isSecret }]) => ({ name, fallback, about, isSecret }));

/** What belongs together: a value of the first variable (any, when null) needs the others. */
const NEEDS: readonly (readonly [Name, string | null, ...Name[]])[] = [
	['SIGNALWHEEL_CLICKHOUSE_CLUSTER', null, 'CLICKHOUSE_URL'],
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
/** What processes have to share. */
const SHARED = ['DATABASE_URL', 'CLICKHOUSE_URL'] as const satisfies readonly Name[];
const PAIRS = [
	['SIGNALWHEEL_ALPACA_KEY', 'SIGNALWHEEL_ALPACA_SECRET'],
	['SIGNALWHEEL_PUSH_PUBLIC_KEY', 'SIGNALWHEEL_PUSH_PRIVATE_KEY'],
	['SIGNALWHEEL_MASSIVE_FILES_KEY', 'SIGNALWHEEL_MASSIVE_FILES_SECRET'],
	['SIGNALWHEEL_REDDIT_ID', 'SIGNALWHEEL_REDDIT_SECRET'],
] as const satisfies readonly Name[][];

/** A configuration that cannot be used; the message names each variable and what it takes. */
export class ConfigError extends Error {}

export type RawEnvironment = Readonly<Record<string, string | undefined>>;
/** The text in force: set, or the default, or none. */
export const textOf = (env: RawEnvironment, name: string, fallback: string): string => env[name]?.trim() || fallback;

/** Reads and checks the environment. Throws ConfigError that names every faulty variable and no secret. */
export const readEnvironment = (env: RawEnvironment): Environment => {
	const texts = Object.fromEntries(SETTINGS.map(({ name, fallback }) => [name, textOf(env, name, fallback) || null])) as Record<
		Name,
		string | null
	>;
	const shape = Object.fromEntries(Object.entries(VARIABLES).map(([name, { value }]) => [name, value])) as {
		[N in Name]: (typeof VARIABLES)[N]['value'];
	};
	const read = z.object(shape).safeParse(texts);
	const faults = new Map<string, string>();
	for (const { path, message } of read.error?.issues ?? []) {
		const name = path[0] as Name;
		faults.set(name, `${name} takes ${message}${VARIABLES[name].isSecret ? '' : `, not '${texts[name]}'`}.`);
	}
	for (const [name, value, ...needed] of NEEDS) {
		const isAsked = value === null ? texts[name] !== null : texts[name]?.split(',').some((part) => part.trim() === value);
		if (isAsked && needed.some((other) => texts[other] === null))
			faults.set(`${name}=${value}`, `${name}${value === null ? '' : `=${value}`} needs ${needed.join(' and ')}.`);
	}
	if (read.success && ROLES.some((role) => !read.data.SIGNALWHEEL_ROLES.has(role)) && SHARED.some((name) => texts[name] === null))
		faults.set(
			'SIGNALWHEEL_ROLES',
			`SIGNALWHEEL_ROLES=${texts['SIGNALWHEEL_ROLES']} leaves a part of the work to other processes, which cannot come to the embedded stores: set ${SHARED.join(' and ')} to those that all of them share, or leave SIGNALWHEEL_ROLES out.`,
		);
	for (const [one, other] of PAIRS)
		if ((texts[one] === null) !== (texts[other] === null)) faults.set(`${one} ${other}`, `${one} and ${other} belong together.`);
	if (!read.success || faults.size > 0) throw new ConfigError([...faults.values()].join('\n'));
	return read.data;
};
