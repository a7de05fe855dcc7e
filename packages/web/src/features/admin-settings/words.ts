import type { Setting } from './queries.ts';

const NAMES: Readonly<Record<string, string>> = {
	daily_gap_check: 'Daily look for gaps',
	daily_gap_sessions: 'Sessions of the daily look for gaps',
	daily_split_check: 'Daily check of splits',
	prelaunch: 'Before the launch',
	closures: 'Closures beyond the holidays',
};

const days = (n: number): string => (n === 0 ? 'none' : n === 1 ? '1 day' : `${n} days`);

const text = (value: Setting['value']): string =>
	typeof value === 'boolean' ? (value ? 'on' : 'off') : typeof value === 'object' ? days(value.length) : String(value);

/** Words of the settings. */
export const settingWords = {
	title: 'Settings',
	house: 'Of the house',
	houseNote: 'They count from their next use on; nothing has to be started again. Each change stands in the audit log.',
	nameOf: (name: string) => NAMES[name] ?? name.replaceAll('_', ' ').replace(/^./, (first) => first.toUpperCase()),
	valueOf: (value: Setting['value']) => text(value) || 'not set',
	standard: (value: string) => `Unless set: ${value}.`,
	bounds: ({ least, most }: NonNullable<Setting['bounds']>) => `A whole number from ${least} to ${most}.`,
	elsewhere: (value: string) => `Now: ${value}. It is changed on the page of what it is about.`,
	on: 'on',
	off: 'off',
	save: 'Save',
	saveNamed: (name: string) => `Save: ${name}`,
	saveWill: (name: string, before: string, after: string) => `'${name}' goes from ${before} to ${after}.`,
	saved: (value: string) => `It is ${value} from now on.`,
	back: 'Put back',
	backNamed: (name: string) => `Put back: ${name}`,
	backWill: (name: string, before: string, after: string) =>
		`'${name}' goes from ${before} back to ${after}, as it is unless somebody sets it.`,
	sure: 'Do it',
	kept: 'What is kept',
	keptNote: 'Finished pages are kept so that the next reader has them at once. They are made anew with each report.',
	forget: 'Forget what is kept',
	forgetWill:
		'Every page and answer that is kept is forgotten and made anew when somebody asks for it. No data is lost; the first readers wait a moment longer.',
	forgot: (names: readonly string[]) => (names.length === 0 ? 'Nothing was kept.' : `Forgotten: ${names.join(', ')}.`),
	started: 'Of the start',
	startedNote:
		'Read from the environment when the server starts: set them there and start it again. Keys, passwords and addresses of databases are never shown.',
	find: 'Name or meaning',
	variable: 'Variable',
	value: 'In force',
	fallback: 'Instead of',
	about: 'Meaning',
	none: 'No variable is like that.',
} as const;
