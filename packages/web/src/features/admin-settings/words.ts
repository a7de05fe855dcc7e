import type { Setting } from './queries.ts';

const NAMES: Readonly<Record<string, string>> = {
	daily_gap_check: 'Daily gap check',
	daily_gap_sessions: 'Sessions in the daily gap check',
	daily_split_check: 'Daily split check',
	backup_hour: 'Hour of the daily backup',
	backups_kept: 'Backups kept',
	prelaunch: 'Pre-launch mode',
	sign_up: 'Sign-up',
	sign_up_domains: 'Mail domains that can sign up',
	closures: 'Extra market closures',
};

function text(value: Setting['value']): string {
	return typeof value === 'boolean' ? (value ? 'on' : 'off') : typeof value === 'object' ? days(value.length) : String(value);
}

function days(n: number): string {
	return n === 0 ? 'none' : n === 1 ? '1 day' : `${n} days`;
}

/** Texts of the settings page. */
export const settingWords = {
	title: 'Settings',
	siteSettings: 'Site settings',
	builtInNote: 'Changes take effect without a restart and are recorded in the audit log.',
	nameOf: (name: string) => NAMES[name] ?? name.replaceAll('_', ' ').replace(/^./, (first) => first.toUpperCase()),
	valueOf: (value: Setting['value']) => text(value) || 'not set',
	defaultText: (value: string) => `Default: ${value}.`,
	bounds: ({ least, most }: NonNullable<Setting['bounds']>) => `Whole number, ${least} to ${most}.`,
	notEditable: (value: string) => `Now ${value}. Change it on its own page.`,
	on: 'on',
	off: 'off',
	save: 'Save',
	saveNamed: (name: string) => `Save: ${name}`,
	saveEffect: (name: string, before: string, after: string) => `Changes '${name}' from ${before} to ${after}.`,
	saved: (value: string) => `Set to ${value}.`,
	reset: 'Reset',
	resetNamed: (name: string) => `Reset: ${name}`,
	resetEffect: (name: string, before: string, after: string) => `Resets '${name}' from ${before} to its default, ${after}.`,
	confirmLabel: 'Confirm',
	caches: 'Cache',
	cachesNote: 'Rendered pages and answers are cached and refreshed with each report.',
	clearCaches: 'Clear cache',
	clearCachesEffect: 'Clears all cached pages and answers. No data is lost; the next page loads take a little longer.',
	cachesCleared: (names: readonly string[]) => (names.length === 0 ? 'The cache was empty.' : `Cleared: ${names.join(', ')}.`),
	startup: 'Startup settings',
	startupNote:
		'Read from environment variables at startup. To change one, set it and restart the server. Keys, passwords and database addresses are hidden.',
	find: 'Name or description',
	variable: 'Variable',
	value: 'Value',
	fallback: 'Default',
	about: 'Description',
	found: (found: number, total: number, changed: number) => {
		const settings = found === total ? `${total} settings` : `${found} of ${total} settings`;
		return `${settings}, ${changed} changed from ${changed === 1 ? 'its default' : 'their defaults'}.`;
	},
	changed: 'changed',
	none: 'No settings match.',
	noneDetail: 'The search covers the names and descriptions of all settings.',
	clear: 'Clear search',
} as const;
