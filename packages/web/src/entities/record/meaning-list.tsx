import { ReplicationLink } from '../replication/replication-link.tsx';
import { meaningsWords as words } from './meanings-words.ts';

/** Definitions of the terms of a record, each with a worked example, and a link to the published effects. */
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
