import { useQuery } from '@tanstack/react-query';
import { Link, useRouteContext } from '@tanstack/react-router';
import tableCss from '../replication/effect-table.module.css';
import { replicationQuery } from '../replication/replication-query.ts';
import { words as replicationWords } from '../replication/words.ts';
import { meaningsWords as words } from './meanings-words.ts';

/** Lists definitions of a record's terms, each with a worked example, and a link to the published effects. */
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

/** Links to the published effects. Renders nothing until effects are published. */
function ReplicationLink() {
	const { api } = useRouteContext({ from: '__root__' });
	const { data } = useQuery({ ...replicationQuery(api), retry: false });
	return data ? (
		<p className={tableCss['way']}>
			<Link to="/replication">{replicationWords.link}</Link>
		</p>
	) : null;
}
