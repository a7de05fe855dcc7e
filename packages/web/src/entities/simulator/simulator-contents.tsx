import { useQuery } from '@tanstack/react-query';
import { Link, useRouteContext } from '@tanstack/react-router';
import { listLink } from '../list-state/link.ts';
import { PLANTED_LISTS } from './planted-lists.ts';
import css from './simulator.module.css';
import { words } from './words.ts';

/** On records of the simulated market: what can be found in it, and the lists that find it. Nothing on other markets. */
export function SimulatorContents() {
	const { api } = useRouteContext({ from: '__root__' });
	const { data: simulated } = useQuery({
		queryKey: ['simulator'],
		queryFn: async () => (await api.operations.health({ query: {} })).provider.simulated,
		staleTime: Number.POSITIVE_INFINITY,
		retry: false,
	});
	if (!simulated) return null;
	return (
		<details className={css['contents']}>
			<summary>{words.title}</summary>
			<p>{words.lead}</p>
			<dl>
				{PLANTED_LISTS.map(({ effect, horizon, state }) => {
					const [name, what] = words.effects[effect];
					return (
						<div key={effect}>
							<dt>{name}</dt>
							<dd>
								{what}{' '}
								<Link {...listLink('/main', state)} preload={false}>
									{words.find(state.operation === 'long' ? words.rise : words.fall, horizon)}
								</Link>
							</dd>
						</div>
					);
				})}
			</dl>
			<p>{words.sizes}</p>
		</details>
	);
}
