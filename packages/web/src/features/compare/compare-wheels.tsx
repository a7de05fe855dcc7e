import { candidateWords } from '@sw/domain/signals/sector';
import { wheelSentence, wheelTitle } from '@sw/domain/signals/wheel/words';
import { LineSwatch } from '../../charts/lines/line-swatch.tsx';
import { CardWheel } from '../../charts/wheel/card-wheel.tsx';
import { tickerWheel } from '../../entities/ticker/ticker-wheel.ts';
import { labelOf } from '../../entities/ticker/timeframe-label.ts';
import { formatPrice } from '../../lib/format/numbers.ts';
import { etDateTime, msOf } from '../../lib/format/times.ts';
import panel from '../../ui/panel.module.css';
import { LoadFailedNote } from '../../ui/states/load-failed-note.tsx';
import { words as common } from '../../ui/words.ts';
import css from './compare.module.css';
import { type Compared, type ComparedWheel, WHEEL_STATE } from './queries.ts';
import { words } from './words.ts';

interface Props {
	compared: readonly Compared[];
	/** Of each. */
	wheels: readonly ComparedWheel[];
	report: string;
}

/** The tickers' wheels of a report side by side. */
export function CompareWheels({ compared, wheels, report }: Props) {
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
