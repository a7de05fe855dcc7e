import { MIN_FOR_CURVE } from '@sw/domain/research/excess-curve';
import { useId } from 'react';
import { ExcessCurve } from '../../charts/validation/excess-curve.tsx';
import type { Validation } from '../../lib/api/types.ts';
import { formatChange, formatFixed } from '../../lib/format/numbers.ts';
import { etDayClock, msOf } from '../../lib/format/times.ts';
import panel from '../../ui/panel.module.css';
import { curveWords as words } from './curve-words.ts';
import { formatBasisPoints } from './statistics.ts';

interface Props {
	curve: Validation['curve'];
	/** Effective sample size. */
	effectiveSize: number;
	/** Without a panel around the curve, for dialogs. */
	withoutPanel?: boolean;
}

/** Shows the cumulative return of equal stakes beyond the peers, with its confidence band. For a small sample, it shows only a sentence. */
export function Curve({ curve, effectiveSize, withoutPanel = false }: Props) {
	const id = useId();
	const Title = withoutPanel ? 'h3' : 'h2';
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
		<section className={withoutPanel ? undefined : panel['panel']} aria-labelledby={id}>
			<Title id={id} className={panel[withoutPanel ? 'subtitle' : 'title']}>
				{words.curveTitle}
			</Title>
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
				<p className={panel['note']}>{words.curveFew(formatFixed(effectiveSize, 1), MIN_FOR_CURVE)}</p>
			)}
		</section>
	);
}
