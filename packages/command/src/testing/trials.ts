/** Tests of the command against a server. They run in process, with the function that the bin calls, and on the packed npm package. */
import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface CommandResult {
	readonly exit: number | null;
	readonly out: string;
	readonly err: string;
}

export interface TrialWorld {
	/** Runs the command with these arguments. Default environment: the server's address and a key with all scopes. */
	call(args: readonly string[], options?: { env?: Readonly<Record<string, string>>; stdin?: string }): Promise<CommandResult>;
	/** A key that can only read lists. */
	readonly listsKey: string;
	/** A folder in which a trial can write files. */
	readonly folder: string;
}

export interface Trial {
	readonly title: string;
	run(world: TrialWorld): Promise<void>;
}

/** A filter document with a single condition of depth 1, so that it matches tickers in any market. */
const DOCUMENT = {
	version: 1,
	name: 'From a file',
	tab: 'extreme_rise',
	timeframes: ['fifteen_minutes', 'thirty_minutes', 'one_hour'],
	filters: [{ sector: 'price_short', timeframe: 'fifteen_minutes', value: 1 }],
	operation: null,
	comment: '',
};
const GROUPED_DOCUMENT = {
	...DOCUMENT,
	version: 2,
	name: 'Grouped',
	groups: [
		{
			match: 'any',
			filters: [
				{ sector: 'volume', timeframe: 'one_hour', value: 1 },
				{ information: 'with' },
				{ industry: 'Oil, Gas & Coal' },
				{ measure: 'price', from: 10, to: null },
			],
			groups: [],
		},
		{ match: 'none', filters: [{ measure: 'mentions', from: null, to: 5 }], groups: [] },
	],
};
/** An address without a listener: the discard port of this machine. */
const UNREACHABLE_SERVER = 'http://127.0.0.1:9';

function assertSuccess({ exit, err }: CommandResult): void {
	equal(exit, 0, err);
}

function parseOutput<T>(result: CommandResult): T {
	assertSuccess(result);
	return JSON.parse(result.out) as T;
}

function assertRefused({ exit, out, err }: CommandResult, exitCode: number, errorPattern: RegExp): void {
	equal(exit, exitCode, err);
	match(err, errorPattern);
	equal(out, '');
}

async function loadFirstSymbol({ call }: TrialWorld): Promise<string> {
	const { items } = parseOutput<{ items: { ticker: string }[] }>(await call(['list', '--json', '--max', '1']));
	return items[0]?.ticker as string;
}

export const TRIALS: readonly Trial[] = [
	{
		title: 'list prints a table of the newest report',
		run: async ({ call }) => {
			const result = await call(['list', '--tab', 'extreme_rise']);
			assertSuccess(result);
			match(result.out, /^Extreme rise, candidate to fall back · 15m·30m·1h·4h·1d · \d\d\/\d\d\/\d{4} \d+:\d\d [AP]M ET · /);
			match(result.out, /#\s+Ticker\s+Name\s+Cap\s+Price\s+Change\s+Rate/);
			ok(!result.out.includes('\u001b'), 'no colours in a pipe');
		},
	},
	{
		title: 'list prints the API response as JSON, and all pages with --all',
		run: async ({ call }) => {
			const firstPage = parseOutput<{ total_count: number; items: unknown[] }>(
				await call(['list', '--tab', 'free', '--max', '1', '--json']),
			);
			equal(firstPage.items.length, 1);
			const fullList = parseOutput<{ total_count: number; items: unknown[] }>(await call(['list', '--tab', 'free', '--all', '--json']));
			equal(fullList.items.length, fullList.total_count);
		},
	},
	{
		title: 'an empty list exits with 1',
		run: async ({ call }) => equal((await call(['list', '--skip', '900000'])).exit, 1),
	},
	{
		title: 'ticker accepts a symbol or a ticker id',
		run: async (world) => {
			const symbol = await loadFirstSymbol(world);
			const { ticker_id, ticker } = parseOutput<{ ticker_id: number; ticker: string }>(
				await world.call(['ticker', symbol.toLowerCase(), '--json']),
			);
			equal(ticker, symbol);
			const result = await world.call(['ticker', String(ticker_id)]);
			assertSuccess(result);
			ok(result.out.startsWith(`${symbol} · `), result.out);
		},
	},
	{
		title: 'an unknown ticker exits with 1',
		run: async ({ call }) => assertRefused(await call(['ticker', 'NOSUCHONE']), 1, /^Unknown ticker NOSUCHONE\./),
	},
	{
		title: 'export chooses the format by the file extension and never overwrites an existing file',
		run: async ({ call, folder }) => {
			const file = join(folder, 'list.parquet');
			assertSuccess(await call(['export', '--tab', 'free', '-o', file]));
			equal((await readFile(file)).subarray(0, 4).toString(), 'PAR1');
			assertRefused(await call(['export', '-o', file]), 2, /already exists; use --force/);
			const csv = await call(['export', '--columns', 'price']);
			assertSuccess(csv);
			ok(csv.out.split('\n').length > 2, csv.out);
		},
	},
	{
		title: 'filter test counts the tickers that a document matches, from a file and from a pipe',
		run: async ({ call, folder }) => {
			const file = join(folder, 'filter.json');
			await writeFile(file, JSON.stringify(DOCUMENT));
			const { now } = parseOutput<{ now: number }>(await call(['filter', 'test', file, '--json']));
			ok(now > 0);
			const result = await call(['filter', 'test', '-', '--no-past', '--least', '100000'], { stdin: JSON.stringify(DOCUMENT) });
			equal(result.exit, 1, result.err);
			match(result.out, /^From a file · extreme_rise · 15m·30m·1h · Rose 15m depth ≥ 1\n/);
		},
	},
	{
		title: 'a filter has a URL, which is accepted wherever its file is',
		run: async ({ call }) => {
			const linkResult = await call(['filter', 'link', '-'], { stdin: JSON.stringify({ ...DOCUMENT, comment: 'mine' }) });
			equal(linkResult.err, "Note: the comment isn't sent to the server; it stays in the file.\n");
			const filterUrl = linkResult.out.trim();
			match(
				filterUrl,
				/^https?:\/\/\S+\/main\?tabType=extreme_rise&strategyTimeframe=first&filter\.name=From\+a\+file&filter\.conditions=price_short\.fifteen_minutes\.1$/,
			);
			deepEqual(parseOutput(await call(['filter', 'show', filterUrl])), DOCUMENT);
			const [urlResult, documentResult] = [
				await call(['filter', 'test', filterUrl, '--json']),
				await call(['filter', 'test', '-', '--json'], { stdin: JSON.stringify(DOCUMENT) }),
			];
			deepEqual(parseOutput(urlResult), parseOutput(documentResult));
			assertRefused(
				await call(['filter', 'test', `${filterUrl}&filter.version=3`]),
				2,
				/^This filter uses format version 3; the newest supported version is 2/,
			);
			assertRefused(await call(['filter', 'show', `${filterUrl},moon`]), 2, /“moon” is not a condition/);
			assertRefused(await call(['filter', 'show', 'https://nowhere.example/main']), 2, /contains no filter/);
		},
	},
	{
		title: 'a filter with groups is the same in a file, in a URL and on the server',
		run: async ({ call }) => {
			const stdin = JSON.stringify(GROUPED_DOCUMENT);
			const filterUrl = (await call(['filter', 'link', '-'], { stdin })).out.trim();
			match(
				filterUrl,
				/&filter\.version=2&filter\.groups=any\(volume\.one_hour\.1,information\.with,industry\.Oil%252C%2520Gas%2520%2526%2520Coal,price\.10-\),none\(mentions\.-5\)$/,
			);
			deepEqual(parseOutput(await call(['filter', 'show', filterUrl])), GROUPED_DOCUMENT);
			deepEqual(
				parseOutput(await call(['filter', 'test', filterUrl, '--json'])),
				parseOutput(await call(['filter', 'test', '-', '--json'], { stdin })),
			);
			const testResult = await call(['filter', 'test', '-'], { stdin });
			match(
				testResult.out,
				/all of: Rose 1\+ on 15m; any of: Volume busy 1\+ on 1h, With a filing, Industry: Oil, Gas & Coal, Price \$10 or more; none of: Mentions 5 or less\n/,
			);
			const { id } = parseOutput<{ id: number }>(await call(['filter', 'save', '-', '--json'], { stdin }));
			deepEqual(parseOutput(await call(['filter', 'show', String(id)])), GROUPED_DOCUMENT);
			const versionOneInput = { stdin: JSON.stringify({ ...DOCUMENT, name: GROUPED_DOCUMENT.name }) };
			assertRefused(await call(['filter', 'save', '-', '--replace', String(id)], versionOneInput), 3, /groups.*send version 2/);
		},
	},
	{
		title: 'a saved filter is shown as the document that was saved',
		run: async ({ call }) => {
			const { id } = parseOutput<{ id: number }>(await call(['filter', 'save', '-', '--json'], { stdin: JSON.stringify(DOCUMENT) }));
			deepEqual(parseOutput(await call(['filter', 'show', String(id)])), DOCUMENT);
			assertSuccess(
				await call(['filter', 'save', '-', '--replace', String(id)], { stdin: JSON.stringify({ ...DOCUMENT, name: 'Renamed' }) }),
			);
			match((await call(['filter', 'list'])).out, /Renamed/);
			assertRefused(await call(['filter', 'save', '-'], { stdin: JSON.stringify({ ...DOCUMENT, name: 'renamed' }) }), 3, /name/);
		},
	},
	{
		title: 'a document of a newer version is rejected with an explanation',
		run: async ({ call }) => {
			const versionThreeInput = { stdin: JSON.stringify({ ...DOCUMENT, version: 3, rings: 'all' }) };
			assertRefused(
				await call(['filter', 'test', '-'], versionThreeInput),
				2,
				/^This filter uses format version 3; the newest supported version is 2/,
			);
		},
	},
	{
		title: 'an invalid document is rejected with the names of its invalid fields',
		run: async ({ call }) => {
			assertRefused(await call(['filter', 'test', '-'], { stdin: '{' }), 2, /^Standard input isn't valid JSON\./);
			const unknownTabInput = { stdin: JSON.stringify({ ...DOCUMENT, tab: 'moon' }) };
			assertRefused(await call(['filter', 'save', '-'], unknownTabInput), 2, /tab: Invalid option/);
		},
	},
	{
		title: 'an unknown key exits with 3, and prints the error as JSON with --json',
		run: async ({ call }) => {
			const env = { SIGNALWHEEL_KEY: `swk_${'x'.repeat(43)}` };
			assertRefused(await call(['list'], { env }), 3, /^The server doesn't accept the key/);
			const { err } = await call(['list', '--json'], { env });
			const { error } = JSON.parse(err) as { error: { exit: number; status: number } };
			deepEqual([error.exit, error.status], [3, 401]);
		},
	},
	{
		title: 'a key without the required scope exits with 3',
		run: async ({ call, listsKey }) =>
			assertRefused(await call(['filter', 'list'], { env: { SIGNALWHEEL_KEY: listsKey } }), 3, /scope account:read/),
	},
	{
		title: 'a key is read from a file, never from the command line, and never printed',
		run: async ({ call, listsKey, folder }) => {
			const file = join(folder, 'key');
			await writeFile(file, `${listsKey}\n`, { mode: 0o644 });
			const result = await call(['list', '--key-file', file], { env: { SIGNALWHEEL_KEY: '' } });
			assertSuccess(result);
			match(result.err, /other users can read/);
			assertRefused(await call(['list', '--key', listsKey]), 2, /can read a key on the command line/);
			assertRefused(await call(['list'], { env: { SIGNALWHEEL_KEY: '' } }), 2, /needs a personal key/);
			const invalidKeyResult = await call(['list'], { env: { SIGNALWHEEL_KEY: 'secret words' } });
			assertRefused(invalidKeyResult, 2, /doesn't contain a personal key/);
			ok(!invalidKeyResult.err.includes('secret'));
		},
	},
	{
		title: 'an unreachable server exits with 4',
		run: async ({ call }) => assertRefused(await call(['list', '--server', UNREACHABLE_SERVER]), 4, /^Couldn't reach /),
	},
	{
		title: 'a missing report exits with 1',
		run: async ({ call }) => {
			assertRefused(await call(['list', '--date', '2001-01-02T15:00:00Z']), 1, /./);
			assertRefused(await call(['list', '--date', '2001-01-02']), 1, /^No report was published on 2001-01-02\./);
		},
	},
	{
		title: 'invalid options and commands exit with 2 and are named as typed',
		run: async ({ call }) => {
			assertRefused(await call(['list', '--tab', 'moon']), 2, /^--tab: /);
			assertRefused(await call(['list', '--cap', 'mega_cap,huge']), 2, /^--cap: /);
			assertRefused(await call(['list', '--lines', '3']), 2, /^Unknown option '--lines'/);
			assertRefused(await call(['burn']), 2, /^Unknown command 'burn'/);
		},
	},
	{
		title: 'every command has a help page',
		run: async ({ call }) => {
			for (const name of ['start', 'list', 'watch', 'ticker', 'export', 'filter']) {
				const { exit, out } = await call(['help', name]);
				equal(exit, 0);
				match(
					out,
					new RegExp(`^signalwheel ${name}: [\\s\\S]*\\nUsage\\n[\\s\\S]*\\nOptions\\n[\\s\\S]*\\nExamples\\n[\\s\\S]*\\nExit codes\\n`),
				);
			}
		},
	},
];
