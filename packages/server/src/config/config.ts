import { resolve } from 'node:path';
import { isLoopback } from '@sw/domain/access/address';
import type { GroupRule } from '@sw/domain/access/claims';
import type { Operator } from '@sw/domain/outreach/information';
import type { ExchangeDate } from '@sw/domain/time/units';
import { ConfigError, type Environment, type RawEnvironment, readEnvironment, SETTINGS, valueText } from './environment.ts';
import type { Role } from './environment-values.ts';
import type { SignInProvider } from './sign-in-providers.ts';
import { type VendorConfig, vendorConfig } from './vendors.ts';

export type PaymentsConfig =
	| { readonly name: 'simulated' }
	| {
			readonly name: 'payproglobal';
			readonly account: number;
			readonly apiSecret: string;
			readonly keys: { readonly validation: string; readonly secret: string };
	  };

export { ConfigError, SETTINGS };

export interface PushConfig {
	/** Allowed hosts of push services. '*.example.com' matches all subdomains. */
	readonly hosts: readonly string[];
	/** VAPID keys. Null: the product creates and stores its own. */
	readonly keys: { readonly publicKey: string; readonly privateKey: string } | null;
}

/** The configuration of a process, from the environment. */
export interface Config {
	port: number;
	host: string;
	/** Scheme, host and port at which other processes reach this one. Null: the address on which it listens. */
	internalAddress: string | null;
	/** Seconds that the process continues to serve after a request to stop. */
	drain: number;
	/** The URL that users open, for links in mails and canonical URLs. */
	origin: string;
	/** Absolute path of the data folder. */
	folder: string;
	/** Null: the embedded database. */
	databaseUrl: string | null;
	/** Null: the embedded engine. */
	clickhouseUrl: string | null;
	roles: ReadonlySet<Role>;
	/** Name of the ClickHouse cluster; null for a single server. */
	clickhouseCluster: string | null;
	provider: Environment['SIGNALWHEEL_PROVIDER'];
	/** The backup to replay and the span of sessions (both inclusive); null unless the provider is 'replay'. */
	replay: { folder: string; from: ExchangeDate | null; to: ExchangeDate | null } | null;
	vendors: VendorConfig;
	/** Market seconds per wall-clock second; null if not set. */
	speed: number | null;
	publicQuotes: boolean;
	/** Whether assistants can connect with the Model Context Protocol. */
	assistants: boolean;
	/** Whether HSTS includes the subdomains of the origin's host. */
	hstsSubdomains: boolean;
	/** Addresses or networks of reverse proxies whose X-Forwarded-For is trusted. */
	trustedProxies: readonly string[];
	/** Sign-in by an authenticating proxy; null if off. */
	proxySignIn: { readonly header: string; readonly rules: readonly GroupRule[] | null } | null;
	logLevel: string;
	/** Where Prometheus metrics are served; null if they aren't. */
	metrics: { host: string; port: number } | null;
	/** All variables that aren't secret, with their current values, for administrators. */
	shown: readonly { name: string; value: string; fallback: string; about: string }[];
	smtpUrl: string | null;
	mailFrom: string;
	push: PushConfig;
	/** Hosts with ports of the local network to which users' messages can be sent. */
	localReceivers: readonly string[];
	/** Token of the bot that writes to users' chats; null without a bot. */
	telegramToken: string | null;
	/** Mail address that receives contact messages; null: every administrator receives them. */
	contact: string | null;
	/** The operator that static pages name. */
	operator: Operator | null;
	/** Folder of the operator's own static pages; null if there are none. */
	pages: string | null;
	/** URL of a release feed; null if none is read. */
	updates: string | null;
	/** Folder of the daily backups; null if none are made. */
	backups: string | null;
	/** Outside witnesses of the chain of reports; null if off. */
	anchors: {
		readonly authorities: readonly string[];
		/** Path of a PEM file with root certificates; null if none is given. */
		readonly roots: string | null;
		readonly calendars: readonly string[];
		/** URL from which Bitcoin block headers are read. */
		readonly blocks: string;
		readonly webhook: string | null;
	} | null;
	/** 'prod', or the name of another environment, whose pages are hidden from search engines. */
	environment: string;
	/** URL of the web analytics script; null if there is none. */
	tracking: string | null;
	captcha: { vendor: 'turnstile' | 'hcaptcha' | 'recaptcha'; siteKey: string; secret: string } | null;
	/** The payment provider; null if there is none. */
	payments: PaymentsConfig | null;
	oauth: readonly SignInProvider[];
	/** False: users sign in only with a provider of `oauth` or the proxy. */
	passwords: boolean;
}

/** Parses and checks the environment. Throws a ConfigError that names every invalid variable. `cwd`: base of relative paths. */
export function readConfig(env: RawEnvironment, cwd: string): Config {
	const environment = readEnvironment(env);
	const { SIGNALWHEEL_CAPTCHA: vendor, SIGNALWHEEL_CAPTCHA_SITE_KEY: siteKey, SIGNALWHEEL_CAPTCHA_SECRET: secret } = environment;
	const origin = (environment.SIGNALWHEEL_ORIGIN ?? `http://localhost:${environment.PORT}`).replace(/\/+$/, '');
	const { SIGNALWHEEL_PROVIDER: provider, SIGNALWHEEL_REPLAY: replayFolder, SIGNALWHEEL_REPLAY_SPAN: span } = environment;
	return {
		port: environment.PORT,
		host: environment.HOST,
		internalAddress: environment.SIGNALWHEEL_INTERNAL_ADDRESS?.replace(/\/+$/, '') ?? null,
		drain: environment.SIGNALWHEEL_DRAIN,
		origin,
		folder: resolve(cwd, environment.SIGNALWHEEL_DATA),
		databaseUrl: environment.DATABASE_URL,
		clickhouseUrl: environment.CLICKHOUSE_URL,
		roles: environment.SIGNALWHEEL_ROLES,
		clickhouseCluster: environment.SIGNALWHEEL_CLICKHOUSE_CLUSTER,
		provider,
		replay:
			provider === 'replay' && replayFolder ? { folder: resolve(cwd, replayFolder), from: span?.from ?? null, to: span?.to ?? null } : null,
		vendors: vendorConfig(environment),
		speed: environment.SIGNALWHEEL_SPEED,
		publicQuotes: environment.SIGNALWHEEL_PUBLIC_QUOTES === 'licensed',
		assistants: environment.SIGNALWHEEL_ASSISTANTS === 'on',
		trustedProxies: environment.SIGNALWHEEL_TRUSTED_PROXIES ?? [],
		proxySignIn:
			environment.SIGNALWHEEL_PROXY_SIGN_IN === null
				? null
				: { header: environment.SIGNALWHEEL_PROXY_SIGN_IN, rules: environment.SIGNALWHEEL_PROXY_GROUPS },
		hstsSubdomains: environment.SIGNALWHEEL_HSTS === 'subdomains',
		logLevel: environment.SIGNALWHEEL_LOG,
		metrics: environment.SIGNALWHEEL_METRICS,
		shown: SETTINGS.filter(({ isSecret }) => !isSecret).map(({ name, fallback, about }) => ({
			name,
			value: valueText(env, name, fallback),
			fallback,
			about,
		})),
		smtpUrl: environment.SIGNALWHEEL_SMTP_URL,
		mailFrom: environment.SIGNALWHEEL_MAIL_FROM,
		push: {
			hosts: environment.SIGNALWHEEL_PUSH_HOSTS,
			keys:
				environment.SIGNALWHEEL_PUSH_PUBLIC_KEY !== null && environment.SIGNALWHEEL_PUSH_PRIVATE_KEY !== null
					? { publicKey: environment.SIGNALWHEEL_PUSH_PUBLIC_KEY, privateKey: environment.SIGNALWHEEL_PUSH_PRIVATE_KEY }
					: null,
		},
		localReceivers: environment.SIGNALWHEEL_LOCAL_RECEIVERS ?? [],
		telegramToken: environment.SIGNALWHEEL_TELEGRAM_TOKEN,
		contact: environment.SIGNALWHEEL_CONTACT,
		operator:
			environment.SIGNALWHEEL_OPERATOR === null
				? null
				: { name: environment.SIGNALWHEEL_OPERATOR, address: environment.SIGNALWHEEL_OPERATOR_ADDRESS },
		pages: environment.SIGNALWHEEL_PAGES === null ? null : resolve(cwd, environment.SIGNALWHEEL_PAGES),
		updates: environment.SIGNALWHEEL_UPDATES,
		backups: environment.SIGNALWHEEL_BACKUPS === null ? null : resolve(cwd, environment.SIGNALWHEEL_BACKUPS),
		anchors:
			environment.SIGNALWHEEL_ANCHORS === 'on'
				? {
						authorities: environment.SIGNALWHEEL_ANCHOR_AUTHORITIES,
						roots: environment.SIGNALWHEEL_ANCHOR_ROOTS === null ? null : resolve(cwd, environment.SIGNALWHEEL_ANCHOR_ROOTS),
						calendars: environment.SIGNALWHEEL_ANCHOR_CALENDARS,
						blocks: environment.SIGNALWHEEL_ANCHOR_BLOCKS,
						webhook: environment.SIGNALWHEEL_ANCHOR_WEBHOOK,
					}
				: null,
		environment: environment.SIGNALWHEEL_ENVIRONMENT,
		tracking: environment.SIGNALWHEEL_TRACKING,
		captcha: vendor && siteKey && secret ? { vendor, siteKey, secret } : null,
		payments: paymentsConfig(environment, origin),
		oauth: environment.SIGNALWHEEL_OAUTH ?? [],
		passwords: environment.SIGNALWHEEL_PASSWORDS === 'on',
	};
}

/** Reads the payment settings. Throws if other machines could reach a simulated provider, because it grants licences without payment. */
function paymentsConfig(environment: Environment, origin: string): PaymentsConfig | null {
	const { SIGNALWHEEL_PAYMENTS: name, SIGNALWHEEL_PAYPRO_ACCOUNT: account, SIGNALWHEEL_PAYPRO_API_SECRET: apiSecret } = environment;
	const { SIGNALWHEEL_PAYPRO_VALIDATION_KEY: validation, SIGNALWHEEL_PAYPRO_SECRET_KEY: secret } = environment;
	if (name === 'simulated') {
		const isLocal = isLoopback(new URL(origin).hostname.replace(/^\[|\]$/g, '')) && isLoopback(environment.HOST);
		if (!isLocal || (environment.SIGNALWHEEL_TRUSTED_PROXIES ?? []).length > 0)
			throw new ConfigError(
				'SIGNALWHEEL_PAYMENTS=simulated grants licences without payment: it needs HOST and SIGNALWHEEL_ORIGIN on this machine and no SIGNALWHEEL_TRUSTED_PROXIES.',
			);
		return { name };
	}
	if (name !== 'payproglobal' || !account || !apiSecret || !validation || !secret) return null;
	return { name, account, apiSecret, keys: { validation, secret } };
}
