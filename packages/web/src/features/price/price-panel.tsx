import type { Timeframe } from '@sw/domain/time/timeframe';
import { useQuery } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { memo, useMemo, useState } from 'react';
import {
	barsSummary,
	barValues,
	chartOfBars,
	extendedPart,
	filingMarks,
	mentionBars,
	optionBars,
	secondsOf,
} from '../../charts/price/chart-data.ts';
import type { Indicator } from '../../charts/price/indicators.ts';
import { PriceChartView } from '../../charts/price/price-chart.tsx';
import { timeframeLabel } from '../../entities/ticker/sector-name.ts';
import { rangeStart, type TickerState } from '../../entities/ticker/ticker-state.ts';
import type { Chart, Fan, Filing, TickerDetail } from '../../lib/api/types.ts';
import { formatCompact, formatCount, formatPrice } from '../../lib/format/numbers.ts';
import { etClock, monthDayYear, msOf } from '../../lib/format/times.ts';
import { ScrollBox, TableHeader } from '../../ui/content/scroll-box.tsx';
import panel from '../../ui/panel.module.css';
import { LoadFailedNote } from '../../ui/states/not-loaded.tsx';
import { onDemand } from '../../ui/states/on-demand.tsx';
import { type ChartChoice, ChartControls, useChartChoice } from './chart-controls.tsx';
import { type ChartLevels, NO_LEVELS } from './chart-levels.ts';
import { ForecastLine, ForecastTable } from './forecast-line.tsx';
import { FullScreen } from './full-screen.tsx';
import css from './price.module.css';
import { chartQuery, fanQuery } from './queries.ts';
import { formatBarTime, Readout } from './readout.tsx';
import { chartWords as words } from './words.ts';

/** Maximum number of bars in the accessible table. The chart has all bars. */
const MAX_TABLE_ROWS = 35;

/** Shows the chart's newest bars as a table for screen readers, newest first. `isTrader`: adds options, mentions and depths. */
const BarsTable = memo(({ bars, isTrader }: { bars: Chart; isTrader: boolean }) => {
	const barIndexes = bars.time
		.map((_, i) => i)
		.slice(-MAX_TABLE_ROWS)
		.reverse();
	const { calls, puts, mentions, depth, ...prices } = words.columns;
	const columns = isTrader ? [...Object.values(prices), calls, puts, mentions, depth] : Object.values(prices);
	return (
		<details className={css['bars']}>
			<summary>{words.table(barIndexes.length)}</summary>
			<ScrollBox className={panel['scroll']} label={words.table(barIndexes.length)}>
				<table className={panel['table']}>
					<TableHeader names={columns} />
					<tbody>
						{barIndexes.map((i) => (
							<tr key={bars.time[i]}>
								<th scope="row">{formatBarTime({ time: bars.time[i]!, part: extendedPart(bars.sessions, bars.time[i]!) })}</th>
								{[bars.open, bars.high, bars.low, bars.close].map((column, at) => (
									// biome-ignore lint/suspicious/noArrayIndexKey: the columns never move.
									<td key={at}>{formatPrice(column[i] ?? 0)}</td>
								))}
								<td>{formatCompact(bars.volume[i] ?? 0)}</td>
								{isTrader ? (
									<>
										<td>{formatMaybeCount(bars.calls[i])}</td>
										<td>{formatMaybeCount(bars.puts[i])}</td>
										<td>{formatMaybeCount(bars.mentions[i])}</td>
										<td>{formatDepth(bars, i)}</td>
									</>
								) : null}
							</tr>
						))}
					</tbody>
				</table>
			</ScrollBox>
		</details>
	);
});

const Levels = onDemand(async () => (await import('./levels.tsx')).Levels);

/** The bar at the crosshair: its index, and whether it was reached by keyboard. */
interface SelectedBar {
	index: number | undefined;
	byKeyboard: boolean;
}

const NO_SELECTION: SelectedBar = { index: undefined, byKeyboard: false };

interface ChartWithTableProps {
	chart: Chart;
	fan: Fan | undefined;
	filings: readonly Filing[];
	reportMs: number;
	choice: ChartChoice;
	isTrader: boolean;
	/** Drawn by the reader. */
	levels: ChartLevels;
}

interface Props {
	detail: TickerDetail;
	state: TickerState;
	isTrader: boolean;
}

/** Shows a ticker's price chart: the full chart for traders, hourly bars for visitors. */
export function PricePanel({ detail, state, isTrader }: Props) {
	return (
		<section className={`${panel['panel']} ${css['price']}`} aria-labelledby="price">
			{isTrader ? <WorkspaceChart detail={detail} state={state} /> : <PublicChart detail={detail} />}
		</section>
	);
}

/** Shows the chart of the public hourly bars. */
function PublicChart({ detail }: { detail: TickerDetail }) {
	const choice = useChartChoice();
	const chart = useMemo(() => chartOfBars(detail.bars), [detail.bars]);
	return (
		<FullScreen>
			{(fullScreen) => (
				<>
					<div className={panel['titleLine']}>
						<ChartTitle timeframe={detail.bars.timeframe} />
						{fullScreen}
					</div>
					<BasisNote basis={detail.bars.sessions.at(-1)?.date} laterSplits={detail.bars.later_splits} />
					<ChartWithTable
						chart={chart}
						fan={undefined}
						filings={detail.filings}
						reportMs={msOf(detail.date)}
						choice={choice}
						isTrader={false}
						levels={NO_LEVELS}
					/>
				</>
			)}
		</FullScreen>
	);
}

/** Shows the chart, a sentence that describes it, and a table of the newest bars. */
function ChartWithTable({ chart, fan, filings, reportMs, choice, isTrader, levels }: ChartWithTableProps) {
	const [selectedBar, setSelectedBar] = useState<SelectedBar>(NO_SELECTION);
	const summary = useMemo(() => barsSummary(chart), [chart]);
	const marks = useMemo(() => filingMarks(chart, filings), [chart, filings]);
	if (!summary) return <p className={panel['note']}>{words.empty(timeframeLabel(chart.timeframe))}</p>;
	const { first, last, low, high } = summary;
	const { indicators, gapLines, heights, saveHeights } = choice;
	const newestIndex = chart.time.length - 1;
	const bar = barValues(chart, selectedBar.index ?? newestIndex) ?? barValues(chart, newestIndex);
	return (
		<>
			{bar ? (
				<Readout bar={bar} forms={marks.find(({ time }) => time === secondsOf(bar.time))?.forms} byKeyboard={selectedBar.byKeyboard} />
			) : null}
			<PriceChartView
				label={words.region(timeframeLabel(chart.timeframe))}
				chart={chart}
				fan={fan}
				filings={marks}
				report={{ time: reportMs, label: words.reportMark(etClock(reportMs).slice(0, 5)) }}
				indicators={indicators}
				gapLines={gapLines}
				heights={heights}
				names={words.panes}
				saveHeights={saveHeights}
				levels={levels.lines}
				drawMode={levels.picking}
				onPick={levels.pick}
				onDrag={levels.drag}
				onPriceMenu={levels.openMenu}
				onPoint={(at, viaKeyboard) => setSelectedBar({ index: at, byKeyboard: viaKeyboard })}
			/>
			<p className={panel['note']}>
				{words.summary(formatPrice(first), formatPrice(last), formatPrice(low), formatPrice(high))}{' '}
				{chart.gaps.length > 0 ? `${words.gaps(chart.gaps.length)} ` : null}
				{marks.length > 0 ? `${words.filings(marks.length)} ` : null}
				<a href={words.attributionUrl} className={css['attribution']}>
					{words.attribution}
				</a>
			</p>
			<BarsTable bars={chart} isTrader={isTrader} />
		</>
	);
}

/** Says that prices are not adjusted for splits after the date `basis`. Shown only if there were such splits. */
function BasisNote({ basis, laterSplits }: { basis: string | undefined; laterSplits: number }) {
	return basis === undefined || laterSplits === 1 ? null : <p className={panel['note']}>{words.basis(monthDayYear(basis))}</p>;
}

function ChartTitle({ timeframe }: { timeframe: Timeframe }) {
	return (
		<h2 id="price" className={panel['title']}>
			{words.title(timeframeLabel(timeframe))}
		</h2>
	);
}

/** Shows a trader's chart of the active timeframe, with depths, options, mentions and the forecast. */
function WorkspaceChart({ detail, state }: { detail: TickerDetail; state: TickerState }) {
	const { api } = useRouteContext({ from: '__root__' });
	const choice = useChartChoice();
	const { timeframe } = state.list;
	const id = detail.ticker_id;
	const chartStart = rangeStart(state.range, timeframe, msOf(detail.date));
	const extended = choice.extended && timeframe !== 'day';
	const chart = useQuery(chartQuery(api, id, detail.date, { timeframe, from: chartStart, extended }));
	const forecast = useQuery(fanQuery(api, id, timeframe, detail.date));
	const fan = typeof forecast.data === 'string' ? undefined : forecast.data;
	const missingIndicators = findMissingIndicators(chart.data?.chart);
	const [levels, setLevels] = useState(NO_LEVELS);
	return (
		<FullScreen>
			{(fullScreen) => (
				<>
					<div className={panel['titleLine']}>
						<ChartTitle timeframe={timeframe} />
						{fullScreen}
						<ForecastLine query={forecast} />
					</div>
					<ChartControls id={id} state={state} choice={choice} missing={missingIndicators}>
						<Levels id={id} ticker={detail.ticker} laterSplits={chart.data?.laterSplits ?? 1} onChange={setLevels} />
					</ChartControls>
					<BasisNote basis={chart.data?.basis} laterSplits={chart.data?.laterSplits ?? 1} />
					{chart.data ? (
						<ChartWithTable
							chart={chart.data.chart}
							fan={fan}
							filings={chart.data.filings}
							reportMs={msOf(detail.date)}
							choice={choice}
							isTrader
							levels={levels}
						/>
					) : chart.isError ? (
						<LoadFailedNote retry={chart.refetch}>{words.failed}</LoadFailedNote>
					) : (
						<div className={css['chartWaiting']} aria-busy="true" />
					)}
					{missingIndicators.map((name) => (
						<p key={name} className={panel['note']}>
							{name === 'mentions' && detail.mentions !== null
								? words.notOnBars(words.indicators[name])
								: words.noSource(words.indicators[name])}
						</p>
					))}
					{fan ? <ForecastTable fan={fan} /> : null}
				</>
			)}
		</FullScreen>
	);
}

/** Returns the indicators without any data for this ticker. */
function findMissingIndicators(chart: Chart | null | undefined): Indicator[] {
	if (!chart) return [];
	return [...(optionBars(chart) ? [] : ['options' as const]), ...(mentionBars(chart) ? [] : ['mentions' as const])];
}

function formatMaybeCount(value: number | null | undefined): string {
	return value == null ? words.missing : formatCount(value);
}

/** Describes the depth of a bar's price as a rise or a fall. At most one of the two depths is above 0. */
function formatDepth({ depths }: Chart, i: number): string {
	const [short, long] = [depths.price_short[i], depths.price_long[i]];
	if (short == null && long == null) return words.missing;
	return short ? words.depths.rose(short) : long ? words.depths.fell(long) : '0';
}
