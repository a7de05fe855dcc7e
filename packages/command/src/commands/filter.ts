import type { Api } from '@sw/contract/client/create-api';
import type { AnswerOf } from '@sw/contract/define';
import { type FilterDocument, filterDocumentOf } from '@sw/contract/filter-document';
import { type Contract, contract } from '@sw/contract/index';
import { SECTORS } from '@sw/domain/signals/sector';
import { checked } from '../calls/checked.ts';
import { CONNECTION, connect, serverOf } from '../calls/connect.ts';
import { addressOf, filterAt, isAddress } from '../calls/filter-address.ts';
import { filterOf } from '../calls/filter-file.ts';
import { sayJson, sayLines } from '../screen/say.ts';
import { plain, table } from '../screen/table.ts';
import { count, eastern, framesText, labelOf, percent } from '../screen/values.ts';
import type { Command } from '../shell/command.ts';
import { EXIT, type ExitCode, misused } from '../shell/exit.ts';
import type { Given, Options } from '../shell/options.ts';
import type { World } from '../shell/world.ts';
import { LIST_OPTIONS } from './list-options.ts';

const options: Options = {
	...{ cap: LIST_OPTIONS['cap'] as Options[string] },
	least: { type: 'string', value: 'number', about: 'test: tickers that must match now for the exit code 0; 1 unless told.' },
	'no-past': { type: 'boolean', about: 'test: only the present is counted.' },
	replace: {
		type: 'string',
		value: 'number',
		parameter: 'id',
		about: 'save: the saved filter that it takes the place of; a new one unless told.',
	},
	...CONNECTION,
};

type Count = AnswerOf<Contract['filters']['countFilter']>;
type Setting = AnswerOf<Contract['filters']['filter']>;

const conditionsOf = ({ filters }: FilterDocument): string =>
	filters
		.map(({ sector, timeframe, value }) => `${SECTORS.find(({ key }) => key === sector)?.label} ${labelOf(timeframe)} from ${value}`)
		.join(', ') || 'no condition: every ticker of the tab';

const countLines = (document: FilterDocument, { report, now, frozen, tickers, past }: Count): string[] => [
	plain(`${document.name} · ${document.tab} · ${framesText(document.timeframes)} · ${conditionsOf(document)}`),
	report === null
		? 'There is no report yet.'
		: `${eastern(report)}: ${count(now)} match${frozen > 0 ? `, ${count(frozen)} more are frozen` : ''}${tickers.length > 0 ? `: ${plain(tickers.join(', '))}` : ''}`,
	...(past
		? [
				`Before: in ${count(past.matched)} of ${count(past.reports)} reports of ${count(past.sessions)} sessions; ${past.mean.toFixed(1)} tickers a report, ${percent(past.share)} of those that the tab could show.`,
			]
		: []),
];

const test = async (given: Given, world: World, document: FilterDocument): Promise<ExitCode> => {
	const least = given.text('least') ?? '1';
	if (!/^\d{1,9}$/.test(least)) throw misused('--least: a whole number.');
	const { version, tab, timeframes, filters } = document;
	const { marketcap } = given.parameters;
	const asked = { version, tab, timeframes, filters, marketcap, past: !given.flag('no-past') };
	const body = checked(contract.filters.countFilter.body, asked, options);
	const { api } = await connect(given, world);
	const answer = await api.filters.countFilter({ body });
	if (given.flag('json')) sayJson(world.out, answer);
	else sayLines(world.out, countLines(document, answer));
	return answer.now >= Number(least) ? EXIT.fine : EXIT.nothing;
};

const link = (given: Given, { env, out, err }: World, document: FilterDocument): ExitCode => {
	const address = addressOf(serverOf(given, { env }), document);
	if (given.flag('json')) sayJson(out, { address });
	else sayLines(out, [address]);
	if (document.comment) err.write('Note: its comment stays in the file.\n');
	return EXIT.fine;
};

const show = async (api: Api, world: World, id: number): Promise<ExitCode> => {
	sayJson(world.out, filterDocumentOf(await api.filters.filter({ params: { id } })));
	return EXIT.fine;
};

const list = async (api: Api, given: Given, world: World): Promise<ExitCode> => {
	const answer = await api.filters.filters({ query: {} });
	const items: readonly Setting[] = answer?.items ?? [];
	if (given.flag('json')) sayJson(world.out, answer ?? { items });
	else {
		const columns = [
			{ head: 'Number', right: true, cells: items.map(({ id }) => String(id)) },
			{ head: 'Name', cells: items.map(({ name }) => name), least: 12 },
			{ head: 'Tab', cells: items.map(({ tab }) => tab) },
			{ head: 'Timeframes', cells: items.map(({ timeframes }) => framesText(timeframes)), leave: 1 },
			{ head: 'Conditions', right: true, cells: items.map(({ filters }) => String(filters.length)), leave: 3 },
			{ head: 'Of', cells: items.map(({ is_branded }) => (is_branded ? 'the house' : 'yours')), leave: 2 },
		];
		sayLines(world.out, items.length > 0 ? table(columns, world.out.isTerminal ? world.out.width : undefined) : ['No saved filter.']);
	}
	return items.length > 0 ? EXIT.fine : EXIT.nothing;
};

const save = async (given: Given, world: World, document: FilterDocument): Promise<ExitCode> => {
	const { id } = given.parameters;
	const params = id === undefined ? undefined : checked(contract.filters.changeFilter.params, { id }, options);
	const { api } = await connect(given, world);
	const saved = params ? await api.filters.changeFilter({ params, body: document }) : await api.filters.createFilter({ body: document });
	if (given.flag('json')) sayJson(world.out, saved);
	else sayLines(world.out, [`Saved as number ${saved.id}: ${plain(saved.name)}.`]);
	return EXIT.fine;
};

const FORMS = [
	'signalwheel filter test <file>',
	'signalwheel filter link <file>',
	'signalwheel filter list',
	'signalwheel filter show <number>',
	'signalwheel filter save <file> [--replace <number>]',
];

export const filter: Command = {
	name: 'filter',
	about: 'Filters as files: try one, link to it, list, show and save them',
	usage: FORMS,
	text: [
		'A file holds one filter document: {"version":1,"name":"Deep","tab":"extreme_rise","timeframes":["fifteen_minutes","thirty_minutes","one_hour"],"filters":[{"sector":"volume","timeframe":"one_hour","value":3}]}. A condition holds where the sector lights at least so many rings. "-" reads the standard input; in place of a file and of a number the address of a list that holds a filter does as well.',
		"'show' prints a saved filter as such a document, 'save' keeps one (the key needs filters:write), 'test' counts what one matches now and how often something matched before, and saves nothing. 'link' prints the address at which the list of the server opens with it; it needs no key, and its reader a licence as for every filter. A document of a version that is newer than this program or the server is refused (2).",
		"'test' ends with 1 when fewer tickers match now than --least asks for.",
	],
	options,
	examples: [
		['signalwheel filter show 12 > deep.json', 'a saved filter as a file'],
		['signalwheel filter link deep.json', 'the same in a browser'],
		['signalwheel filter test deep.json --cap mega_cap && echo now', 'a condition in a script'],
	],
	run: async (given, world) => {
		const [act, what, ...more] = given.words;
		const needed = { test: 1, link: 1, save: 1, show: 1, list: 0 }[act ?? ''];
		if (needed === undefined || more.length > 0 || (what === undefined) !== (needed === 0))
			throw misused(`It is one of:\n${FORMS.join('\n')}`);
		const file = async (): Promise<FilterDocument> =>
			isAddress(what as string)
				? filterAt(what as string)
				: filterOf(await world.readText(what as string), what === '-' ? 'The standard input' : (what as string));
		if (act === 'test') return test(given, world, await file());
		if (act === 'link') return link(given, world, await file());
		if (act === 'save') return save(given, world, await file());
		if (act === 'list') return list((await connect(given, world)).api, given, world);
		if (isAddress(what as string)) {
			sayJson(world.out, await file());
			return EXIT.fine;
		}
		if (!/^\d{1,9}$/.test(what ?? '')) throw misused("A saved filter is named by its number: 'signalwheel filter list'.");
		return show((await connect(given, world)).api, world, Number(what));
	},
};
