/** The plan of the house as data: what the gates for floors, walls and circles hold the imports to. In words it stands in docs/architecture.md. */

/** Packages that a package may import. */
export const PACKAGES: Readonly<Record<string, readonly string[]>> = {
	domain: [],
	contract: ['domain'],
	command: ['domain', 'contract'],
	store: ['domain'],
	server: ['domain', 'contract', 'store'],
	web: ['domain', 'contract'],
};

export const SERVER = 'packages/server/src/';
export const WEB = 'packages/web/src/';

export interface Floors {
	within: string;
	/** From top to bottom: a room imports itself and the rooms above it. Rooms of one floor stand apart. */
	floors: readonly (readonly string[])[];
}

export const FLOORS: readonly Floors[] = [
	{
		within: SERVER,
		// As the way of a bar.
		floors: [
			['config'],
			['platform'],
			['intake'],
			['market'],
			['reports'],
			['research'],
			['outside'],
			['areas'],
			['http'],
			['hub'],
			['compose'],
			['commands'],
			['main.ts'],
		],
	},
	{
		within: WEB,
		floors: [
			['lib'],
			['charts', 'styles', 'ui'],
			['entities'],
			['features'],
			['pages'],
			['routes'],
			['router.tsx'],
			['client.tsx', 'server.ts', 'start.ts'],
		],
	},
];

/** The rooms of the server that may know `@sw/store`; all others are handed functions. */
export const KNOW_STORES = [
	// The job system's queues, the lead and the backup work on the stores as such.
	'platform/jobs/',
	'platform/control/',
	'platform/lead/',
	'platform/backup-command.ts',
	// A provider of what is stored already.
	'intake/replay/',
	// Parquet is read by the embedded engine.
	'intake/files/parquet-tables.ts',
	'market/',
	'reports/',
	'compose/',
	'commands/',
];

/** The rooms below that may not know where data comes from, other than by what a provider is. */
export const NO_PROVIDERS = ['areas/', 'http/', 'hub/'];

/** Rooms whose sub-rooms stand apart; files directly in the room are common to them. */
export const APART = [`${SERVER}areas/`, `${WEB}features/`];

/** Where no circle stands. `types`: imports of types count; `folders`: folders form none either. */
export const CIRCLES: readonly { within: string; types: boolean; folders: boolean }[] = [
	{ within: 'packages/domain/src/', types: true, folders: true },
	{ within: 'packages/contract/src/', types: true, folders: true },
	{ within: 'packages/command/src/', types: true, folders: true },
	{ within: 'packages/store/src/', types: true, folders: true },
	{ within: SERVER, types: true, folders: true },
	{ within: WEB, types: true, folders: true },
];
