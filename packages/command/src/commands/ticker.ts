import type { AnswerOf } from '@sw/contract/base/define';
import type { Api } from '@sw/contract/client/create-api';
import { type Contract, contract } from '@sw/contract/index';
import { normalizeSymbol } from '@sw/domain/prices/symbol';
import { formatRate } from '@sw/domain/signals/rate-words';
import { candidateLabel, sectorLabel } from '@sw/domain/signals/sector';
import { CONNECTION_OPTIONS, connect, findReportTime } from '../calls/connect.ts';
import { validateParameters } from '../calls/validate-parameters.ts';
import { createPaint, printJson, printLines } from '../screen/print.ts';
import { formatTable, replaceControls } from '../screen/table.ts';
import {
	describeSource,
	formatCapitalization,
	formatDepths,
	formatEasternTime,
	formatPrice,
	formatSignedPercent,
	formatTimeframe,
	formatTypicalMoves,
	UNKNOWN_VALUE,
} from '../screen/values.ts';
import { createUsageFailure, EXIT, Failure } from '../shell/exit.ts';
import type { Command, Options } from '../shell/options.ts';
import type { World } from '../shell/world.ts';
import { LIST_OPTIONS, REPORT_OPTIONS } from './list-options.ts';

const { tab, timeframes, operation, filter } = LIST_OPTIONS;
const options = { tab, timeframes, operation, filter, ...REPORT_OPTIONS, ...CONNECTION_OPTIONS } as Options;

type Detail = AnswerOf<Contract['signals']['sectorChart']>;

/** How many similar symbols are suggested for an unknown one. */
const MAX_SUGGESTIONS = 5;
/** How many of the cells closest to another depth are shown. */
const MAX_MARGINS = 5;

/** Converts a symbol or a permanent id, as typed, to the id. Throws a Failure for an unknown symbol. */
async function resolveTickerId(api: Api, symbolOrId: string): Promise<number> {
	if (/^\d+$/.test(symbolOrId)) return Number(symbolOrId);
	const { items } = await api.prices.tickers({ query: { part: symbolOrId, max: MAX_SUGGESTIONS } });
	const match =
		items.find(({ ticker }) => ticker === symbolOrId.toUpperCase()) ?? items.find(({ ticker }) => ticker === normalizeSymbol(symbolOrId));
	if (match) return match.ticker_id;
	const suggestions = items.map(({ ticker, name }) => `${ticker} (${name})`).join(', ');
	throw new Failure(EXIT.notFound, `Unknown ticker ${symbolOrId}.${suggestions ? ` Did you mean ${replaceControls(suggestions)}?` : ''}`);
}

function formatDetail(detail: Detail, world: World): string[] {
	const { report, change, margins, sectors } = detail;
	const { dim, rise, fall } = createPaint(world);
	const maxWidth = world.out.isTerminal ? world.out.width : undefined;
	const paintChange = (detail.price_change ?? 0) < 0 ? fall : rise;
	const [head = '', ...rows] = formatTable(
		[
			{ head: 'Sector', cells: sectors.map(({ key, measure }) => sectorLabel(measure === 'squeeze' ? 'squeeze' : key)) },
			{
				head: `Depth ${detail.timeframes.map(formatTimeframe).join(' ')}`,
				cells: sectors.map(({ intersections }) => formatDepths(intersections)),
			},
			...detail.timeframes.map((timeframe, at) => ({
				head: `z ${formatTimeframe(timeframe)}`,
				alignRight: true,
				cells: sectors.map(({ z }) => formatTypicalMoves(z[at] ?? null)),
				dropOrder: 1,
			})),
			{ head: 'Rated', cells: sectors.map(({ rated }) => (rated ? 'yes' : 'no')), dropOrder: 2 },
		],
		maxWidth,
	);
	return [
		replaceControls(
			`${detail.ticker} · ${detail.name} · ${detail.industry ?? UNKNOWN_VALUE} · ${formatCapitalization(detail.capitalization)} dollars`,
		),
		`${formatPrice(detail.price)} ${paintChange(formatSignedPercent(detail.price_change))} · rate ${formatRate(detail.weighted_sum, detail.rate_scale)} · ${candidateLabel(detail.tab_type, detail.operation, detail.listed)}`,
		`${formatEasternTime(report.time)} · ${describeSource(report)} · ${detail.listed ? 'in the list' : 'not in the list'}`,
		'',
		dim(head),
		...rows,
		'',
		change
			? `Compared with ${formatEasternTime(change.date)}: rate then ${change.weighted_sum}, ${change.cells.length} cells changed.`
			: 'There is no earlier report to compare with.',
		...margins
			.slice(0, MAX_MARGINS)
			.map(
				({ key, timeframe, depth, z, next, holds }) =>
					`${sectorLabel(key)} ${formatTimeframe(timeframe)}: depth ${depth}, z ${formatTypicalMoves(z)}${next === null ? '' : `, depth rises at ${formatTypicalMoves(next)}`}${holds === null ? '' : `, depth falls below ${formatTypicalMoves(holds)}`}`,
			),
	];
}

export const ticker: Command = {
	name: 'ticker',
	about: 'Show one ticker: every cell, its readings and what would change them',
	usage: ['signalwheel ticker <symbol or number> [--tab <tab>] [--date <date> [--slot <HH:MM>]]'],
	paragraphs: [
		"A number is the ticker's permanent id (ticker_id), which stays the same when the symbol changes. z is in units of the ticker's typical move.",
		"The exit code is 1 if the ticker doesn't exist or isn't in the report.",
	],
	options,
	examples: [
		['signalwheel ticker AB', "the ticker's current readings"],
		['signalwheel ticker 17 --date 2026-03-04T14:45:00Z --json', 'everything about the ticker at that time, as JSON'],
	],
	run: async (args, world) => {
		const [symbolOrId, ...extraArguments] = args.positionalArguments;
		if (symbolOrId === undefined || extraArguments.length > 0) throw createUsageFailure('Give one ticker: signalwheel ticker AB.');
		const { version, ...query } = args.parameters;
		validateParameters(contract.signals.sectorChart.query, query, options);
		const { api } = await connect(args, world);
		const date = await findReportTime(args, api);
		const id = await resolveTickerId(api, symbolOrId);
		const params = { id };
		const { sectorChart, sectorChartHistoryOne } = contract.signals;
		const pastQuery = { ...query, date, ...(version === undefined ? {} : { version }) };
		const detail =
			date === undefined
				? await api.signals.sectorChart({ params, query: validateParameters(sectorChart.query, query, options) })
				: await api.signals.sectorChartHistoryOne({ params, query: validateParameters(sectorChartHistoryOne.query, pastQuery, options) });
		if (args.hasFlag('json')) printJson(world.out, detail);
		else printLines(world.out, formatDetail(detail, world));
		return EXIT.success;
	},
};
