import type { ReactNode } from 'react';
import { etDateTime, msOf } from '../../lib/format/times.ts';
import { EtTime } from '../../ui/et-time.tsx';
import css from './commerce.module.css';

export type Fact = readonly [label: string, value: ReactNode];

export const Facts = ({ facts }: { facts: readonly Fact[] }) => (
	<dl className={css['facts']}>
		{facts.map(([label, value]) => (
			<div key={label}>
				<dt>{label}</dt>
				<dd>{value}</dd>
			</div>
		))}
	</dl>
);

export const Time = ({ iso, absent = '' }: { iso: string | null; absent?: string }) =>
	iso === null ? absent : <EtTime ms={msOf(iso)}>{etDateTime(msOf(iso))}</EtTime>;
