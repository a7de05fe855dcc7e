/** What the environment says, as the product's parts take it. */
import { resolve } from 'node:path';
import type { Operator } from '@sw/domain/outreach/information';
import type { ExchangeDate } from '@sw/domain/time/units';
import { ConfigError, type Environment, type RawEnvironment, type Role, readEnvironment, SETTINGS, textOf } from './environment.ts';
import { type PaymentsConfig, paymentsConfig } from './payments.ts';
import { type VendorConfig, vendorConfig } from './vendors.ts';

export { ConfigError, SETTINGS };

export interface PushConfig {
	/** Of push services; '*.' stands for all below one. */
	readonly hosts: readonly string[];
	/** Null: made and kept by the product. */
	readonly keys: { readonly publicKey: string; readonly privateKey: string } | null;
}

export interface Config {
	port: number;
	host: string;
	/** Scheme, host and port under which other processes reach this one; null: where it listens. */
	internalAddress: string | null;
	/** Seconds between being asked to stop and stopping. */
	drain: number;
	/** The address that users type, for links in mails and canonical URLs. */
	origin: string;
	folder: string;
	databaseUrl: string | null;
	clickhouseUrl: string | null;
	roles: ReadonlySet<Role>;
	/** Name of the cluster that this server is one of; null: it stands alone. */
	clickhouseCluster: string | null;
	provider: Environment['SIGNALWHEEL_PROVIDER'];
	/** The backup whose market plays again, and the sessions that are played (both included); null unless that is the provider. */
	replay: { folder: string; from: ExchangeDate | null; to: ExchangeDate | null } | null;
	vendors: VendorConfig;
	/** Market seconds in one wall second; null unless told. */
	speed: number | null;
	publicQuotes: boolean;
	/** Whether assistants may ask, by the Model Context Protocol. */
	assistants: boolean;
	/** Whether browsers are told to use TLS for every host below the origin's, too. */
	hstsSubdomains: boolean;
	/** Addresses or networks of reverse proxies whose X-Forwarded-For is believed. */
	trustedProxies: readonly string[];
	logLevel: string;
	/** Where Prometheus's metrics are served; null: nowhere. */
	metrics: { host: string; port: number } | null;
	/** Every variable that is no secret, with its value in force, for administrators to see. */
	shown: readonly { name: string; value: string; fallback: string; about: string }[];
	smtpUrl: string | null;
	mailFrom: string;
	push: PushConfig;
	/** Where visitors' letters go; null: to every administrator. */
	contact: string | null;
	/** Who runs the service, as its pages of words say. */
	operator: Operator | null;
	/** Folder of the operator's own pages of words; null: none. */
	pages: string | null;
	/** prod, or the name of another environment, whose pages stay out of search engines. */
	environment: string;
	/** Address of the script that counts visits; null: none. */
	tracking: string | null;
	captcha: { vendor: 'turnstile' | 'hcaptcha' | 'recaptcha'; siteKey: string; secret: string } | null;
	/** Who takes payments; null: nobody. */
	payments: PaymentsConfig | null;
	oauth: readonly { name: string; issuer: string | null; clientId: string; clientSecret: string }[];
}

/** Reads and checks the environment once. Throws ConfigError that names every faulty variable. */
export const readConfig = (env: RawEnvironment, cwd: string): Config => {
	const given = readEnvironment(env);
	const { SIGNALWHEEL_CAPTCHA: vendor, SIGNALWHEEL_CAPTCHA_SITE_KEY: siteKey, SIGNALWHEEL_CAPTCHA_SECRET: secret } = given;
	const origin = (given.SIGNALWHEEL_ORIGIN ?? `http://localhost:${given.PORT}`).replace(/\/+$/, '');
	const { SIGNALWHEEL_PROVIDER: provider, SIGNALWHEEL_REPLAY: replayed, SIGNALWHEEL_REPLAY_SPAN: span } = given;
	return {
		port: given.PORT,
		host: given.HOST,
		internalAddress: given.SIGNALWHEEL_INTERNAL_ADDRESS?.replace(/\/+$/, '') ?? null,
		drain: given.SIGNALWHEEL_DRAIN,
		origin,
		folder: resolve(cwd, given.SIGNALWHEEL_DATA),
		databaseUrl: given.DATABASE_URL,
		clickhouseUrl: given.CLICKHOUSE_URL,
		roles: given.SIGNALWHEEL_ROLES,
		clickhouseCluster: given.SIGNALWHEEL_CLICKHOUSE_CLUSTER,
		provider,
		replay: provider === 'replay' && replayed ? { folder: resolve(cwd, replayed), from: span?.from ?? null, to: span?.to ?? null } : null,
		vendors: vendorConfig(given),
		speed: given.SIGNALWHEEL_SPEED,
		publicQuotes: given.SIGNALWHEEL_PUBLIC_QUOTES === 'licensed',
		assistants: given.SIGNALWHEEL_ASSISTANTS === 'on',
		trustedProxies: given.SIGNALWHEEL_TRUSTED_PROXIES ?? [],
		hstsSubdomains: given.SIGNALWHEEL_HSTS === 'subdomains',
		logLevel: given.SIGNALWHEEL_LOG,
		metrics: given.SIGNALWHEEL_METRICS,
		shown: SETTINGS.filter(({ isSecret }) => !isSecret).map(({ name, fallback, about }) => ({
			name,
			value: textOf(env, name, fallback),
			fallback,
			about,
		})),
		smtpUrl: given.SIGNALWHEEL_SMTP_URL,
		mailFrom: given.SIGNALWHEEL_MAIL_FROM,
		push: {
			hosts: given.SIGNALWHEEL_PUSH_HOSTS,
			keys:
				given.SIGNALWHEEL_PUSH_PUBLIC_KEY !== null && given.SIGNALWHEEL_PUSH_PRIVATE_KEY !== null
					? { publicKey: given.SIGNALWHEEL_PUSH_PUBLIC_KEY, privateKey: given.SIGNALWHEEL_PUSH_PRIVATE_KEY }
					: null,
		},
		contact: given.SIGNALWHEEL_CONTACT,
		operator:
			given.SIGNALWHEEL_OPERATOR === null ? null : { name: given.SIGNALWHEEL_OPERATOR, address: given.SIGNALWHEEL_OPERATOR_ADDRESS },
		pages: given.SIGNALWHEEL_PAGES === null ? null : resolve(cwd, given.SIGNALWHEEL_PAGES),
		environment: given.SIGNALWHEEL_ENVIRONMENT,
		tracking: given.SIGNALWHEEL_TRACKING,
		captcha: vendor && siteKey && secret ? { vendor, siteKey, secret } : null,
		payments: paymentsConfig(given, origin),
		oauth: given.SIGNALWHEEL_OAUTH ?? [],
	};
};
