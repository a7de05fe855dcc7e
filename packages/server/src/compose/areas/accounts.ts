import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isLoopback } from '@sw/domain/access/address';
import { readMailDomains, SIGN_UP_MODES, type SignUpRules } from '@sw/domain/access/sign-up';
import { type Listener, listen } from '@sw/store/postgres/listen';
import type { Records } from '@sw/store/postgres/records';
import { bindAccountRecords } from '@sw/store/postgres/records/accounts/accounts';
import { readSessionNotification, SESSION_CHANNEL } from '@sw/store/postgres/records/notifications';
import { type Accounts, createAccounts } from '../../areas/accounts/create.ts';
import { passwordPath, removeDemo, seedDemo } from '../../areas/accounts/demo.ts';
import type { HashCosts } from '../../areas/accounts/parts/hasher.ts';
import { createSetupLink } from '../../areas/accounts/users/invitations.ts';
import type { Config } from '../../config/config.ts';
import type { Hub } from '../../hub/create-hub.ts';
import { createCaptcha } from '../../outside/captcha/captcha.ts';
import { openOutbox } from '../../outside/mail/outbox.ts';
import { createSmtpMailer } from '../../outside/mail/smtp.ts';
import { createGithubProvider } from '../../outside/oauth/github.ts';
import { createOpenidProvider } from '../../outside/oauth/openid.ts';
import type { OauthConfig, OauthProvider } from '../../outside/oauth/provider.ts';
import { createIpMatcher } from '../../platform/address-list.ts';
import type { CreateSharedCounter } from '../../platform/call-count.ts';
import { toClock } from '../../platform/clocks/wall-clock.ts';
import { type RandomSource, systemRandomSource } from '../../platform/random-source.ts';
import { openSiteSettingsStore } from '../core/site-settings-store.ts';

const GOOGLE_ISSUER = 'https://accounts.google.com';

export interface AccountsWiring {
	records: Pick<Records, 'db'>;
	config: Pick<Config, 'origin' | 'folder' | 'smtpUrl' | 'mailFrom' | 'captcha' | 'oauth'> &
		Partial<Pick<Config, 'passwords' | 'proxySignIn' | 'trustedProxies'>>;
	wall: { now(): number };
	log: { error(details: object, message: string): void; warn?(details: object, message: string): void };
	/** Whether only this machine's user can reach the server; its pages then name the folder that sent mails are written to. */
	localOnly?: boolean;
	randomSource?: RandomSource;
	limits?: CreateSharedCounter | undefined;
	hashCosts?: HashCosts;
}

/** Accounts and their external services. Throws on a configuration that would admit all visitors. */
export function openAccounts({
	records,
	config,
	wall,
	log,
	localOnly = false,
	randomSource = systemRandomSource,
	limits,
	hashCosts,
}: AccountsWiring): Accounts {
	const outbox = config.smtpUrl === null ? openOutbox(join(config.folder, 'outbox'), config.mailFrom, toClock(wall), randomSource) : null;
	return createAccounts({
		records: bindAccountRecords(records.db),
		wall,
		randomSource,
		origin: config.origin,
		mailer: outbox ?? createSmtpMailer(config.smtpUrl ?? '', config.mailFrom),
		outbox,
		...(localOnly && outbox !== null ? { outboxFolder: join(config.folder, 'outbox') } : {}),
		captcha: createCaptcha(config.captcha, { hostname: new URL(config.origin).hostname }),
		providers: createOauthProviders(config.oauth),
		passwordsEnabled: config.passwords ?? true,
		log,
		signUpRules: createSignUpRulesReader(records),
		proxy: config.proxySignIn ? { ...config.proxySignIn, isTrusted: createIpMatcher(config.trustedProxies ?? []) } : undefined,
		limits,
		...(hashCosts === undefined ? {} : { hashCosts }),
	});
}

/** Creates a function that reads the sign-up rules set by administrators. Each sign-up calls it, so that a change applies immediately in every process. */
function createSignUpRulesReader({ db }: Pick<Records, 'db'>): () => Promise<SignUpRules> {
	const settings = openSiteSettingsStore(db);
	return async () => {
		const { sign_up: mode, sign_up_domains: domains } = await settings.read();
		return {
			mode: SIGN_UP_MODES.find((signUpMode) => signUpMode === mode) ?? 'open',
			domains: typeof domains === 'string' ? readMailDomains(domains) : [],
		};
	};
}

/**
 * Listens for users and sessions changed by any process: a blocked or deleted user is signed out everywhere immediately, and live connections of a
 * changed user reconnect with the new rights.
 */
export function subscribeToSessions(
	{ url }: Pick<Records, 'url'>,
	{ sessions }: Pick<Accounts, 'sessions'>,
	hub: Pick<Hub<never>, 'closeAccount' | 'closeSession'>,
): Promise<Listener> {
	return listen(url, {
		channel: SESSION_CHANNEL,
		onMessage: (text) => {
			const { id, ended } = readSessionNotification(text);
			sessions.forget(id);
			if (ended) hub.closeSession(id);
			else hub.closeAccount(id, { allowReconnect: true });
		},
		onLost: () => sessions.setListening(false),
		onResume: () => sessions.setListening(true),
	});
}

/** Whether the data is simulated and only this machine's user can reach the server: no remote origin, trusted proxy or shared database. */
export function isLocalOnly({
	host,
	origin,
	trustedProxies,
	provider,
	databaseUrl,
}: Pick<Config, 'host' | 'origin' | 'trustedProxies' | 'provider' | 'databaseUrl'>): boolean {
	return (
		isLoopback(host) &&
		isLoopback(new URL(origin).hostname.replace(/^\[|\]$/g, '')) &&
		trustedProxies.length === 0 &&
		provider === 'simulated' &&
		databaseUrl === null
	);
}

/** Creates or removes the demo accounts. Returns lines to print at start, with the password only for a terminal: other outputs may be stored. */
export async function updateDemoAccounts(
	{ context }: Pick<Accounts, 'context'>,
	config: Parameters<typeof isLocalOnly>[0] & Pick<Config, 'folder'>,
	toTerminal: boolean,
): Promise<string[]> {
	if (!isLocalOnly(config)) {
		await removeDemo(context, config.folder);
		return [];
	}
	const { emails, password } = await seedDemo(context, config.folder);
	if (emails.length === 0) return [];
	return [
		`Demo accounts: ${emails.join(', ')}`,
		toTerminal ? `Password: ${password}` : `Password file: ${passwordPath(config.folder)}`,
		...(context.outbox === null ? [] : [`Mails are written to ${join(config.folder, 'outbox')}`]),
	];
}

/** Returns lines to print for the operator as soon as the server listens. */
export async function prepareFirstSteps(
	accounts: Pick<Accounts, 'context'>,
	config: Pick<Config, 'folder'>,
	toTerminal: boolean,
	{ isPublic }: { isPublic: boolean },
): Promise<string[]> {
	const noPricesLines = isPublic ? [] : ['Visitors see no prices of this source; sign in to see your data.'];
	return [...noPricesLines, ...(await prepareSetup(accounts, config, toTerminal))];
}

/**
 * Returns lines with the one-time setup link while there is no administrator, to be printed as soon as the server listens. Outputs other than a terminal may be
 * stored, so the lines then name a file (mode 0600) instead.
 */
export async function prepareSetup(
	{ context }: Pick<Accounts, 'context'>,
	{ folder }: Pick<Config, 'folder'>,
	toTerminal: boolean,
): Promise<string[]> {
	const file = join(folder, 'setup-link');
	if (!context.passwordsEnabled) {
		await rm(file, { force: true });
		return (await context.records.activeAdmins()).length > 0 ? [] : ['Create the first administrator: npm run admin -- create <email>'];
	}
	const link = await createSetupLink(context);
	if (link === undefined || toTerminal) await rm(file, { force: true });
	else await writeFile(file, `${link}\n`, { mode: 0o600 });
	if (link === undefined) return [];
	return ['Create the first administrator, within 24 hours:', `  ${toTerminal ? link : `open the link in ${file}`}`];
}

/** Creates the configured providers, by name. Throws for a provider that is neither built in nor has an issuer. */
function createOauthProviders(configs: readonly OauthConfig[]): ReadonlyMap<string, OauthProvider> {
	const providers = new Map<string, OauthProvider>();
	for (const config of configs) {
		const issuer = config.issuer ?? (config.name === 'google' ? GOOGLE_ISSUER : null);
		if (issuer !== null) providers.set(config.name, createOpenidProvider({ ...config, issuer }, config.label ?? capitalize(config.name)));
		else if (config.name === 'github') providers.set(config.name, createGithubProvider(config));
		else throw new Error(`The sign-in provider '${config.name}' needs an issuer.`);
	}
	return providers;
}

function capitalize(name: string): string {
	return name.charAt(0).toUpperCase() + name.slice(1);
}
