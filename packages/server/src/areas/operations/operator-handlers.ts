import type { AnswerOf, HandlerInput } from '@sw/contract/base/define';
import type { operatorCalls } from '@sw/contract/operations/operations';
import type { setupCalls } from '@sw/contract/operations/setup';
import type { Caller } from '@sw/domain/access/caller';
import { Problem } from '../../platform/errors.ts';
import type { AuditAct } from '../audit-act.ts';
import type { Handlers } from '../handlers.ts';
import { type FreshnessParts, measureFreshness } from './freshness.ts';
import type { SiteSettings } from './site-settings.ts';

export interface OperatorParts {
	readonly settings: SiteSettings;
	readonly freshness: FreshnessParts;
	/** Clears the caches in every process; returns their names. */
	resetCaches(): Promise<readonly string[]>;
	readonly audit: AuditAct;
}

/** Allowed values of Sec-Fetch-Site. Calls from other sites could misuse an administrator's session. */
const TRUSTED_FETCH_SITES = new Set([undefined, 'none', 'same-site', 'same-origin']);

export function createOperatorHandlers({ settings, freshness, resetCaches, audit }: OperatorParts) {
	return {
		settings: () => settings.present(),
		saveSettings: async ({ body, caller }) => {
			const before: Readonly<Record<string, unknown>> = await settings.values();
			const savedSettings = await settings.save(body.settings);
			const after: Readonly<Record<string, unknown>> = await settings.values();
			const names = Object.keys(body.settings);
			// Public pages show whether a visitor can sign up.
			if (names.includes('sign_up')) await resetCaches();
			await audit(
				caller,
				'settings.change',
				names.join(', '),
				Object.fromEntries(names.map((name) => [name, [before[name], after[name]]])),
			);
			return savedSettings;
		},
		resetCache: async ({ request, caller }) => {
			const site = request.headers['sec-fetch-site'];
			if (!TRUSTED_FETCH_SITES.has(typeof site === 'string' ? site : undefined))
				throw new Problem('denied', { detail: 'Calls from other sites are refused.' });
			const clearedCaches = [...(await resetCaches())];
			await audit(caller, 'cache.reset', clearedCaches.join(', '), {});
			return { cleared: clearedCaches };
		},
		freshness: () => measureFreshness(freshness),
	} satisfies Handlers<typeof operatorCalls>;
}

type Setup = AnswerOf<(typeof setupCalls)['setup']>;
type ProviderTest = AnswerOf<(typeof setupCalls)['tryProvider']>;
type MailTest = AnswerOf<(typeof setupCalls)['tryMail']>;

export interface SetupParts {
	readonly state: () => Omit<Setup, 'email'>;
	/** Tests a provider's settings. Throws a Problem about an invalid field. */
	tryProvider(request: HandlerInput<(typeof setupCalls)['tryProvider']>['body']): Promise<ProviderTest>;
	/** Sends a test mail. `host`: the mail server, for the audit log. Throws a Problem about an invalid field. */
	tryMail(request: { url: string; from: string; to: string }): Promise<MailTest & { host: string }>;
	readonly emailOf: (caller: Caller) => Promise<string>;
	readonly audit: AuditAct;
}

/** Handlers of the set-up page. Entered values are neither stored nor logged; the audit log records only what was tested and the result. */
export function createSetupHandlers({ state, tryProvider, tryMail, emailOf, audit }: SetupParts) {
	return {
		setup: async ({ caller }) => ({ ...state(), email: await emailOf(caller) }),
		tryProvider: async ({ body, caller }) => {
			const result = await tryProvider(body);
			await audit(caller, 'setup.try_provider', body.provider, { outcome: result.outcome });
			return result;
		},
		tryMail: async ({ body, caller }) => {
			const { host, ...result } = await tryMail({ ...body, to: await emailOf(caller) });
			await audit(caller, 'setup.try_mail', host, { outcome: result.sent ? 'sent' : 'refused' });
			return result;
		},
	} satisfies Handlers<typeof setupCalls>;
}
