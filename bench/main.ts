/**
 * `npm run bench [-- part ...] [--write] [--long]`: every part runs in a separate process and compares our figures with a reference of the same run,
 * as a ratio. `--write` updates the tables of these parts in bench/results.md. `--long` runs the part slot for 52 slots (15 minutes); `--quick` lets
 * api and forecast store less data, for a quick trial. Other options belong to one part and are described there.
 */
import { fork } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import type { ResultRow } from './measure.ts';

/** Name and title of each part, in the order of the page. */
const PARTS: Readonly<Record<string, string>> = {
	engine: 'Reports from bars: 10,000 tickers, five timeframes',
	moving: 'Moving medians and deviations',
	api: 'Calls of a signed-in trader, 10,000 tickers',
	pages: 'Public pages, 10,000 tickers: from the cache against a handler that answers constant bytes of the same size, and uncached',
	slot: 'From the end of a slot to the published report, 10,000 tickers in one process',
	filings: 'Public information of 10,000 tickers at a slot, and a year of filings in memory',
	history: 'A filter over a year of reports, from disk',
	world:
		'The world in one process: 100,000 tickers, and a filter over ten years of 10,000 tickers; the reference of a filter is the same scan of all words (`--slots` leaves the ten years out, `--years` the market)',
	forecast: 'The chart of a forecast, 10,000 tickers, from stored closes and widths',
	alerts:
		'Alerts on tickers at one report, 10,000 tickers: first without storage, then stored, with webhooks and apps on this machine, beside the running market',
	'notices-of-report': 'Filter alerts of a report for 10,000 owners of five filters each, 10,000 tickers',
	processes: 'One process that leads the market and two that answer calls, on the same stores, 10,000 tickers',
	hub: 'Waiting live connections',
	scroll: 'A hundred tickers in the browser, as cards and as a table',
	weight:
		'What a browser loads for each page, and on a phone at each step to a ticker; the reference was measured before the files were grouped',
	lighthouse:
		'Lighthouse scores of public pages, the same as `npm run lighthouse`: performance, accessibility, best practices, SEO; its mobile profile, simulated throttling, median of three; reference: a page of one sentence',
	admin: 'The admin pages with 10,000 accounts, a million audit log entries and 100,000 jobs',
	notices:
		'Payment notifications, each for a separate order, with the 155 fields that the provider sends; reference: a handler that reads the same forms and answers 200',
	start: 'Start of the product',
	import: 'Reading market data files',
};

const names = process.argv.slice(2).filter((arg) => !arg.startsWith('--'));
const flags = process.argv.slice(2).filter((arg) => arg.startsWith('--'));
const KNOWN_FLAGS = ['--write', '--long', '--quick', '--slots', '--years', '--raw', '--why'];
const unknownArgs = [...names.filter((name) => !PARTS[name]), ...flags.filter((flag) => !KNOWN_FLAGS.includes(flag))];
if (unknownArgs.length > 0) {
	console.error(`Unknown: ${unknownArgs.join(', ')}. Benchmarks: ${Object.keys(PARTS).join(', ')}. Flags: ${KNOWN_FLAGS.join(', ')}.`);
	process.exit(2);
}

if (flags.includes('--quick') && flags.includes('--write')) {
	console.error('Results of --quick are not comparable: leave out --write.');
	process.exit(2);
}

/** Runs one part in a separate process. Undefined if it failed; the process has then printed why. */
function runPart(name: string): Promise<ResultRow[] | undefined> {
	return new Promise((resolve) => {
		let rows: ResultRow[] | undefined;
		const child = fork(join(import.meta.dirname, 'part.ts'), [name, ...flags], { execArgv: ['--expose-gc'] });
		child.once('message', (message) => {
			rows = message as ResultRow[];
		});
		child.once('exit', (code) => resolve(code === 0 ? rows : undefined));
	});
}

function formatRow(row: ResultRow): string {
	return `| ${row.name} | ${row.ours} | ${row.reference ?? ''} | ${row.ratio === null ? '' : row.ratio.toFixed(2)} | ${row.goal ?? ''} |`;
}

/** A remark for the page if the load of the last minute exceeded half of the cores, otherwise empty. */
function formatBusyRemark(): string {
	const [load = 0] = loadavg();
	return load > cpus().length / 2
		? `\nThe machine was busy (load ${load.toFixed(1)} before the start): times are longer than on an idle one.\n`
		: '';
}

const sections = new Map<string, string>();
let failed = false;
for (const name of names.length > 0 ? names : Object.keys(PARTS)) {
	console.log(`\n## ${name}`);
	const note = formatBusyRemark();
	const rows = await runPart(name);
	if (!rows) {
		failed = true;
		console.error(`${name} failed.`);
		continue;
	}
	const table = ['| what | ours | reference of the same run | ratio | goal |', '|---|---|---|---|---|', ...rows.map(formatRow)].join('\n');
	console.log(table);
	sections.set(name, `## ${name}\n\n${PARTS[name]}: \`npm run bench -- ${name}\`.\n${note}\n${table}\n`);
}

if (flags.includes('--write') && sections.size > 0) {
	const file = join(import.meta.dirname, 'results.md');
	let previous = '';
	try {
		previous = readFileSync(file, 'utf8');
	} catch {
		// The first run creates the file.
	}
	for (const section of previous.split(/\n(?=## )/).slice(1)) {
		const name = /^## (\S+)/.exec(section)?.[1] ?? '';
		if (PARTS[name] && !sections.has(name)) sections.set(name, `${section.trimEnd()}\n`);
	}
	const head = `# Benchmarks\n\nWritten by \`npm run bench -- --write\` on a machine of ${cpus().length} cores. Each ratio is ours to a reference of the same run; compare ratios, because times depend on the machine.\n`;
	const ordered = Object.keys(PARTS).flatMap((name) => sections.get(name) ?? []);
	writeFileSync(file, [head, ...ordered].join('\n'));
}
process.exit(failed ? 1 : 0);
