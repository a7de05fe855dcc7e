import type { AnswerOf } from '@sw/contract/base/define';
import type { Api } from '@sw/contract/client/create-api';
import { type FilterDocument, filterDocument, toFilterDocument } from '@sw/contract/filters/filter-document';
import { type Contract, contract } from '@sw/contract/index';
import { FILTER_DOCUMENT_VERSION, newerDocumentError } from '@sw/domain/filters/filter-address';
import { filterQuery, readFilterQuery } from '@sw/domain/filters/filter-query';
import { formatConditions } from '@sw/domain/filters/group-text';
import { copyGroups } from '@sw/domain/filters/groups';
import { sectorLabel } from '@sw/domain/signals/sector';
import { strategyNamed, TIMEFRAMES } from '@sw/domain/time/timeframe';
import { CONNECTION_OPTIONS, connect, readServerUrl } from '../calls/connect.ts';
import { validateParameters } from '../calls/validate-parameters.ts';
import { printJson, printLines } from '../screen/print.ts';
import { formatTable, replaceControls } from '../screen/table.ts';
import { formatCount, formatEasternTime, formatPercent, formatTimeframe, formatTimeframes } from '../screen/values.ts';
import { createUsageFailure, EXIT, type ExitCode } from '../shell/exit.ts';
import type { Command, Options, ParsedArguments } from '../shell/options.ts';
import type { World } from '../shell/world.ts';
import { LIST_OPTIONS } from './list-options.ts';

const options: Options = {
	...{ cap: LIST_OPTIONS['cap'] as Options[string] },
	least: { type: 'string', valuePlaceholder: 'number', about: 'test: minimum number of matches now for exit code 0 (default: 1).' },
	'no-past': { type: 'boolean', about: 'test: count current matches only.' },
	history: { type: 'boolean', about: 'test: also count matches in all past reports.' },
	replace: {
		type: 'string',
		valuePlaceholder: 'number',
		parameter: 'id',
		about: 'save: number of the saved filter to replace (default: save as a new filter).',
	},
	...CONNECTION_OPTIONS,
};

type MatchCounts = AnswerOf<Contract['filters']['countFilter']>;
type SavedFilter = AnswerOf<Contract['filters']['filter']>;

/** Name for a filter whose URL contains none; a document must have one. */
const UNNAMED = 'Unnamed';

async function testFilter(args: ParsedArguments, world: World, document: FilterDocument): Promise<ExitCode> {
	const minimum = args.getText('least') ?? '1';
	if (!/^\d{1,9}$/.test(minimum)) throw createUsageFailure('--least must be a whole number.');
	const { version, tab, timeframes, filters, groups } = document;
	const { marketcap } = args.parameters;
	const parameters = {
		version,
		tab,
		timeframes,
		filters,
		groups,
		marketcap,
		past: !args.hasFlag('no-past'),
		history: args.hasFlag('history'),
	};
	const body = validateParameters(contract.filters.countFilter.body, parameters, options);
	const { api } = await connect(args, world);
	const answer = await api.filters.countFilter({ body });
	if (args.hasFlag('json')) printJson(world.out, answer);
	else printLines(world.out, formatMatchCounts(document, answer));
	return answer.now >= Number(minimum) ? EXIT.success : EXIT.notFound;
}

function formatMatchCounts(document: FilterDocument, { report, now, frozen, tickers, past, history }: MatchCounts): string[] {
	return [
		replaceControls(`${document.name} · ${document.tab} · ${formatTimeframes(document.timeframes)} · ${describeConditions(document)}`),
		report === null
			? 'No report has been published yet.'
			: `${formatEasternTime(report)}: ${formatCount(now)} match${frozen > 0 ? `, ${formatCount(frozen)} more are frozen` : ''}${tickers.length > 0 ? `: ${replaceControls(tickers.join(', '))}` : ''}`,
		...(past
			? [
					`Before: matches in ${formatCount(past.matched)} of ${formatCount(past.reports)} reports of ${formatCount(past.sessions)} sessions; on average ${past.mean.toFixed(1)} tickers per report, ${formatPercent(past.share)} of the tab.`,
				]
			: []),
		...(history
			? [
					history.from === null
						? 'No past report to count.'
						: `Since ${formatEasternTime(history.from)}: ${formatCount(history.matches)} matches in ${formatCount(history.matched)} of ${formatCount(history.reports)} reports.`,
				]
			: []),
	];
}

function describeConditions(document: FilterDocument): string {
	const { filters: entries, groups } = filterDocument.parse(document);
	if (groups && groups.length > 0) return formatConditions({ entries, groups });
	return (
		entries.map(({ sector, timeframe, value }) => `${sectorLabel(sector)} ${formatTimeframe(timeframe)} depth ≥ ${value}`).join(', ') ||
		'no conditions: every ticker of the tab'
	);
}

function printLink(args: ParsedArguments, { env, out, err }: World, document: FilterDocument): ExitCode {
	const url = createFilterUrl(readServerUrl(args, { env }), document);
	if (args.hasFlag('json')) printJson(out, { address: url });
	else printLines(out, [url]);
	if (document.comment) err.write("Note: the comment isn't sent to the server; it stays in the file.\n");
	return EXIT.success;
}

async function printFilter(api: Api, world: World, id: number): Promise<ExitCode> {
	printJson(world.out, toFilterDocument(await api.filters.filter({ params: { id } })));
	return EXIT.success;
}

async function printFilters(api: Api, args: ParsedArguments, world: World): Promise<ExitCode> {
	const answer = await api.filters.filters({ query: {} });
	const items: readonly SavedFilter[] = answer?.items ?? [];
	if (args.hasFlag('json')) printJson(world.out, answer ?? { items });
	else {
		const columns = [
			{ head: 'Number', alignRight: true, cells: items.map(({ id }) => String(id)) },
			{ head: 'Name', cells: items.map(({ name }) => name), minWidth: 12 },
			{ head: 'Tab', cells: items.map(({ tab }) => tab) },
			{ head: 'Timeframes', cells: items.map(({ timeframes }) => formatTimeframes(timeframes)), dropOrder: 1 },
			{
				head: 'Conditions',
				alignRight: true,
				cells: items.map(({ filters, groups }) => String(filters.length + groups.length)),
				dropOrder: 3,
			},
			{ head: 'Of', cells: items.map(({ is_branded }) => (is_branded ? 'built-in' : 'yours')), dropOrder: 2 },
		];
		printLines(
			world.out,
			items.length > 0 ? formatTable(columns, world.out.isTerminal ? world.out.width : undefined) : ['No saved filters.'],
		);
	}
	return items.length > 0 ? EXIT.success : EXIT.notFound;
}

async function saveFilter(args: ParsedArguments, world: World, document: FilterDocument): Promise<ExitCode> {
	const { id } = args.parameters;
	const params = id === undefined ? undefined : validateParameters(contract.filters.changeFilter.params, { id }, options);
	const { api } = await connect(args, world);
	const saved = params ? await api.filters.changeFilter({ params, body: document }) : await api.filters.createFilter({ body: document });
	if (args.hasFlag('json')) printJson(world.out, saved);
	else printLines(world.out, [`Saved as filter ${saved.id}: ${replaceControls(saved.name)}.`]);
	return EXIT.success;
}

const USAGE = [
	'signalwheel filter test <file>',
	'signalwheel filter link <file>',
	'signalwheel filter list',
	'signalwheel filter show <number>',
	'signalwheel filter save <file> [--replace <number>]',
];

export const filter: Command = {
	name: 'filter',
	about: 'Test, link, list, show and save filters as files',
	usage: USAGE,
	paragraphs: [
		'A file contains one filter document: {"version":1,"name":"Deep","tab":"extreme_rise","timeframes":["fifteen_minutes","thirty_minutes","one_hour"],"filters":[{"sector":"volume","timeframe":"one_hour","value":3}]}. A condition holds if the sector\'s depth on the timeframe is at least the value. Version 2 adds groups, of which all, any or none must hold: "groups":[{"match":"any", "filters":[{"sector":"volume","timeframe":"day","value":2}, {"measure":"price","from":10,"to":50}, {"information":"with"}, {"industry":"Software"}]}]. "-" reads standard input. Instead of a file or number, you can give the address of a list that contains a filter.',
		"'show' prints a saved filter as such a document. 'save' stores one (needs a key with filters:write). 'test' counts current and past matches and saves nothing. 'link' prints the address that opens the filter's list in a browser; it needs no key, but readers need a licence. Documents of a newer version than this program or the server are refused (2).",
		"'test' exits with 1 if fewer tickers match now than --least requires.",
	],
	options,
	examples: [
		['signalwheel filter show 12 > deep.json', 'save a filter as a file'],
		['signalwheel filter link deep.json', "get the filter's address for a browser"],
		['signalwheel filter test deep.json --cap mega_cap && echo now', 'use a condition in a script'],
	],
	run: async (args, world) => {
		const [subcommand, target, ...extraArguments] = args.positionalArguments;
		const argumentCount = { test: 1, link: 1, save: 1, show: 1, list: 0 }[subcommand ?? ''];
		if (argumentCount === undefined || extraArguments.length > 0 || (target === undefined) !== (argumentCount === 0))
			throw createUsageFailure(`Usage:\n${USAGE.join('\n')}`);
		const readDocument = async (): Promise<FilterDocument> =>
			isUrl(target as string)
				? readFilterUrl(target as string)
				: parseFilterDocument(await world.readText(target as string), target === '-' ? 'Standard input' : (target as string));
		if (subcommand === 'test') return testFilter(args, world, await readDocument());
		if (subcommand === 'link') return printLink(args, world, await readDocument());
		if (subcommand === 'save') return saveFilter(args, world, await readDocument());
		if (subcommand === 'list') return printFilters((await connect(args, world)).api, args, world);
		if (isUrl(target as string)) {
			printJson(world.out, await readDocument());
			return EXIT.success;
		}
		if (!/^\d{1,9}$/.test(target ?? ''))
			throw createUsageFailure("Give the number of a saved filter; 'signalwheel filter list' shows them.");
		return printFilter((await connect(args, world)).api, world, Number(target));
	},
};

function isUrl(text: string): boolean {
	return /^https?:\/\//i.test(text);
}

/** Converts a list's URL to a document of its filter. Throws a usage Failure that says what is wrong with the URL. */
function readFilterUrl(url: string): FilterDocument {
	const search = URL.canParse(url) ? new URL(url).searchParams : new URLSearchParams();
	const parsed = readFilterQuery(Object.fromEntries([...search.keys()].map((key) => [key, search.getAll(key)])));
	if ('error' in parsed) throw createUsageFailure(parsed.error);
	const { tab, strategy, operation, name, entries, groups } = parsed.filter;
	const timeframes = strategyNamed(strategy).rated.map((timeframe) => TIMEFRAMES[timeframe].name);
	return toFilterDocument({ tab, timeframes, operation, name: name || UNNAMED, filters: [...entries], groups: copyGroups(groups) });
}

/** Returns the URL of the list with the document's filter. Only the comment is left out. */
function createFilterUrl(server: string, document: FilterDocument): string {
	const { tab, timeframes: strategy, operation = null, name, filters: entries, groups } = filterDocument.parse(document);
	const query = new URLSearchParams(filterQuery({ tab, strategy, operation, name, entries, groups }));
	return `${server}/main?${query.toString().replaceAll('%2C', ',').replaceAll('%28', '(').replaceAll('%29', ')')}`;
}

/** Parses the document in a file. Throws a usage Failure that names the invalid fields, or says that the document's version is too new. */
function parseFilterDocument(text: string, file: string): FilterDocument {
	const document = parseJson(text, file);
	const version: unknown = (document as { version?: unknown } | null)?.version;
	// Check the version first: a newer document can have fields that this program does not know.
	if (typeof version === 'number' && version > FILTER_DOCUMENT_VERSION) throw createUsageFailure(newerDocumentError(version));
	const { error } = filterDocument.safeParse(document);
	if (error)
		throw createUsageFailure(
			`${file} isn't a valid filter:\n${error.issues.map(({ path, message }) => `${path.join('.') || 'document'}: ${message}`).join('\n')}`,
		);
	return document as FilterDocument;
}

function parseJson(text: string, file: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		throw createUsageFailure(`${file} isn't valid JSON.`);
	}
}
