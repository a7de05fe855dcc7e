import type { FilterEntry } from '@sw/domain/filters/entries';
import { useQuery } from '@tanstack/react-query';
import { Link, useRouteContext } from '@tanstack/react-router';
import { listLink } from '../list-state/search.ts';
import { DEFAULT_STATE, type ListState } from '../list-state/state.ts';
import css from './simulator.module.css';
import { words } from './words.ts';

/** Lists the effects planted in the simulated market, and lists that find them. Renders nothing on other markets. */
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
					const [name, description] = words.effects[effect];
					return (
						<div key={effect}>
							<dt>{name}</dt>
							<dd>
								{description}{' '}
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

interface PlantedList {
	readonly effect: 'reversal' | 'continuation' | 'calls' | 'puts';
	/** In bars. */
	readonly horizon: number;
	readonly state: ListState;
}

/** Lists whose records show the planted effects, and one list that only seems to show an effect (docs/simulated-market.md). */
export const PLANTED_LISTS: readonly PlantedList[] = [
	{ effect: 'reversal', horizon: 1, state: createListState('short', 'third', ['small_cap', 'micro_cap'], [createEntry('price_short', 4)]) },
	{
		effect: 'continuation',
		horizon: 1,
		state: createListState('long', 'third', ['large_cap', 'mid_cap'], [createEntry('price_short', 3), createEntry('volume', 1)]),
	},
	{
		effect: 'calls',
		horizon: 5,
		state: createListState(
			'long',
			'first',
			['large_cap', 'mid_cap'],
			[createEntry('call_with_put', 1), createEntry('call_without_put_short', 3)],
		),
	},
	{
		effect: 'puts',
		horizon: 5,
		state: createListState('short', 'first', ['large_cap', 'mid_cap'], [createEntry('call_without_put_long', 3)]),
	},
];

function createEntry(sector: FilterEntry['sector'], value: FilterEntry['value']): FilterEntry {
	return { sector, timeframe: 'day', value };
}

function createListState(
	operation: ListState['operation'],
	strategy: ListState['strategy'],
	marketcap: ListState['choice']['marketcap'],
	entries: readonly FilterEntry[],
): ListState {
	return {
		...DEFAULT_STATE,
		tab: 'free',
		operation,
		strategy,
		unsaved: { name: '', entries },
		choice: { ...DEFAULT_STATE.choice, marketcap },
	};
}
