import { formatPrice } from '../../../lib/format/numbers.ts';
import { monthDayYear } from '../../../lib/format/times.ts';
import css from '../data.module.css';
import { dataWords as words } from '../words.ts';

interface Props {
	label: string;
	closes: readonly { readonly date: string; readonly close: number }[];
	/** The session that opened with the jump. */
	date: string;
}

const HEIGHT = 100;

/** Daily closes as a line; the jump at the date is drawn separately. */
export function JumpPlot({ label, closes, date }: Props) {
	if (closes.length < 2) return <p className={css['note']}>{words.noPrices}</p>;
	const [first, last] = [closes[0], closes.at(-1)];
	const values = closes.map(({ close }) => close);
	const [low, high] = [Math.min(...values), Math.max(...values)];
	const points = values.map((close, i) => `${i},${HEIGHT - (HEIGHT * (close - low)) / (high - low || 1)}`);
	const found = closes.findIndex((one) => one.date >= date);
	const at = found < 0 ? closes.length : found;
	return (
		<figure className={css['plot']}>
			<figcaption>{label}</figcaption>
			<svg viewBox={`-1 -6 ${closes.length + 1} ${HEIGHT + 12}`} preserveAspectRatio="none" role="img" aria-label={label}>
				<polyline className={css['line']} points={points.slice(0, at).join(' ')} />
				{at > 0 && at < points.length ? <polyline className={css['leap']} points={points.slice(at - 1, at + 1).join(' ')} /> : null}
				<polyline className={css['line']} points={points.slice(at).join(' ')} />
			</svg>
			<small className={css['axis']}>
				<span>{first && monthDayYear(first.date)}</span>
				<span>{words.jumpOf(formatPrice(low), formatPrice(high))}</span>
				<span>{last && monthDayYear(last.date)}</span>
			</small>
			<p className={css['note']}>{words.aroundNote}</p>
		</figure>
	);
}
