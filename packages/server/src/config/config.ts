/**
 * Every environment variable that the server knows, once: name, default, meaning and check. main.ts hands over the process's environment; nothing else reads it.
 * docs/generated/environment.md is made from this list.
 */
import { resolve } from 'node:path';
import type { ExchangeDate } from '@sw/domain/time/units';
import { parseDate } from '@sw/domain/time/zone';
import { VENDORS, type Vendor, type VendorConfig, vendorConfig } from './vendors.ts';

export interface Config {
	port: number;
	host: string;
	/** The address that users type, for links in mails and canonical URLs. */
	origin: string;
	folder: string;
	databaseUrl: string | null;
	clickhouseUrl: string | null;
	provider: 'simulated' | 'files' | 'replay' | Vendor;
	/** The backup whose market plays again, and the sessions that are played (both included); null unless that is the provider. */
	replay: { folder: string; from: ExchangeDate | null; to: ExchangeDate | null } | null;
	vendors: VendorConfig;
	/** Market seconds in one wall second. */
	speed: number;
	publicQuotes: boolean;
	/** Addresses or networks of reverse proxies whose X-Forwarded-For is believed. */
	trustedProxies: readonly string[];
	logLevel: string;
	/** Where Prometheus's metrics are served; null: nowhere. */
	metrics: { host: string; port: number } | null;
	/** Every variable that is no secret, with its value in force, for administrators to see. */
	shown: readonly { name: string; value: string; fallback: string; about: string }[];
	smtpUrl: string | null;
	mailFrom: string;
	captcha: { vendor: 'turnstile' | 'hcaptcha' | 'recaptcha'; siteKey: string; secret: string } | null;
	oauth: readonly { name: string; issuer: string | null; clientId: string; clientSecret: string }[];
}

interface Setting {
	name: string;
	fallback: string;
	about: string;
	/** The fault of a value, or null. */
	fault?: (value: string) => string | null;
	secret?: boolean;
}

const whole =
	(least: number, most: number) =>
	(value: string): string | null =>
		/^\d+$/.test(value) && Number(value) >= least && Number(value) <= most ? null : `a whole number from ${least} to ${most}`;
const oneOf =
	(...values: string[]) =>
	(value: string): string | null =>
		values.includes(value) ? null : `one of ${values.join(', ')}`;
const emptyOr =
	(fault: (value: string) => string | null) =>
	(value: string): string | null =>
		value === '' ? null : fault(value);
const url =
	(...schemes: string[]) =>
	(value: string): string | null =>
		value === '' || (URL.canParse(value) && schemes.includes(new URL(value).protocol.slice(0, -1)))
			? null
			: `a URL with ${schemes.join(' or ')}://`;
const speed = (value: string): string | null => (Number(value) > 0 && Number(value) <= 3600 ? null : 'a number above 0, at most 3600');

/** '9464' or 'host:9464'; undefined for anything else. */
const listenerOf = (value: string): { host: string; port: number } | undefined => {
	const [, host = '127.0.0.1', port = ''] = /^(?:([\w.-]+|\[[\da-fA-F:]+\]):)?(\d{1,5})$/.exec(value) ?? [];
	return port !== '' && Number(port) <= 65_535 ? { host: host.replace(/^\[|\]$/g, ''), port: Number(port) } : undefined;
};

/** Two dates, the earlier first; undefined for anything else. */
const spanOf = (value: string): { from: ExchangeDate; to: ExchangeDate } | undefined => {
	const [from, to, ...more] = value.split('..').map(parseDate);
	return from && to && from <= to && more.length === 0 ? { from, to } : undefined;
};

export const SETTINGS = [
	{ name: 'PORT', fallback: '8080', about: 'Port of the web application and the API; 0 takes any free one.', fault: whole(0, 65535) },
	{ name: 'HOST', fallback: '127.0.0.1', about: 'Address to listen on. Anything but loopback removes the demo accounts.' },
	{
		name: 'SIGNALWHEEL_ORIGIN',
		fallback: '',
		about:
			'The address that users type, for example https://signals.example.com; empty: http://localhost:PORT. https switches secure cookies and HSTS on.',
		fault: url('http', 'https'),
	},
	{ name: 'SIGNALWHEEL_DATA', fallback: 'data', about: 'Folder of the embedded databases and files. One running server a folder.' },
	{
		name: 'DATABASE_URL',
		fallback: '',
		about: 'PostgreSQL 15 or later; empty: a private embedded PostgreSQL 18.',
		fault: url('postgres', 'postgresql'),
		secret: true,
	},
	{
		name: 'CLICKHOUSE_URL',
		fallback: '',
		about: 'ClickHouse over HTTP; empty: the embedded engine (chDB).',
		fault: url('http', 'https'),
		secret: true,
	},
	{
		name: 'SIGNALWHEEL_PROVIDER',
		fallback: 'simulated',
		about:
			'Where the market comes from: simulated, files (what `npm run import` read), replay (a backup plays again), yahoo (no key), alpaca or massive.',
		fault: oneOf('simulated', 'files', 'replay', ...VENDORS),
	},
	{ name: 'SIGNALWHEEL_REPLAY', fallback: '', about: 'Folder of the backup that plays again.' },
	{
		name: 'SIGNALWHEEL_REPLAY_SPAN',
		fallback: '',
		about: 'First and last session to play, for example 2024-03-07..2024-03-13; empty: the last five of the backup.',
		fault: emptyOr((value) => (spanOf(value) ? null : 'two dates with two dots between them, the earlier first')),
	},
	{
		name: 'SIGNALWHEEL_SYMBOLS',
		fallback: '',
		about: 'Symbols to follow with a real market, comma between them; empty: its most traded.',
	},
	{
		name: 'SIGNALWHEEL_UNIVERSE',
		fallback: '',
		about: 'How many of the most traded tickers to follow; empty: 150 with Yahoo, 2000 with Alpaca, 1000 with Massive.',
		fault: emptyOr(whole(1, 20_000)),
	},
	{
		name: 'SIGNALWHEEL_DELAY',
		fallback: '',
		about:
			'Minutes by which the market clock is behind, so that a slot is complete when it ends on it; empty: 1 with Yahoo, 16 with Alpaca and Massive. 0 suits plans with real-time prices.',
		fault: emptyOr(whole(0, 1_440)),
	},
	{
		name: 'SIGNALWHEEL_COVERAGE',
		fallback: '95',
		about:
			'Per cent of the expected tickers that a slot must have; a few minutes later less is taken with a warning, never less than half.',
		fault: whole(50, 100),
	},
	{
		name: 'SIGNALWHEEL_REQUESTS_PER_MINUTE',
		fallback: '',
		about: 'Rate limit towards the vendor; empty: 120 with Yahoo, 180 with Alpaca, 600 with Massive (its free plan: 5).',
		fault: emptyOr(whole(1, 100_000)),
	},
	{
		name: 'SIGNALWHEEL_CHAINS',
		fallback: '50',
		about: 'Underlyings whose option chains are read after each slot, the first of the universe; 0: none.',
		fault: whole(0, 20_000),
	},
	{ name: 'SIGNALWHEEL_ALPACA_KEY', fallback: '', about: 'Key id of Alpaca; those of paper accounts begin with PK.', secret: true },
	{ name: 'SIGNALWHEEL_ALPACA_SECRET', fallback: '', about: 'Secret key of Alpaca.', secret: true },
	{
		name: 'SIGNALWHEEL_ALPACA_STREAM',
		fallback: '',
		about:
			"'sip' takes live bars of the whole market from Alpaca's stream, for plans that have it; the market clock is then a few seconds behind.",
		fault: oneOf('', 'sip'),
	},
	{ name: 'SIGNALWHEEL_MASSIVE_KEY', fallback: '', about: 'API key of Massive, formerly Polygon.io.', secret: true },
	{
		name: 'SIGNALWHEEL_MASSIVE_FILES_KEY',
		fallback: '',
		about: "Key id of Massive's flat files (S3); with it history comes by whole days.",
		secret: true,
	},
	{ name: 'SIGNALWHEEL_MASSIVE_FILES_SECRET', fallback: '', about: "Secret key of Massive's flat files.", secret: true },
	{
		name: 'SIGNALWHEEL_MENTIONS',
		fallback: '',
		about: 'Who counts mentions beside a real market: apewisdom (no key) or reddit, and x, comma between them; empty: nobody.',
	},
	{ name: 'SIGNALWHEEL_REDDIT_ID', fallback: '', about: "Client id of a Reddit application of kind 'script'.", secret: true },
	{ name: 'SIGNALWHEEL_REDDIT_SECRET', fallback: '', about: 'Its secret.', secret: true },
	{ name: 'SIGNALWHEEL_X_TOKEN', fallback: '', about: 'Bearer token of an X application; each request costs money.', secret: true },
	{
		name: 'SIGNALWHEEL_SPEED',
		fallback: '1',
		about: 'Market seconds in one second, for the simulated market and a replay; 60 shows a new report every 15 seconds.',
		fault: speed,
	},
	{
		name: 'SIGNALWHEEL_PUBLIC_QUOTES',
		fallback: '',
		about: "'licensed' shows a real provider's prices to visitors: vendors forbid it without a display agreement.",
		fault: oneOf('', 'licensed'),
	},
	{
		name: 'SIGNALWHEEL_TRUSTED_PROXIES',
		fallback: '',
		about: 'Comma list of proxy addresses or networks whose X-Forwarded-For is believed.',
	},
	{
		name: 'SIGNALWHEEL_LOG',
		fallback: 'warn',
		about: 'How much is logged, to standard output as JSON.',
		fault: oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
	},
	{
		name: 'SIGNALWHEEL_METRICS',
		fallback: '',
		about:
			'Port, or host:port, of metrics for Prometheus (GET /metrics, without a session); a port alone listens on 127.0.0.1; empty: none.',
		fault: emptyOr((value) => (listenerOf(value) ? null : 'a port, or host:port')),
	},
	{
		name: 'SIGNALWHEEL_SMTP_URL',
		fallback: '',
		about: 'Mail server, smtp:// or smtps://; empty: mails go to the outbox folder under data.',
		fault: url('smtp', 'smtps'),
		secret: true,
	},
	{ name: 'SIGNALWHEEL_MAIL_FROM', fallback: 'Signalwheel <no-reply@localhost>', about: 'Sender of mails.' },
	{
		name: 'SIGNALWHEEL_CAPTCHA',
		fallback: '',
		about: 'turnstile, hcaptcha or recaptcha; empty: no captcha.',
		fault: oneOf('', 'turnstile', 'hcaptcha', 'recaptcha'),
	},
	{ name: 'SIGNALWHEEL_CAPTCHA_SITE_KEY', fallback: '', about: "The captcha's public key." },
	{ name: 'SIGNALWHEEL_CAPTCHA_SECRET', fallback: '', about: "The captcha's secret key.", secret: true },
	{
		name: 'SIGNALWHEEL_OAUTH',
		fallback: '',
		about:
			'Sign-in with others: JSON list of {"name", "issuer" (OpenID providers), "clientId", "clientSecret"}; google and github need no issuer.',
		secret: true,
	},
] as const satisfies readonly Setting[];

type Name = (typeof SETTINGS)[number]['name'];

/** A configuration that cannot be used; the message names each variable and what it takes. */
export class ConfigError extends Error {}

/** Reads and checks the environment once. Throws ConfigError that names every faulty variable. */
export const readConfig = (env: Readonly<Record<string, string | undefined>>, cwd: string): Config => {
	const faults: string[] = [];
	const value = (name: Name): string => {
		const setting: Setting = SETTINGS.find((s) => s.name === name) as Setting;
		const text = (env[name] ?? '').trim() || setting.fallback;
		const fault = setting.fault?.(text);
		if (fault) faults.push(`${name} takes ${fault}${setting.secret ? '' : `, not '${text}'`}.`);
		return text;
	};
	const port = Number(value('PORT'));
	const vendor = value('SIGNALWHEEL_CAPTCHA');
	const siteKey = value('SIGNALWHEEL_CAPTCHA_SITE_KEY');
	const secret = value('SIGNALWHEEL_CAPTCHA_SECRET');
	if (vendor && !(siteKey && secret)) faults.push('SIGNALWHEEL_CAPTCHA needs SIGNALWHEEL_CAPTCHA_SITE_KEY and SIGNALWHEEL_CAPTCHA_SECRET.');
	const replayed = value('SIGNALWHEEL_REPLAY');
	const span = spanOf(value('SIGNALWHEEL_REPLAY_SPAN'));
	if (value('SIGNALWHEEL_PROVIDER') === 'replay' && !replayed) faults.push('SIGNALWHEEL_PROVIDER=replay needs SIGNALWHEEL_REPLAY.');
	const config: Config = {
		port,
		host: value('HOST'),
		origin: (value('SIGNALWHEEL_ORIGIN') || `http://localhost:${port}`).replace(/\/+$/, ''),
		folder: resolve(cwd, value('SIGNALWHEEL_DATA')),
		databaseUrl: value('DATABASE_URL') || null,
		clickhouseUrl: value('CLICKHOUSE_URL') || null,
		provider: value('SIGNALWHEEL_PROVIDER') as Config['provider'],
		replay:
			value('SIGNALWHEEL_PROVIDER') === 'replay'
				? { folder: resolve(cwd, replayed), from: span?.from ?? null, to: span?.to ?? null }
				: null,
		vendors: vendorConfig(value, faults),
		speed: Number(value('SIGNALWHEEL_SPEED')),
		publicQuotes: value('SIGNALWHEEL_PUBLIC_QUOTES') === 'licensed',
		trustedProxies: list(value('SIGNALWHEEL_TRUSTED_PROXIES')),
		logLevel: value('SIGNALWHEEL_LOG'),
		metrics: listenerOf(value('SIGNALWHEEL_METRICS')) ?? null,
		shown: SETTINGS.filter((setting: Setting) => !setting.secret).map(({ name, fallback, about }) => ({
			name,
			value: (env[name] ?? '').trim() || fallback,
			fallback,
			about,
		})),
		smtpUrl: value('SIGNALWHEEL_SMTP_URL') || null,
		mailFrom: value('SIGNALWHEEL_MAIL_FROM'),
		captcha: vendor ? { vendor: vendor as 'turnstile' | 'hcaptcha' | 'recaptcha', siteKey, secret } : null,
		oauth: providers(value('SIGNALWHEEL_OAUTH'), faults),
	};
	if (faults.length > 0) throw new ConfigError(faults.join('\n'));
	return config;
};

const list = (text: string): string[] =>
	text
		.split(',')
		.map((part) => part.trim())
		.filter(Boolean);

const providers = (text: string, faults: string[]): Config['oauth'] => {
	if (!text) return [];
	const fault = 'SIGNALWHEEL_OAUTH takes a JSON list of {"name", "issuer", "clientId", "clientSecret"}.';
	try {
		const parsed: unknown = JSON.parse(text);
		if (!Array.isArray(parsed)) throw new Error(fault);
		return parsed.map((p: { name?: unknown; issuer?: unknown; clientId?: unknown; clientSecret?: unknown }) => {
			if (typeof p.name !== 'string' || typeof p.clientId !== 'string' || typeof p.clientSecret !== 'string') throw new Error(fault);
			return { name: p.name, issuer: typeof p.issuer === 'string' ? p.issuer : null, clientId: p.clientId, clientSecret: p.clientSecret };
		});
	} catch {
		faults.push(fault);
		return [];
	}
};
