import type { ReactNode } from 'react';
import type { TrackRecord } from '../../lib/api/types.ts';
import css from './evidence.module.css';
import { landingWords as words } from './words.ts';

interface Props {
	/** null until measured. */
	record: TrackRecord | null;
	/** Shown after the figures of a record. */
	children?: ReactNode;
}

/** Shows what happened after similar cards, with sample size, interval and base rate. */
export function Evidence({ record, children }: Props) {
	if (!record) return <p className={css['said']}>{words.noRecord}</p>;
	const facts = [
		words.verdict(record),
		words.interval(record),
		words.sequence(record),
		words.afterCosts,
		words.rebuilt(record.reconstructed),
		words.ended(record),
		record.universe.hindsight ? words.hindsight : '',
		words.hypothetical,
	];
	return (
		<>
			<p className={css['said']}>{words.record(record)}</p>
			<p className={css['facts']}>
				{facts.filter((fact) => fact !== '').join(' · ')}
				{children ? <> · {children}</> : null}
			</p>
		</>
	);
}
