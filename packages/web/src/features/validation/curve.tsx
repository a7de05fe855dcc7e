import { LEAST_FOR_CURVE } from '@sw/domain/research/excess-curve';
import { ExcessCurve } from '../../charts/validation/excess-curve.tsx';
import { formatBasisPoints, type Statistics } from '../../entities/record/statistics.ts';
import type { Validation } from '../../lib/api/types.ts';
import { formatChange, formatFixed } from '../../lib/format/numbers.ts';
import { etDayClock, msOf } from '../../lib/format/times.ts';
import panel from '../../ui/panel.module.css';
import { pageWords as words } from './page-words.ts';

/** What equal stakes added up to beyond the peers, with its band; a sentence where the sample is too small for one. */
export function Curve({ curve, main }: { curve: Validation['curve']; main: Statistics | undefined }) {
	const [first, last] = [curve?.[0], curve?.at(-1)];
	const label =
		first &&
		last &&
		words.curveLabel(
			formatChange(last.sum),
			formatChange(last.low),
			formatChange(last.high),
			etDayClock(msOf(first.time)),
			etDayClock(msOf(last.time)),
		);
	return (
		<section className={panel['panel']} aria-labelledby="curve">
			<h2 id="curve" className={panel['title']}>
				{words.curveTitle}
			</h2>
			{curve && last && label ? (
				<>
					<ExcessCurve points={curve.map(({ time, ...point }) => ({ ...point, time: msOf(time) }))} label={label} />
					<p className={panel['note']}>
						{label}{' '}
						{words.curveMean(
							formatBasisPoints(last.sum / last.n),
							formatBasisPoints(last.low / last.n),
							formatBasisPoints(last.high / last.n),
						)}
					</p>
					<p className={panel['note']}>{words.curveHint}</p>
				</>
			) : (
				<p className={panel['note']}>{words.curveFew(formatFixed(main?.n_eff ?? 0, 1), LEAST_FOR_CURVE)}</p>
			)}
		</section>
	);
}
