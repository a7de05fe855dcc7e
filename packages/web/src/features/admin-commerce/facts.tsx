import type { ReactNode } from 'react';
import { etDateTime, msOf } from '../../lib/format/times.ts';
import { EtTime } from '../../ui/et-time.tsx';
import css from './commerce.module.css';

export type Fact = readonly [label: string, value: ReactNode];

export function Facts({ facts }: { facts: readonly Fact[] }) {
	return (
		<dl className={css['facts']}>
			{facts.map(([label, value]) => (
				<div key={label}>
					<dt>{label}</dt>
					<dd>{value}</dd>
				</div>
			))}
		</dl>
	);
}

export function Time({ iso, absent = '' }: { iso: string | null; absent?: string }) {
	return iso === null ? absent : <EtTime ms={msOf(iso)}>{etDateTime(msOf(iso))}</EtTime>;
}
