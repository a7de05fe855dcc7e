import type { AnswerOf } from '@sw/contract/base/define';
import type { operatorCalls } from '@sw/contract/operations/operations';
import { mailDomainsError, SIGN_UP_MODES } from '@sw/domain/access/sign-up';
import type { Holiday } from '@sw/domain/time/calendar';
import { sortByDate } from '@sw/domain/time/closures';
import { exchangeDate } from '@sw/domain/time/units';
import { malformed } from '../../platform/errors.ts';

type SettingsAnswer = AnswerOf<(typeof operatorCalls)['settings']>;
export type SettingValue = boolean | number | string | Holiday[];

interface SiteSetting {
	readonly name: string;
	readonly fallback: SettingValue;
	readonly about: string;
	/** Limits of a number, both inclusive. */
	readonly bounds?: { readonly least: number; readonly most: number };
	/** Allowed values of a text. */
	readonly choices?: readonly string[];
	/** The reason why a text is invalid; null if it is valid. */
	readonly findError?: (text: string) => string | null;
}

const CLOSURES = 'closures';
const NO_CLOSURES: Holiday[] = [];

/** Settings that administrators can change at run time. */
export const SITE_SETTINGS = [
	{ name: 'daily_gap_check', fallback: true, about: 'Checks once a day for missing bars and reports, and fetches what is available.' },
	{
		name: 'daily_gap_sessions',
		fallback: 5,
		bounds: { least: 1, most: 250 },
		about: 'Number of sessions that the daily gap check covers.',
	},
	{ name: 'daily_split_check', fallback: true, about: 'Compares splits with the provider and the prices once a day.' },
	{
		name: 'backup_hour',
		fallback: 2,
		bounds: { least: 0, most: 23 },
		about: 'Hour in New York time at which a backup is made each day, if SIGNALWHEEL_BACKUPS names a folder.',
	},
	{ name: 'backups_kept', fallback: 7, bounds: { least: 1, most: 365 }, about: 'Number of scheduled backups that are kept.' },
	{
		name: 'prelaunch',
		fallback: false,
		about: 'Pre-launch mode: visitors without an invitation are invited to the wait-list once per browsing session.',
	},
	{
		name: 'sign_up',
		fallback: 'open',
		choices: SIGN_UP_MODES,
		about:
			'Who can create an account: anyone (open), holders of an invitation, or no visitor (closed). Existing accounts sign in as before.',
	},
	{
		name: 'sign_up_domains',
		fallback: '',
		findError: mailDomainsError,
		about:
			'Mail domains that can sign up, comma-separated, exactly as in addresses. Invitations for a single address are exempt. Empty: all.',
	},
	{
		name: CLOSURES,
		fallback: NO_CLOSURES,
		about: 'Extra closures: days on which the exchange is closed or closes at 13:00, in addition to its regular holidays.',
	},
] as const satisfies readonly SiteSetting[];

export type SiteSettingName = (typeof SITE_SETTINGS)[number]['name'];
export type SiteSettingValues = Readonly<Record<SiteSettingName, SettingValue>>;

export interface SettingsStore {
	/** Values that were set explicitly. */
	read(): Promise<Readonly<Record<string, SettingValue>>>;
	write(values: Readonly<Record<string, SettingValue>>): Promise<void>;
}

/** The configuration at startup: environment variables that aren't secret, with their meanings. */
export type StartupSettings = readonly {
	readonly name: string;
	readonly value: string;
	readonly fallback: string;
	readonly about: string;
}[];

type ClosureSetting = readonly { readonly date: string; readonly type: Holiday['type']; readonly name: string }[];
/** New values by setting name; null restores the default. */
export type SettingChanges = Readonly<Record<string, boolean | number | string | ClosureSetting | null>>;

/** The current calendar. Changes of closures apply to it immediately. */
export interface ClosureCalendar {
	/** Returns why `after` can't replace `before`; undefined if it can. */
	findConflict(before: readonly Holiday[], after: readonly Holiday[]): string | undefined;
	onChanged(before: readonly Holiday[], after: readonly Holiday[]): void;
}

/** Reads and changes site settings. Settings that were never set have their default. */
export function createSiteSettings(store: SettingsStore, startupSettings: StartupSettings, calendar: ClosureCalendar) {
	const values = async (): Promise<SiteSettingValues> => {
		const storedValues = await store.read();
		return Object.fromEntries(SITE_SETTINGS.map(({ name, fallback }) => [name, storedValues[name] ?? fallback])) as SiteSettingValues;
	};
	const present = async (): Promise<SettingsAnswer> => {
		const currentValues = await values();
		return {
			items: [
				...SITE_SETTINGS.map((setting: SiteSetting) => ({
					name: setting.name,
					value: currentValues[setting.name as SiteSettingName],
					fallback: setting.fallback,
					about: setting.about,
					bounds: setting.bounds ?? null,
					choices: setting.choices ? [...setting.choices] : null,
					editable: true,
				})),
				...startupSettings.map((setting) => ({ ...setting, bounds: null, choices: null, editable: false })),
			],
		};
	};
	return {
		values,
		present,
		/** Saves all changes or none. Throws a Problem that names the invalid setting. */
		save: async (changes: SettingChanges): Promise<SettingsAnswer> => {
			const storedValues = await store.read();
			const mergedValues = { ...storedValues };
			for (const [name, value] of Object.entries(changes)) {
				const setting = findSetting(name);
				if (!setting) throw malformed(`settings.${name}`, "Unknown setting, or it can't be changed here.");
				if (value === null) delete mergedValues[name];
				else mergedValues[name] = validateSetting(setting, typeof value === 'object' ? value.map(toClosure) : value);
			}
			const [oldClosures, newClosures] = [readClosures(storedValues), sortByDate(readClosures(mergedValues))];
			const conflict = CLOSURES in changes ? calendar.findConflict(oldClosures, newClosures) : undefined;
			if (conflict !== undefined) throw malformed(`settings.${CLOSURES}`, conflict);
			await store.write(CLOSURES in mergedValues ? { ...mergedValues, [CLOSURES]: newClosures } : mergedValues);
			calendar.onChanged(oldClosures, newClosures);
			return present();
		},
	};
}

function toClosure({ date, type, name }: ClosureSetting[number]): Holiday {
	return { date: exchangeDate(date), type, name };
}

function validateSetting(setting: SiteSetting, value: SettingValue): SettingValue {
	if (typeof value !== typeof setting.fallback || Array.isArray(value) !== Array.isArray(setting.fallback))
		throw malformed(
			`settings.${setting.name}`,
			`must be ${Array.isArray(setting.fallback) ? 'a list of closures' : `a ${typeof setting.fallback}`}`,
		);
	const { bounds, choices } = setting;
	if (typeof value === 'string') {
		const error = choices && !choices.includes(value) ? `must be ${choices.join(', ')}` : (setting.findError?.(value) ?? null);
		if (error !== null) throw malformed(`settings.${setting.name}`, error);
	}
	if (typeof value === 'number' && bounds && !(Number.isInteger(value) && value >= bounds.least && value <= bounds.most))
		throw malformed(`settings.${setting.name}`, `must be a whole number from ${bounds.least} to ${bounds.most}`);
	return value;
}

function readClosures(values: Readonly<Record<string, SettingValue>>): readonly Holiday[] {
	return (values[CLOSURES] ?? []) as Holiday[];
}

function findSetting(name: string): SiteSetting | undefined {
	return SITE_SETTINGS.find((setting) => setting.name === name);
}

export type SiteSettings = ReturnType<typeof createSiteSettings>;
