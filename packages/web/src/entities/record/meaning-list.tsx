import { ReplicationLink } from '../replication/replication-link.tsx';
import { meaningsWords as words } from './meanings-words.ts';

/** The terms of a record with their definitions, each with an example by hand, and the way to the published effects. */
export function MeaningList() {
	return (
		<>
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
			<ReplicationLink />
		</>
	);
}
