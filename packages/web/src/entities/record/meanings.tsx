import { useState } from 'react';
import type { Validation } from '../../lib/api/types.ts';
import { onDemand } from '../../ui/states/on-demand.tsx';
import css from './record.module.css';

const TITLE = 'What these terms mean';
const Universe = onDemand(async () => (await import('./universe.tsx')).Universe, 'silent');
const MeaningList = onDemand(async () => (await import('./meaning-list.tsx')).MeaningList, 'silent');
const SimulatorContents = onDemand(async () => (await import('../simulator/simulator-contents.tsx')).SimulatorContents, 'silent');

/** Shows notes below a record: the influence of ended tickers, the meaning of the record's terms, and the effects planted in a simulated market. */
export function Meanings({ universe }: Pick<Validation, 'universe'>) {
	const [isOpen, setOpen] = useState(false);
	return (
		<>
			<Universe universe={universe} />
			<details className={css['meanings']} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
				<summary>{TITLE}</summary>
				{isOpen ? <MeaningList /> : null}
			</details>
			<SimulatorContents />
		</>
	);
}
