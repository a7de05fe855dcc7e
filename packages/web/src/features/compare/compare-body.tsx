import { candidateWords } from '@sw/domain/signals/sector';
import { wheelSentence, wheelTitle } from '@sw/domain/signals/wheel/words';
import { TIMEFRAMES } from '@sw/domain/time/timeframe';
import { LineSwatch } from '../../charts/lines/line-swatch.tsx';
import { CardWheel } from '../../charts/wheel/card-wheel.tsx';
import { type CompareState, compareLink } from '../../entities/compare/compare-link.ts';
import { RANGES, rangesOf } from '../../entities/ticker/ranges.ts';
import { tickerWheel } from '../../entities/ticker/ticker-wheel.ts';
import { labelOf } from '../../entities/ticker/timeframe-label.ts';
import { formatPrice } from '../../lib/format/numbers.ts';
import { etDateTime, msOf } from '../../lib/format/times.ts';
import { Segmented } from '../../ui/controls/segmented.tsx';
import panel from '../../ui/panel.module.css';
import { LoadFailedNote } from '../../ui/states/load-failed-note.tsx';
import { words as common } from '../../ui/words.ts';
import css from './compare.module.css';
import { CompareCharts } from './compare-charts.tsx';
import { type Compared, type ComparedWheel, WHEEL_STATE } from './queries.ts';
import { words } from './words.ts';

interface Props {
	compared: readonly Compared[];
	/** Of each. */
	wheels: readonly ComparedWheel[];
	state: CompareState;
	report: string;
}

/** What is compared, below the legend: controls, charts and wheels. */
export function CompareBody({ compared, wheels, state, report }: Props) {
	return (
		<>
			<CompareControls state={state} />
			{compared.length > 0 ? (
				<>
					<CompareCharts compared={compared} state={state} report={report} />
					<CompareWheels compared={compared} wheels={wheels} report={report} />
				</>
			) : null}
		</>
	);
}

interface CompareWheelsProps {
	compared: readonly Compared[];
	/** Of each. */
	wheels: readonly ComparedWheel[];
	report: string;
}

/** The tickers' wheels of a report side by side. */
function CompareWheels({ compared, wheels, report }: CompareWheelsProps) {
	return (
		<section className={panel['panel']} aria-labelledby="compare-wheels">
			<h2 id="compare-wheels" className={panel['title']}>
				{words.wheels}
			</h2>
			<p className={panel['note']}>{words.reportOf(etDateTime(msOf(report)))}</p>
			<ul className={css['wheels']}>
				{compared.map(({ id, symbol, place }, at) => (
					<li key={id}>
						<h3 className={css['name']}>
							<LineSwatch place={place} /> {symbol}
						</h3>
						<Wheel symbol={symbol} wheel={wheels[at]} />
					</li>
				))}
			</ul>
		</section>
	);
}

function Wheel({ symbol, wheel }: { symbol: string; wheel: ComparedWheel | undefined }) {
	const detail = wheel?.data;
	if (wheel?.error) return <LoadFailedNote retry={wheel.refetch}>{words.wheelFailed}</LoadFailedNote>;
	if (detail === null) return <p>{words.notInReport}</p>;
	if (detail === undefined) return <p aria-busy="true">{common.loading}</p>;
	const model = tickerWheel(detail, WHEEL_STATE);
	const title = { ticker: symbol, candidate: candidateWords(detail.tab_type, detail.operation, detail.listed), rate: detail.weighted_sum };
	return (
		<>
			<p className={css['reading']}>
				{words.rate(detail.weighted_sum)} · {formatPrice(detail.price)}
			</p>
			<CardWheel
				wheel={model}
				centre={labelOf(WHEEL_STATE.list.timeframe)}
				title={wheelTitle(title)}
				description={wheelSentence(title, model)}
			/>
		</>
	);
}

/** The charts' timeframes, any number of them, and the range they share where they support it. */
function CompareControls({ state }: { state: CompareState }) {
	const { tickers, timeframes, range } = state;
	const names = TIMEFRAMES.map(({ name }) => name);
	return (
		<div className={css['controls']}>
			<Segmented
				label={words.timeframes}
				segments={TIMEFRAMES.map(({ name, label }) => {
					const isOn = timeframes.includes(name);
					const next = names.filter((other) => (other === name ? !isOn : timeframes.includes(other)));
					return {
						key: name,
						label,
						active: isOn,
						// The last one stays.
						link: { ...compareLink(tickers, { ...state, timeframes: next.length > 0 ? next : timeframes }), preload: false },
					};
				})}
			/>
			<Segmented
				label={words.ranges}
				segments={RANGES.filter((one) => timeframes.some((timeframe) => rangesOf(timeframe).includes(one))).map((one) => ({
					key: one,
					label: words.rangeNames[one],
					active: one === range,
					link: { ...compareLink(tickers, { ...state, range: one === range ? undefined : one }), preload: false },
				}))}
			/>
		</div>
	);
}
