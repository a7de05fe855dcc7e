/** The environment, parsed for the parts of the product. */
import { resolve } from 'node:path';
import { isLoopback } from '@sw/domain/access/address';
import type { GroupRule } from '@sw/domain/access/claims';
import type { Operator } from '@sw/domain/outreach/information';
import type { ExchangeDate } from '@sw/domain/time/units';
import { ConfigError, type Environment, type RawEnvironment, readEnvironment, SETTINGS, textOf } from './environment.ts';
import type { Role } from './environment-values.ts';
import type { SignInProvider } from './sign-in-providers.ts';
import { type VendorConfig, vendorConfig } from './vendors.ts';

/** The configured payment provider. */
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
	/** Hosts of push services; '*.' matches all subdomains. */
	readonly hosts: readonly string[];
	/** Null: created and kept by the product. */
	readonly keys: { readonly publicKey: string; readonly privateKey: string } | null;
}

export interface Config {
	port: number;
	host: string;
	/** Scheme, host and port at which other processes reach this one; null: where it listens. */
	internalAddress: string | null;
	/** Seconds between the request to stop and the stop. */
	drain: number;
	/** The address that users type, for links in mails and canonical URLs. */
	origin: string;
	folder: string;
	databaseUrl: string | null;
	clickhouseUrl: string | null;
	roles: ReadonlySet<Role>;
	/** Name of the cluster that this server belongs to; null: a single server. */
	clickhouseCluster: string | null;
	provider: Environment['SIGNALWHEEL_PROVIDER'];
	/** The backup to replay, and the sessions to replay (both inclusive); null unless that is the provider. */
	replay: { folder: string; from: ExchangeDate | null; to: ExchangeDate | null } | null;
	vendors: VendorConfig;
	/** Market seconds per wall-clock second; null: not set. */
	speed: number | null;
	publicQuotes: boolean;
	/** Whether assistants can connect by the Model Context Protocol. */
	assistants: boolean;
	/** Whether HSTS covers the subdomains of the origin, too. */
	hstsSubdomains: boolean;
	/** Addresses or networks of reverse proxies whose X-Forwarded-For is trusted. */
	trustedProxies: readonly string[];
	/** Sign-in by an authenticating proxy; null: off. */
	proxySignIn: { readonly header: string; readonly rules: readonly GroupRule[] | null } | null;
	logLevel: string;
	/** Where Prometheus metrics are served; null: not served. */
	metrics: { host: string; port: number } | null;
	/** Every non-secret variable with its value in force, for administrators. */
	shown: readonly { name: string; value: string; fallback: string; about: string }[];
	smtpUrl: string | null;
	mailFrom: string;
	push: PushConfig;
	/** Hosts with ports of the own network that users' messages may reach. */
	localReceivers: readonly string[];
	/** Of the bot that writes to users' chats; null: none. */
	telegramToken: string | null;
	/** Address that receives contact messages; null: every administrator. */
	contact: string | null;
	/** The operator of the service, as named on static pages. */
	operator: Operator | null;
	/** Folder of the operator's own static pages; null: none. */
	pages: string | null;
	/** Address of a release feed; null: none is read. */
	updates: string | null;
	/** Folder of the daily backups; null: none are made. */
	backups: string | null;
	/** Outside witnesses of the chain of reports; null: off. */
	anchors: {
		readonly authorities: readonly string[];
		/** PEM file; null: no roots are given. */
		readonly roots: string | null;
		readonly calendars: readonly string[];
		/** Of block headers. */
		readonly blocks: string;
		readonly webhook: string | null;
	} | null;
	/** prod, or the name of another environment, whose pages are hidden from search engines. */
	environment: string;
	/** Address of the web analytics script; null: none. */
	tracking: string | null;
	captcha: { vendor: 'turnstile' | 'hcaptcha' | 'recaptcha'; siteKey: string; secret: string } | null;
	/** The payment provider; null: none. */
	payments: PaymentsConfig | null;
	oauth: readonly SignInProvider[];
	/** False: only these providers, or the proxy, open accounts. */
	passwords: boolean;
}

/** Reads and checks the environment once. Throws ConfigError that names every faulty variable. */
export function readConfig(env: RawEnvironment, cwd: string): Config {
	const environment = readEnvironment(env);
	const { SIGNALWHEEL_CAPTCHA: vendor, SIGNALWHEEL_CAPTCHA_SITE_KEY: siteKey, SIGNALWHEEL_CAPTCHA_SECRET: secret } = environment;
	const origin = (environment.SIGNALWHEEL_ORIGIN ?? `http://localhost:${environment.PORT}`).replace(/\/+$/, '');
	const { SIGNALWHEEL_PROVIDER: provider, SIGNALWHEEL_REPLAY: replayed, SIGNALWHEEL_REPLAY_SPAN: span } = environment;
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
		replay: provider === 'replay' && replayed ? { folder: resolve(cwd, replayed), from: span?.from ?? null, to: span?.to ?? null } : null,
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
			value: textOf(env, name, fallback),
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

/** Null without a payment provider. Throws on a simulation that other machines could reach, since it gives licences away. */
function paymentsConfig(environment: Environment, origin: string): PaymentsConfig | null {
	const { SIGNALWHEEL_PAYMENTS: name, SIGNALWHEEL_PAYPRO_ACCOUNT: account, SIGNALWHEEL_PAYPRO_API_SECRET: apiSecret } = environment;
	const { SIGNALWHEEL_PAYPRO_VALIDATION_KEY: validation, SIGNALWHEEL_PAYPRO_SECRET_KEY: secret } = environment;
	if (name === 'simulated') {
		const isHere = isLoopback(new URL(origin).hostname.replace(/^\[|\]$/g, '')) && isLoopback(environment.HOST);
		if (!isHere || (environment.SIGNALWHEEL_TRUSTED_PROXIES ?? []).length > 0)
			throw new ConfigError(
				'SIGNALWHEEL_PAYMENTS=simulated grants licences without payment: it needs HOST and SIGNALWHEEL_ORIGIN on this machine and no SIGNALWHEEL_TRUSTED_PROXIES.',
			);
		return { name };
	}
	if (name !== 'payproglobal' || !account || !apiSecret || !validation || !secret) return null;
	return { name, account, apiSecret, keys: { validation, secret } };
}
