import type { AnswerOf } from '@sw/contract/define';
import type { operatorCalls } from '@sw/contract/operations';
import { malformed } from '../../platform/errors.ts';

type Presented = AnswerOf<(typeof operatorCalls)['settings']>;
export type SettingValue = boolean | number | string;

interface HouseSetting {
	readonly name: string;
	readonly fallback: SettingValue;
	readonly about: string;
	/** For numbers: what they may be. */
	readonly least?: number;
	readonly most?: number;
}

/** What administrators set while the product runs. */
export const HOUSE_SETTINGS = [
	{ name: 'daily_gap_check', fallback: true, about: 'Looks for missing bars and reports once a day and fetches what it can.' },
	{ name: 'daily_gap_sessions', fallback: 5, least: 1, most: 250, about: 'Sessions that the daily look for gaps covers.' },
	{ name: 'daily_split_check', fallback: true, about: 'Compares splits with the provider and with the prices once a day.' },
] as const satisfies readonly HouseSetting[];

export type HouseSettingName = (typeof HOUSE_SETTINGS)[number]['name'];
export type HouseValues = Readonly<Record<HouseSettingName, SettingValue>>;

export interface SettingsStore {
	/** The values that somebody has set. */
	read(): Promise<Readonly<Record<string, SettingValue>>>;
	write(values: Readonly<Record<string, SettingValue>>): Promise<void>;
}

/** Where the server was started with: non-secret variables with their meanings. */
export type StartedWith = readonly { readonly name: string; readonly value: string; readonly fallback: string; readonly about: string }[];

const known = (name: string): HouseSetting | undefined => HOUSE_SETTINGS.find((setting) => setting.name === name);

const checked = (setting: HouseSetting, value: SettingValue): SettingValue => {
	if (typeof value !== typeof setting.fallback) throw malformed(`settings.${setting.name}`, `Must be a ${typeof setting.fallback}.`);
	const { least, most } = setting;
	if (
		typeof value === 'number' &&
		least !== undefined &&
		most !== undefined &&
		!(Number.isInteger(value) && value >= least && value <= most)
	)
		throw malformed(`settings.${setting.name}`, `Must be a whole number from ${least} to ${most}.`);
	return value;
};

export const createHouseSettings = (store: SettingsStore, started: StartedWith) => {
	const values = async (): Promise<HouseValues> => {
		const set = await store.read();
		return Object.fromEntries(HOUSE_SETTINGS.map(({ name, fallback }) => [name, set[name] ?? fallback])) as HouseValues;
	};
	const present = async (): Promise<Presented> => {
		const inForce = await values();
		return {
			items: [
				...HOUSE_SETTINGS.map(({ name, fallback, about }) => ({ name, value: inForce[name], fallback, about, editable: true })),
				...started.map((setting) => ({ ...setting, editable: false })),
			],
		};
	};
	return {
		values,
		present,
		/** All or none; null puts one back. Throws a Problem that names the setting. */
		save: async (changes: Readonly<Record<string, SettingValue | null>>): Promise<Presented> => {
			const set = { ...(await store.read()) };
			for (const [name, value] of Object.entries(changes)) {
				const setting = known(name);
				if (!setting) throw malformed(`settings.${name}`, 'There is no such setting that can be changed here.');
				if (value === null) delete set[name];
				else set[name] = checked(setting, value);
			}
			await store.write(set);
			return present();
		},
	};
};
export type HouseSettings = ReturnType<typeof createHouseSettings>;
