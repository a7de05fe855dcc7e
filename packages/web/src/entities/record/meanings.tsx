import { useState } from 'react';
import { onDemand } from '../../ui/states/on-demand.tsx';
import { meaningsWords as words } from './meanings-words.ts';
import css from './record.module.css';

const ReplicationLink = onDemand(async () => (await import('../replication/replication-link.tsx')).ReplicationLink, 'silent');
const SimulatorContents = onDemand(async () => (await import('../simulator/simulator-contents.tsx')).SimulatorContents, 'silent');

/** Explains a record's terms next to it, and what its market contains if that is known. */
export function Meanings() {
	const [isOpen, setOpen] = useState(false);
	return (
		<>
			<details className={css['meanings']} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
				<summary>{words.meaningsTitle}</summary>
				<dl>
					{words.meanings.map(([term, meaning, example]) => (
						<div key={term}>
							<dt>{term}</dt>
							<dd>
								{meaning} <i>{words.example(example)}</i>
							</dd>
						</div>
					))}
				</dl>
				{isOpen ? <ReplicationLink /> : null}
			</details>
			<SimulatorContents />
		</>
	);
}
