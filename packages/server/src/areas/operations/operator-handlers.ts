import type { operatorCalls } from '@sw/contract/operations/operations';
import { Problem } from '../../platform/errors.ts';
import type { AuditAct } from '../audit-act.ts';
import type { Handlers } from '../handlers.ts';
import { type FreshnessParts, freshnessOf } from './freshness.ts';
import type { SiteSettings } from './site-settings.ts';

export interface OperatorParts {
	readonly settings: SiteSettings;
	readonly freshness: FreshnessParts;
	/** Clears the caches in every process; returns their names. */
	resetCaches(): Promise<readonly string[]>;
	readonly audit: AuditAct;
}

/** Refuses calls from other sites, which could misuse an administrator's session. */
const OWN_SITES = new Set([undefined, 'none', 'same-site', 'same-origin']);

export function operatorHandlers({ settings, freshness, resetCaches, audit }: OperatorParts) {
	return {
		settings: () => settings.present(),
		saveSettings: async ({ body, caller }) => {
			const before: Readonly<Record<string, unknown>> = await settings.values();
			const saved = await settings.save(body.settings);
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
			return saved;
		},
		resetCache: async ({ request, caller }) => {
			const site = request.headers['sec-fetch-site'];
			if (!OWN_SITES.has(typeof site === 'string' ? site : undefined))
				throw new Problem('denied', { detail: 'Calls from other sites are refused.' });
			const cleared = [...(await resetCaches())];
			await audit(caller, 'cache.reset', cleared.join(', '), {});
			return { cleared };
		},
		freshness: () => freshnessOf(freshness),
	} satisfies Handlers<typeof operatorCalls>;
}
