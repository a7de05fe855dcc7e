/** The layers, boundaries and acyclic areas that imports must respect, as data. docs/architecture.md describes them in words. */

/** The packages that each package may import. */
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

export interface Layering {
	within: string;
	/** Lowest layer first: a module imports itself and modules of lower layers. Modules of one layer do not import each other. */
	layers: readonly (readonly string[])[];
}

export const LAYERS: readonly Layering[] = [
	{
		within: SERVER,
		layers: [
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
		layers: [
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

/** Server modules that may import `@sw/store`. All others receive their queries as functions. */
export const MAY_IMPORT_STORE = [
	// Job queues, leader election and backups work on the stores themselves.
	'platform/jobs/',
	'platform/control/',
	'platform/lead/',
	'platform/backup-command.ts',
	// A provider that reads stored bars.
	'intake/replay/',
	// The embedded engine reads Parquet.
	'intake/files/parquet-tables.ts',
	'market/',
	'reports/',
	'compose/',
	'commands/',
];

/** Server modules whose ports (`ports.ts`, `*-ports.ts`) take the types of their queries from `@sw/store`. */
export const MAY_IMPORT_STORE_TYPES = ['areas/', 'research/'];

/** Server modules that see a data source only through `intake/provider.ts`. */
export const MAY_NOT_IMPORT_PROVIDERS = ['areas/', 'http/', 'hub/'];

/** Folders whose sub-folders must not import each other; files directly in the folder are shared by all of them. */
export const ISOLATED_SIBLINGS = [`${SERVER}areas/`, `${WEB}features/`];

/** Folders whose files must not import each other in cycles. `types`: type imports count. `folders`: sub-folders must not form cycles either. */
export const ACYCLIC: readonly { within: string; types: boolean; folders: boolean }[] = [
	{ within: 'packages/domain/src/', types: true, folders: true },
	{ within: 'packages/contract/src/', types: true, folders: true },
	{ within: 'packages/command/src/', types: true, folders: true },
	{ within: 'packages/store/src/', types: true, folders: true },
	{ within: SERVER, types: true, folders: true },
	{ within: WEB, types: true, folders: true },
];
