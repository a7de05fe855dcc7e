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
	/** Runs the command with these words. Default environment: the server's address and a key with all scopes. */
	call(args: readonly string[], more?: { env?: Readonly<Record<string, string>>; stdin?: string }): Promise<CommandResult>;
	/** A key that can only read lists. */
	readonly listsKey: string;
	/** A folder for files. */
	readonly folder: string;
}

export interface Trial {
	readonly title: string;
	run(world: TrialWorld): Promise<void>;
}

/** Shallow enough to match in any market. */
const DOCUMENT = {
	version: 1,
	name: 'From a file',
	tab: 'extreme_rise',
	timeframes: ['fifteen_minutes', 'thirty_minutes', 'one_hour'],
	filters: [{ sector: 'price_short', timeframe: 'fifteen_minutes', value: 1 }],
	operation: null,
	comment: '',
};
const GROUPED = {
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

function parseOutput<T>(ended: CommandResult): T {
	assertSuccess(ended);
	return JSON.parse(ended.out) as T;
}

function assertRefused({ exit, out, err }: CommandResult, code: number, words: RegExp): void {
	equal(exit, code, err);
	match(err, words);
	equal(out, '');
}

async function firstSymbol({ call }: TrialWorld): Promise<string> {
	const { items } = parseOutput<{ items: { ticker: string }[] }>(await call(['list', '--json', '--max', '1']));
	return items[0]?.ticker as string;
}

export const TRIALS: readonly Trial[] = [
	{
		title: 'list prints a table of the newest report',
		run: async ({ call }) => {
			const ended = await call(['list', '--tab', 'extreme_rise']);
			assertSuccess(ended);
			match(ended.out, /^Extreme rise, candidate to fall back · 15m·30m·1h·4h·1d · \d\d\/\d\d\/\d{4} \d+:\d\d [AP]M ET · /);
			match(ended.out, /#\s+Ticker\s+Name\s+Cap\s+Price\s+Change\s+Rate/);
			ok(!ended.out.includes('\u001b'), 'no colours in a pipe');
		},
	},
	{
		title: 'list gives the answer of the call as JSON, and all pages of it',
		run: async ({ call }) => {
			const page = parseOutput<{ total_count: number; items: unknown[] }>(await call(['list', '--tab', 'free', '--max', '1', '--json']));
			equal(page.items.length, 1);
			const whole = parseOutput<{ total_count: number; items: unknown[] }>(await call(['list', '--tab', 'free', '--all', '--json']));
			equal(whole.items.length, whole.total_count);
		},
	},
	{
		title: 'an empty list ends with 1',
		run: async ({ call }) => equal((await call(['list', '--skip', '900000'])).exit, 1),
	},
	{
		title: 'ticker describes one by its symbol and by its number',
		run: async (world) => {
			const symbol = await firstSymbol(world);
			const { ticker_id, ticker } = parseOutput<{ ticker_id: number; ticker: string }>(
				await world.call(['ticker', symbol.toLowerCase(), '--json']),
			);
			equal(ticker, symbol);
			const ended = await world.call(['ticker', String(ticker_id)]);
			assertSuccess(ended);
			ok(ended.out.startsWith(`${symbol} · `), ended.out);
		},
	},
	{
		title: 'an unknown ticker ends with 1',
		run: async ({ call }) => assertRefused(await call(['ticker', 'NOSUCHONE']), 1, /^Unknown ticker NOSUCHONE\./),
	},
	{
		title: 'export writes a file, by its ending, and never over one that is there',
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
		title: 'filter test counts what a document matches, from a file and from a pipe',
		run: async ({ call, folder }) => {
			const file = join(folder, 'filter.json');
			await writeFile(file, JSON.stringify(DOCUMENT));
			const { now } = parseOutput<{ now: number }>(await call(['filter', 'test', file, '--json']));
			ok(now > 0);
			const ended = await call(['filter', 'test', '-', '--no-past', '--least', '100000'], { stdin: JSON.stringify(DOCUMENT) });
			equal(ended.exit, 1, ended.err);
			match(ended.out, /^From a file · extreme_rise · 15m·30m·1h · Rose 15m depth ≥ 1\n/);
		},
	},
	{
		title: 'a filter has an address, which stands for its file wherever one is taken',
		run: async ({ call }) => {
			const linked = await call(['filter', 'link', '-'], { stdin: JSON.stringify({ ...DOCUMENT, comment: 'mine' }) });
			equal(linked.err, "Note: the comment isn't sent to the server; it stays in the file.\n");
			const address = linked.out.trim();
			match(
				address,
				/^https?:\/\/\S+\/main\?tabType=extreme_rise&strategyTimeframe=first&filter\.name=From\+a\+file&filter\.conditions=price_short\.fifteen_minutes\.1$/,
			);
			deepEqual(parseOutput(await call(['filter', 'show', address])), DOCUMENT);
			const [byAddress, byDocument] = [
				await call(['filter', 'test', address, '--json']),
				await call(['filter', 'test', '-', '--json'], { stdin: JSON.stringify(DOCUMENT) }),
			];
			deepEqual(parseOutput(byAddress), parseOutput(byDocument));
			assertRefused(
				await call(['filter', 'test', `${address}&filter.version=3`]),
				2,
				/^This filter uses format version 3; the newest supported version is 2/,
			);
			assertRefused(await call(['filter', 'show', `${address},moon`]), 2, /“moon” is not a condition/);
			assertRefused(await call(['filter', 'show', 'https://nowhere.example/main']), 2, /contains no filter/);
		},
	},
	{
		title: 'a filter with groups is the same in a file, an address and on the server',
		run: async ({ call }) => {
			const stdin = JSON.stringify(GROUPED);
			const address = (await call(['filter', 'link', '-'], { stdin })).out.trim();
			match(
				address,
				/&filter\.version=2&filter\.groups=any\(volume\.one_hour\.1,information\.with,industry\.Oil%252C%2520Gas%2520%2526%2520Coal,price\.10-\),none\(mentions\.-5\)$/,
			);
			deepEqual(parseOutput(await call(['filter', 'show', address])), GROUPED);
			deepEqual(
				parseOutput(await call(['filter', 'test', address, '--json'])),
				parseOutput(await call(['filter', 'test', '-', '--json'], { stdin })),
			);
			const tested = await call(['filter', 'test', '-'], { stdin });
			match(
				tested.out,
				/all of: Rose 1\+ on 15m; any of: Volume busy 1\+ on 1h, With a filing, Industry: Oil, Gas & Coal, Price \$10 or more; none of: Mentions 5 or less\n/,
			);
			const { id } = parseOutput<{ id: number }>(await call(['filter', 'save', '-', '--json'], { stdin }));
			deepEqual(parseOutput(await call(['filter', 'show', String(id)])), GROUPED);
			const older = { stdin: JSON.stringify({ ...DOCUMENT, name: GROUPED.name }) };
			assertRefused(await call(['filter', 'save', '-', '--replace', String(id)], older), 3, /groups.*send version 2/);
		},
	},
	{
		title: 'a filter that was saved is shown as the document that it was',
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
		title: 'a document of a newer version is refused with a sentence',
		run: async ({ call }) => {
			const newer = { stdin: JSON.stringify({ ...DOCUMENT, version: 3, rings: 'all' }) };
			assertRefused(await call(['filter', 'test', '-'], newer), 2, /^This filter uses format version 3; the newest supported version is 2/);
		},
	},
	{
		title: 'what is no document names its fields',
		run: async ({ call }) => {
			assertRefused(await call(['filter', 'test', '-'], { stdin: '{' }), 2, /^Standard input isn't valid JSON\./);
			const unknown = { stdin: JSON.stringify({ ...DOCUMENT, tab: 'moon' }) };
			assertRefused(await call(['filter', 'save', '-'], unknown), 2, /tab: Invalid option/);
		},
	},
	{
		title: 'an unknown key is refused with 3, in JSON where JSON was asked for',
		run: async ({ call }) => {
			const env = { SIGNALWHEEL_KEY: `swk_${'x'.repeat(43)}` };
			assertRefused(await call(['list'], { env }), 3, /^The server doesn't accept the key/);
			const { err } = await call(['list', '--json'], { env });
			const { error } = JSON.parse(err) as { error: { exit: number; status: number } };
			deepEqual([error.exit, error.status], [3, 401]);
		},
	},
	{
		title: 'a key without the scope is refused with 3',
		run: async ({ call, listsKey }) =>
			assertRefused(await call(['filter', 'list'], { env: { SIGNALWHEEL_KEY: listsKey } }), 3, /scope account:read/),
	},
	{
		title: 'a key is taken from a file, never from the command line, and never repeated',
		run: async ({ call, listsKey, folder }) => {
			const file = join(folder, 'key');
			await writeFile(file, `${listsKey}\n`, { mode: 0o644 });
			const ended = await call(['list', '--key-file', file], { env: { SIGNALWHEEL_KEY: '' } });
			assertSuccess(ended);
			match(ended.err, /other users can read/);
			assertRefused(await call(['list', '--key', listsKey]), 2, /can read a key on the command line/);
			assertRefused(await call(['list'], { env: { SIGNALWHEEL_KEY: '' } }), 2, /needs a personal key/);
			const wrong = await call(['list'], { env: { SIGNALWHEEL_KEY: 'secret words' } });
			assertRefused(wrong, 2, /doesn't contain a personal key/);
			ok(!wrong.err.includes('secret'));
		},
	},
	{
		title: 'a server that is not there ends with 4',
		run: async ({ call }) => assertRefused(await call(['list', '--server', UNREACHABLE_SERVER]), 4, /^Couldn't reach /),
	},
	{
		title: 'a report that is not there ends with 1',
		run: async ({ call }) => {
			assertRefused(await call(['list', '--date', '2001-01-02T15:00:00Z']), 1, /./);
			assertRefused(await call(['list', '--date', '2001-01-02']), 1, /^No report was published on 2001-01-02\./);
		},
	},
	{
		title: 'what cannot be used is refused with 2, by the name that was typed',
		run: async ({ call }) => {
			assertRefused(await call(['list', '--tab', 'moon']), 2, /^--tab: /);
			assertRefused(await call(['list', '--cap', 'mega_cap,huge']), 2, /^--cap: /);
			assertRefused(await call(['list', '--lines', '3']), 2, /^Unknown option '--lines'/);
			assertRefused(await call(['burn']), 2, /^Unknown command 'burn'/);
		},
	},
	{
		title: 'every command has its page',
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
